"""Where chunks are cut into parts: whatever the text, they rejoin to it, can be embedded, and are about equal."""

from __future__ import annotations

import regex
from hypothesis import example, given
from hypothesis import strategies as st

from gangdan_gui.chunking.parts import cuts, longest_part
from gangdan_gui.domain.documents import EmbeddedForm
from gangdan_gui.embedding.checks import is_blank

_WORDS = st.sampled_from([
    "word ", "recall", ". ", "。", "，", "向量", "检索增强", "\n\n", "    ", "\u200b", "e\u0301", "한국", "ありがとう",
    "\n\n## Heading\n\n", "\n\n# 节\n", "👩\u200d👩\u200d👧", "🇩🇪", "x" * 30, "\u3000",
    "\ud800", "\t", "\u0301", "가\u11a8", "क्षि",
])  # fmt: skip
_TEXTS = st.lists(_WORDS, max_size=60).map("".join) | st.text(max_size=120)
_FORMS = st.builds(EmbeddedForm, st.integers(0, 60), st.integers(0, 60))


def _parts(text: str, form: EmbeddedForm) -> list[str]:
    found = cuts(text, form)
    return [text[start:end] for start, end in zip((0, *found), (*found, len(text)), strict=True)]


@given(_TEXTS, _FORMS)
@example("a" + " " * 799, EmbeddedForm(400, 400))
@example(" " * 799 + "a", EmbeddedForm(400, 400))
@example("\u0301" * 900, EmbeddedForm(400, 400))
@example("\ud800" * 500 + "a" * 500, EmbeddedForm(400, 400))
def test_parts_rejoin_and_each_says_something(text: str, form: EmbeddedForm) -> None:
    parts = _parts(text, form)
    assert "".join(parts) == text
    if len(parts) > 1:
        assert not any(map(is_blank, parts))


@given(_TEXTS, _FORMS)
def test_no_grapheme_is_cut(text: str, form: EmbeddedForm) -> None:
    boundaries = {match.end() for match in regex.finditer(r"\X", text)}
    assert set(cuts(text, form)) <= boundaries


@given(_TEXTS, _FORMS)
def test_no_part_is_longer_than_the_embedder_likes_by_more_than_a_grapheme(text: str, form: EmbeddedForm) -> None:
    limit = longest_part(text, form)
    longest = max((len(one) for one in regex.findall(r"\X", text)), default=0)
    if not limit:
        assert cuts(text, form) == ()
        return
    for part in _parts(text, form):
        seen = [match.start() for match in regex.finditer(r"[^\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]", part)]
        assert not seen or seen[-1] + 1 - seen[0] <= limit + longest


def test_a_text_that_is_short_enough_stays_whole() -> None:
    assert cuts("a" * 440, EmbeddedForm(440, 440)) == ()
    assert cuts("汉" * 400 + "a" * 100, EmbeddedForm(1200, 600)) == ()
    assert cuts("a" * 5000, EmbeddedForm()) == ()
    assert cuts("", EmbeddedForm(400, 400)) == ()


def test_a_text_is_cut_at_the_end_of_a_sentence_near_its_middle() -> None:
    text = "One sentence of some words here. " * 24
    (place,) = cuts(text, EmbeddedForm(440, 440))
    assert text[:place].endswith("here. ")
    assert abs(place - len(text) / 2) < 40


def test_sections_are_parts_of_their_own_and_short_ones_go_with_the_next() -> None:
    before, after = "Chlorophyll takes up light of some colours. " * 6, "Roots take up water from the ground. " * 7
    text = f"{before}\n\n## Roots\n\n{after}"
    (place,) = cuts(text, EmbeddedForm(440, 440))
    assert text[place:].startswith("## Roots")
    alone = f"# Plants\n\n## Leaves\n\n{before}\n\n## Roots\n\n{after}"
    assert [alone[place:].split("\n")[0] for place in cuts(alone, EmbeddedForm(440, 440))] == ["## Roots"]
    ending = f"{before}{after}\n\n## Next\n\nLittle."
    assert not any(ending[place:].startswith("## Next") for place in cuts(ending, EmbeddedForm(440, 440)))


def test_a_long_section_is_cut_evenly_by_itself() -> None:
    text = "Leaves are green. " * 10 + "\n\n## Roots\n\n" + "Roots are white. " * 36
    places = cuts(text, EmbeddedForm(440, 440))
    assert [text[place:].startswith("## Roots") for place in places] == [True, False]


def test_a_chinese_text_is_cut_behind_its_full_stop_and_quotes() -> None:
    text = "老师说：“把向量写成一列。”" * 30
    assert {text[place - 2 : place] for place in cuts(text, EmbeddedForm(1200, 150))} == {"。”"}


def test_without_sentences_a_text_is_cut_between_words() -> None:
    text = "several " * 100
    assert all(text[place - 1] == " " for place in cuts(text, EmbeddedForm(440, 440)))


def test_what_has_no_place_to_cut_is_cut_evenly() -> None:
    assert cuts("x" * 880, EmbeddedForm(440, 440)) == (440,)
    assert cuts("汉" * 1200, EmbeddedForm(1200, 400)) == (400, 800)


def test_a_mix_of_scripts_has_a_limit_between_theirs() -> None:
    form = EmbeddedForm(1200, 400)
    assert longest_part("汉" * 900, form) == 400
    assert longest_part("a" * 900, form) == 1200
    assert longest_part("汉a" * 450, form) == 600
    assert longest_part("a" * 900, EmbeddedForm(0, 400)) == 0


def test_code_and_lines_are_cut_between_lines() -> None:
    text = "    value = compute(value, other_value)\n" * 20
    assert all(text[place - 1] == "\n" for place in cuts(text, EmbeddedForm(440, 440)))
