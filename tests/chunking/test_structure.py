"""Tables, code and lists are cut where they come apart, and what can't be read alone has what it needs."""

from __future__ import annotations

from gangdan_gui.chunking.blocks import Kind, find_blocks
from gangdan_gui.chunking.structure import split
from gangdan_gui.domain.documents import ChunkSettings

TABLE = "| Name | 值 |\n| --- | --- |\n" + "".join(f"| row {number:03d} | {number} |\n" for number in range(60))
CLASS = "class Shape:\n" + "".join(f"    def side_{number}(self):\n        return {number}\n\n" for number in range(12))
CODE = f"""```python
import math


@cached
def area(radius):
    return math.pi * radius ** 2


{CLASS}
def main():
    print(area(1))
```
"""


def settings(size: int, overlap: int = 0) -> ChunkSettings:
    return ChunkSettings("structure", size, overlap, 0)


def test_blocks_hold_every_character_and_know_what_they_are() -> None:
    text = f"---\ntitle: x\n---\n\n# A\n\nprose\n\n{TABLE}\n- one\n- two\n\n{CODE}\n> quote\n\n[ref]: /x\n"
    blocks = find_blocks(text)
    assert "".join(text[block.start : block.end] for block in blocks) == text
    kinds = [Kind.PROSE, Kind.HEADING, Kind.PROSE, Kind.TABLE, Kind.LIST, Kind.CODE, Kind.PROSE]
    assert [block.kind for block in blocks] == kinds
    assert blocks[5].info == "python"
    assert [text[part : part + 5] for part in blocks[4].parts] == ["- two"]


def test_a_paragraph_with_bars_is_no_table_and_one_above_a_table_is_apart() -> None:
    assert [block.kind for block in find_blocks("a | b\nc | d\n")] == [Kind.PROSE]
    assert [block.kind for block in find_blocks("Rows:\n| a | b |\n|---|:-:|\n| 1 | 2 |\n")] == [Kind.PROSE, Kind.TABLE]


def test_rows_stay_whole_and_later_ones_have_the_header_before_them() -> None:
    first, *later = split(TABLE, settings(300)).pieces
    assert first.text.startswith("| Name |")
    assert first.context == ""
    assert later
    header = "| Name | 值 |\n| --- | --- |\n"
    for piece in later:
        assert piece.context == header
        assert piece.text.startswith("| row ")
        assert piece.text.endswith("|\n")
        assert piece.text == TABLE[piece.start : piece.end]


def test_a_header_that_would_outweigh_its_rows_is_left_out() -> None:
    wide = f"| {'long name ' * 20} |\n|---|\n" + "| x |\n" * 100
    assert {piece.context for piece in split(wide, settings(250)).pieces} == {""}


def test_a_table_that_fits_is_not_cut() -> None:
    text = "Words before. " * 20 + "\n\n" + TABLE[:400].rpartition("\n")[0] + "\n\n" + "Words after. " * 20
    table = next(block for block in find_blocks(text) if block.kind is Kind.TABLE)
    holding = [
        piece for piece in split(text, settings(450)).pieces if piece.start < table.end - 1 and piece.end > table.start
    ]
    assert len(holding) == 1


def test_functions_stay_whole_with_what_stands_above_them() -> None:
    pieces = split(CODE, settings(200)).pieces
    assert "@cached\ndef area(radius):\n    return math.pi * radius ** 2\n" in pieces[0].text
    starts = [piece.text.split("\n")[0] for piece in pieces]
    assert "class Shape:" in starts
    assert not any(start.startswith("def area") for start in starts)


def test_a_heading_and_the_mark_of_a_fence_are_no_piece_of_their_own() -> None:
    text = f"## The longest of all the classes that there are\n\n```python\n{CLASS}```\n"
    pieces = split(text, ChunkSettings("structure", 200, 0, 50)).pieces
    assert pieces[0].text.startswith("## The longest")
    assert "def side_0" in pieces[0].text
    assert (pieces[0].start, pieces[-1].end) == (0, len(text))


def test_the_middle_of_a_class_says_which_class_it_is() -> None:
    inside = [piece for piece in split(CODE, settings(200)).pieces if piece.text.startswith("    def side_")]
    assert len(inside) > 1
    assert {piece.context for piece in inside} == {"class Shape:\n"}


def test_the_usual_languages_come_apart_at_their_functions() -> None:
    for language, first, second in (
        ("js", "export function one() {\n  return 1;\n}\n", "const two = 2;\nclass Two {\n  go() {}\n}\n"),
        ("c", "static int one(void)\n{\n  return 1;\n}\n", "void two(int a) {\n  call(a);\n}\n"),
        ("go", "func One() int {\n\treturn 1\n}\n", "type Two struct {\n\tA int\n}\n"),
        ("rust", "pub fn one() -> u8 {\n    1\n}\n", "impl Two {\n    fn go() {}\n}\n"),
        ("java", "public class One {\n  int a;\n}\n", "final class Two {\n  int b;\n}\n"),
    ):
        text = f"```{language}\n{first}\n{second}```\n"
        pieces = split(text, settings(len(text) - 5)).pieces
        assert len(pieces) == 2, language
        assert pieces[0].text.strip().endswith(("}", "const two = 2;")), language


def test_an_output_stays_with_the_code_that_it_is_of_and_a_table_with_what_announces_it() -> None:
    cell = "```python\nprint(1)\n2\n```\n\n```\n1\n```\n\n```\n2\n```\n\n"
    text = cell * 6
    assert {piece.text for piece in split(text, settings(len(cell) * 2 - 1)).pieces} == {cell}
    announced = "Text. " * 12 + "\n\nThese are the values:\n\n" + TABLE[:200].rpartition("\n")[0] + "\n"
    pieces = split(announced, settings(260)).pieces
    assert any(piece.text.startswith("These are the values:\n\n| Name") for piece in pieces)


def test_items_of_a_long_list_stay_whole() -> None:
    items = [f"- item {number} has a few words\n  - and one below it\n" for number in range(20)]
    pieces = split("".join(items), settings(160)).pieces
    assert all(piece.text.startswith("- item") for piece in pieces)
    assert "".join(piece.text for piece in pieces) == "".join(items)


def test_a_fence_that_is_never_closed_is_cut_by_lines() -> None:
    text = "Look:\n\n```\n" + "x = 1  # a line\n" * 100
    pieces = split(text, settings(200)).pieces
    assert pieces[-1].end == len(text)
    assert all(piece.text.endswith("\n") for piece in pieces)
