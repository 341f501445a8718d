"""Sections are chunks; small ones stand together under one heading, long ones come apart between sentences."""

from __future__ import annotations

from gangdan_gui.chunking import by_headings, parents, recursive
from gangdan_gui.domain.documents import ChunkSettings


def cut(text: str, size: int, overlap: int = 0, minimum: int = 0) -> list[str]:
    return [piece.text for piece in by_headings.split(text, ChunkSettings("headings", size, overlap, minimum)).pieces]


def section(title: str, length: int) -> str:
    return f"{title}\n\n{'word ' * (length // 5)}\n\n"


def test_small_sections_under_one_heading_stand_together() -> None:
    one, two, three = (section(f"## {name}", 60) for name in ("One", "Two", "Three"))
    other = section("# Other", 100)
    text = section("# Guide", 20) + one + two + three + other
    assert cut(text, 200) == [section("# Guide", 20) + one + two, three, other]


def test_a_section_with_all_below_it_stays_whole_where_it_fits() -> None:
    first = section("# First", 30) + section("## Below", 30)
    second = section("# Second", 30) + section("#### Two levels deeper", 30)
    assert cut(first + second, 110) == [first, second]


def test_parts_of_long_sections_are_not_mixed() -> None:
    text = section("# One", 300) + section("# Two", 300)
    chunks = cut(text, 200)
    assert sum("# Two" in chunk for chunk in chunks) == 1
    assert next(chunk for chunk in chunks if "# Two" in chunk).startswith("# Two")


def test_a_heading_stands_with_its_text() -> None:
    text = "Before. " * 10 + "\n\n## Heading\n\n" + "One sentence of the section. " * 20
    for chunk in cut(text, 90):
        assert not chunk.strip().endswith("## Heading")


def test_what_is_too_short_for_a_chunk_joins_its_neighbour() -> None:
    text = section("# One", 150) + "## See also\n\nX.\n\n" + section("## Two", 150) + "## End\n"
    settings = ChunkSettings("headings", 170, 0, 50)
    found = by_headings.split(text, settings)
    assert found.dropped == 0
    assert (found.pieces[0].start, found.pieces[-1].end) == (0, len(text))
    assert max(len(piece.text) for piece in found.pieces) <= 170
    assert all(len(piece.text.strip()) >= 50 for piece in found.pieces)


def test_an_overlap_is_of_whole_sentences() -> None:
    text = "".join(f"Sentence number {number} stands here. " for number in range(40))
    chunks = cut(text, 200, 60)
    assert all(chunk.startswith("Sentence number") and chunk.endswith("here. ") for chunk in chunks)
    shared = chunks[0].rpartition("Sentence")[2]
    assert chunks[1].startswith("Sentence" + shared)
    chinese = "今天我们讨论检索的方法。" * 40
    assert all(chunk.startswith("今天") and chunk.endswith("。") for chunk in cut(chinese, 100, 30))


def test_code_that_fits_is_not_cut() -> None:
    code = "```python\n" + "x = 1\n" * 15 + "```\n\n"
    text = "# A\n\n" + "Some words go first. " * 6 + "\n\n" + code + "And some go after. " * 6
    assert sum(code.strip() in chunk for chunk in cut(text, 150)) == 1


def test_parents_are_cut_as_by_headings() -> None:
    text = section("# One", 300) + section("# Two", 300)
    settings = ChunkSettings("parents", 100, 20, 0)
    assert parents.split(text, settings) == by_headings.split(text, settings)


def test_recursive_takes_the_coarsest_border_that_does() -> None:
    text = "First paragraph of it.\n\nSecond paragraph of it.\n\nA line\nand a line\n"
    pieces = recursive.split(text, ChunkSettings("recursive", 30, 0, 0)).pieces
    assert [piece.text for piece in pieces] == [
        "First paragraph of it.\n\n", "Second paragraph of it.\n\n", "A line\nand a line\n",
    ]  # fmt: skip
    chinese = "检索增强生成把文档切开，再逐段比较，找出最近的一段。然后回答问题。"
    pieces = recursive.split(chinese, ChunkSettings("recursive", 20, 0, 0)).pieces
    assert [piece.text for piece in pieces] == [
        "检索增强生成把文档切开，再逐段比较，",
        "找出最近的一段。然后回答问题。",
    ]
