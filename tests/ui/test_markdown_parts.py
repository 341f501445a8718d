"""Cutting Markdown into parts, whole or while it arrives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.ui.reading.markdown_parts import (
    MOST_CHARACTERS,
    MOST_CODE_LINES,
    Part,
    PartKind,
    PartSplitter,
    split_parts,
)

_LINES = st.sampled_from(
    [
        "",
        "text 文字",
        "# Title",
        "- item",
        "  more",
        "```python",
        "```",
        "~~~",
        "    ```",
        "| a | b |",
        "|---|---|",
        "1. one",
        "> quote",
        "x = 1",
        "$$",
        "***",
        "\t",
        "😀" * 3,
    ]
)
_TEXTS = st.lists(_LINES, max_size=30).map("\n".join)


def kinds(text: str) -> list[tuple[PartKind, str]]:
    return [(part.kind, part.text) for part in split_parts(text)]


@given(_TEXTS)
def test_parts_are_slices_in_order_and_lose_only_fences_heads_and_blanks(text: str) -> None:
    at = 0
    for part in split_parts(text):
        assert part.text == text[part.start : part.end]
        assert part.start >= at
        lost = [line for line in text[at : part.start].splitlines() if line.strip()]
        head = part.head if not part.continues else ""
        assert all(line.lstrip()[:3] in ("```", "~~~") or line in head.splitlines() for line in lost)
        at = part.end


@given(_TEXTS, st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_the_pieces_in_which_a_text_arrives_change_nothing(text: str, sizes: list[int]) -> None:
    splitter = PartSplitter()
    parts: list[Part] = []
    at = turn = 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        parts += splitter.feed(text[at : at + size])
        at += size
        turn += 1
    assert parts + splitter.close() == list(split_parts(text))


def test_an_unclosed_fence_is_code_to_the_end() -> None:
    assert kinds("before\n```python\nx = 1\n\ny = 2") == [
        (PartKind.PROSE, "before\n"),
        (PartKind.CODE, "x = 1\n\ny = 2"),
    ]


def test_long_code_and_tables_come_in_parts_that_continue_each_other() -> None:
    code = list(split_parts("```\n" + "x\n" * (3 * MOST_CODE_LINES) + "```\n"))
    assert [part.continues for part in code] == [False, True, True]
    table = list(split_parts("| a |\n|---|\n" + "| 1 |\n" * 60))
    assert {part.head for part in table} == {"| a |\n|---|\n"}
    assert [part.continues for part in table] == [False] + [True] * (len(table) - 1)
    assert "".join(part.text for part in table) == "| 1 |\n" * 60


@pytest.mark.parametrize(
    "text", ["字" * 100_000, "word " * 20_000, "```\n" + "x" * 50_000, "- " + "a\n\n  b\n" * 9_000]
)
def test_no_part_is_long(text: str) -> None:
    parts = list(split_parts(text))
    assert max(len(part.text) for part in parts) <= 2 * MOST_CHARACTERS
    assert sum(len(part.text) for part in parts) >= len(text) - 4


def test_a_list_with_blank_lines_and_code_stays_whole() -> None:
    text = "1. one\n\n   ```py\n   a\n\n   b\n   ```\n\n2. two\n\nafter\n"
    assert [part.text for part in split_parts(text)] == [text[: text.index("after")], "after\n"]


def test_what_is_open_can_be_looked_at() -> None:
    splitter = PartSplitter()
    assert splitter.rest() is None
    assert splitter.feed("# Done\n\nopen\nli") == [Part(PartKind.PROSE, "# Done\n\n", 0, 8)]
    assert splitter.feed("ne") == []
    assert splitter.rest() == Part(PartKind.PROSE, "open\nline", 8, 17)
    assert splitter.close() == [Part(PartKind.PROSE, "open\nline", 8, 17)]
