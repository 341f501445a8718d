"""The lines of a passage that a card shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.ui.chat.card_excerpt import LONGEST, Excerpt, excerpt_of
from gangdan_gui.ui.reading.highlight_words import QuestionWords

WORDS = QuestionWords.of("broadcasting 广播")


def marked(excerpt: Excerpt) -> list[str]:
    return [excerpt.text[start:end] for start, end in excerpt.words]


def test_markup_is_gone_and_words_are_marked() -> None:
    excerpt = excerpt_of("# Rules\n\n**Broadcasting** is [easy](https://x.example) with `np.add` ![map](x.png)", WORDS)
    assert excerpt.text == "Rules Broadcasting is easy with np.add map"
    assert marked(excerpt) == ["Broadcasting"]
    assert [excerpt.text[start:end] for start, end in excerpt.code] == ["np.add"]


@pytest.mark.parametrize(
    ("passage", "shown"),
    [
        ("。有了梯度，就可以更新参数。", "…有了梯度，就可以更新参数。"),
        ("eep learning. Then it is done.", "…eep learning. Then it is done."),
        (
            "All arrays must match in their sizes. More details ca",
            "All arrays must match in their sizes. More details ca…",
        ),
        ("1} \\mathbf{y}.$$\n\nThen $$x$$ too.", "1} \\mathbf{y}. Then x too."),
        ("np.add adds.", "np.add adds."),
        ("# A title of some length without a stop", "A title of some length without a stop"),
        ("- an item of a list that has no stop at all", "an item of a list that has no stop at all"),
    ],
)
def test_a_torn_sentence_says_so(passage: str, shown: str) -> None:
    assert excerpt_of(passage, WORDS).text == shown


def test_code_keeps_its_lines() -> None:
    excerpt = excerpt_of("Say:\n\n```python\nx = 1\n\ny = 2\n```\n\nand broadcast.", WORDS)
    assert excerpt.text == "Say:\nx = 1\ny = 2\nand broadcast."
    assert [excerpt.text[start:end] for start, end in excerpt.code] == ["x = 1\ny = 2"]


def test_the_excerpt_begins_with_a_sentence_near_the_words() -> None:
    text = "Nothing of it here. " * 40 + "Here broadcasting is explained, and 广播 too. " + "The end comes later. " * 40
    excerpt = excerpt_of(text, WORDS)
    assert excerpt.text.startswith("…Here broadcasting is explained")
    assert excerpt.text.endswith("…")
    assert marked(excerpt) == ["broadcasting", "广播"]


def test_without_any_word_it_is_the_beginning() -> None:
    assert excerpt_of("第一句。" * 200, WORDS).text.startswith("第一句。")


@given(st.text(alphabet="broadcsting 广播的。.`*#|-\n[]()😀", max_size=1500))
def test_any_passage_has_an_excerpt(text: str) -> None:
    excerpt = excerpt_of(text, WORDS)
    assert len(excerpt.text) <= LONGEST + 2
    for start, end in (*excerpt.words, *excerpt.code):
        assert 0 <= start < end <= len(excerpt.text)
    assert all(span in WORDS.spans(excerpt.text) for span in excerpt.words)


def test_a_long_passage_is_not_read_whole() -> None:
    text = "```python\n" + "value = 1\n" * 2000 + "broadcasting = True\n" + "value = 1\n" * 2000 + "```\n"
    excerpt = excerpt_of(text, WORDS)
    assert "broadcasting = True" in excerpt.text
    assert excerpt.code
