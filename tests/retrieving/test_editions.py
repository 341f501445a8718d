"""Two editions of a page are one text; what only looks alike is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.editions import LEAST
from gangdan_gui.retrieving.passages import merge

PAGE = (
    "Leaves are green because of chlorophyll, which takes in red and blue light. Most of the sugar of a plant is "
    "made there, out of water and of the carbon dioxide of the air. Since release 3.11 of the handbook this page "
    "also tells what becomes of the oxygen: it leaves the leaf through its pores."
)
CHINESE = (
    "叶子之所以是绿色的，是因为叶绿素吸收红光和蓝光。植物的糖分大多在叶子里制造，原料是水和空气中的二氧化碳。"
    "气孔打开时，氧气从叶子里出来；气孔关上时，水分不容易失去。夜里没有光，植物只呼吸，不制造糖分，白天两件事同时进行。"
    "冬天叶子落下以前，叶绿素先分解，黄色和红色才显露出来，所以秋天的山林颜色很多。"
)
ENTRY = (
    "Give back the {what} of the elements along an axis, as an array of one dimension less. The array may hold whole "
    "numbers or fractions; blanks are passed over, and an empty array raises an error that names the axis."
)


def hit(source: str, text: str, fused: float, *, path: str = "leaf.md", terms: tuple[str, ...] = ()) -> Hit:
    return Hit(
        chunk=f"{source}/{path}", source=source, path=path, url="", heading=(), start=0, end=len(text), text=text,
        language="en", distance=0.3, title=path.upper(), fused=fused, terms=terms,
    )  # fmt: skip


def shown(*texts: str, paths: tuple[str, ...] = (), terms: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """By source (a, b, …) what is shown of texts, each less good than the one before, and how many places it names."""
    hits = [
        hit(chr(97 + at), text, 1 - at / 10, path=paths[at] if paths else "leaf.md", terms=terms)
        for at, text in enumerate(texts)
    ]
    return [(passage.source, len(passage.same_as)) for passage in merge(hits)]


@pytest.mark.parametrize("page", [PAGE, CHINESE])
@pytest.mark.parametrize("change", [
    lambda page: page.replace("，", "，\n").replace(". ", ".\n\n"),
    lambda page: f"# Another heading\n\n{page}",
    lambda page: f"{page}\n\n## See also\n",
    lambda page: page.replace("3.11", "3.12"),
    lambda page: page[: int(len(page) * 0.9)],
    lambda page: page[int(len(page) * 0.1) :],
    lambda page: f"{page} One sentence more.",
])  # fmt: skip
def test_editions_of_a_page_are_shown_once_with_both_places(page: str, change) -> None:  # type: ignore[no-untyped-def]
    assert shown(page, change(page)) == [("a", 1)]
    assert shown(change(page), page) == [("a", 1)]


def test_another_version_is_another_text_where_it_is_asked_for_or_the_page_is_called_otherwise() -> None:
    newer = PAGE.replace("3.11", "3.12")
    assert len(shown(PAGE, newer, terms=("3.12", "leaf"))) == 2
    assert len(shown(PAGE, newer, paths=("leaf.md", "stem.md"))) == 2
    assert len(shown(f"{PAGE} From 1.5 on.", f"{newer} From 1.6 on.")) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ENTRY.format(what="largest"), ENTRY.format(what="smallest")),
        (f"np.min(a)\n{ENTRY}", f"np.max(a)\n{ENTRY}"),
        (f"{ENTRY}\na += 1", f"{ENTRY}\na -= 1"),
        (f"{ENTRY} Until 15 June.", f"{ENTRY} Until 18 June."),
        (f"{PAGE}\n\n| copper | 8.96 |", f"{PAGE}\n\n| copper | 8.92 |"),
        (f"{PAGE} Room 101.", f"{PAGE} Room 102."),
        (CHINESE, CHINESE.replace("红光", "绿光")),
        ("Copper melts at 1085 °C.", "# Copper\n\nCopper melts at 1085 °C."),
        ("# One", "# Other"),
    ],
)
def test_what_only_looks_alike_is_shown_twice(one: str, other: str) -> None:
    assert len(shown(one, other)) == 2


def test_what_a_better_passage_holds_is_not_shown_again_and_is_no_place_of_all_of_it() -> None:
    long = f"{PAGE} {ENTRY.format(what='sum')}"
    assert shown(long, PAGE) == [("a", 0)]
    assert len(shown(PAGE, long)) == 2


def test_one_document_may_say_the_same_in_two_places() -> None:
    other = f"## Again\n\n{PAGE}"
    passages = merge([hit("a", PAGE, 0.9), hit("a", other, 0.8, path="other.md"), hit("b", PAGE, 0.7)])
    assert [(one.source, one.same_as) for one in passages] == [("a", (("a", "other.md"), ("b", "leaf.md")))]


WORDS = ["leaf", "stem", "root", "light", "1.5", "2.0.1", "|", "##", "water", "42"]
words = st.lists(st.sampled_from(WORDS), max_size=60)


@given(words, words)
def test_every_word_is_shown_once_or_more(one: list[str], other: list[str]) -> None:
    texts = [" ".join(some) for some in (one, other)]
    said = " ".join(passage.text for passage in merge([hit("a", texts[0], 0.9), hit("b", texts[1], 0.8, path="o.md")]))
    longest = max(texts, key=len)
    assert len(longest) < LEAST or set(said.split()) >= set(texts[0].split())
    assert not texts[0].strip() or texts[0] in said
