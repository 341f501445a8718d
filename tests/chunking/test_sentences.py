"""Where sentences end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gangdan_gui.chunking.blocks import find_blocks
from gangdan_gui.chunking.sentences import sentence_starts


def sentences(text: str) -> list[str]:
    starts = [0, *sentence_starts(text, find_blocks(text)), len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("今天很冷。他走了！真的？是的；好", 5),
        ("“走吧！”她说。（完。）然后呢", 4),
        ("等等……后来他来了", 2),
        ("One. Two! Three? Four; Five", 5),
        ('"Go." She said so. (Done.) Then', 4),
        ("**Bold.** Next one", 2),
        ("Pi is 3.14 and numpy.linalg.norm works. Yes", 2),
        ("Use e.g. this, i.e. that, etc. and so on. End", 2),
        ("Dr. Smith and J. Doe met Mr. Li, see Fig. 3. End", 2),
        ("1. Open the file\n2. Close it", 2),
        ("- one\n- two\n- three", 3),
        ("A short line\nand another", 2),
        ("This line was broken at a width of some columns\nand goes on here. End", 2),
        ("First paragraph\n\nSecond paragraph", 2),
        ("https://example.org/a.b?c=d;e is an address", 1),
        ("a；b。c", 3),
        ("版本3.11发布了。", 1),
    ],
)
def test_sentences_are_counted_as_a_reader_would(text: str, number: int) -> None:
    assert len(sentences(text)) == number, sentences(text)


def test_closing_quotes_and_blanks_stay_with_their_sentence() -> None:
    assert sentences("他说：“好。”  然后走了。") == ["他说：“好。”  ", "然后走了。"]
    assert sentences('He said "no." Then left.') == ['He said "no." ', "Then left."]


def test_in_code_and_tables_lines_begin_sentences() -> None:
    text = "```python\nx = 1. + a. B\ny = 2\n```\n\n| a |\n|---|\n| One. Two |\n| 3 |\n"
    assert sentences(text) == [
        "```python\n", "x = 1. + a. B\n", "y = 2\n", "```\n\n", "| a |\n|---|\n", "| One. Two |\n", "| 3 |\n",
    ]  # fmt: skip


def test_line_ends_of_windows_are_one() -> None:
    text = "This line was broken at a width of some columns\r\nand goes on here.\r\n\r\nEnd"
    assert sentences(text) == [text[:-3], "End"]
