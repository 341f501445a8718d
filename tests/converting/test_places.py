"""Which page, cell or line of a file each stretch of its text comes from."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.places import CELL, LINE, cells, lines_of_program, lines_of_text


def numbers(name: str, text: str, *words: str) -> list[int]:
    made = convert(text.encode(), name)
    return [made.places.at(made.text.index(word)) for word in words]


def test_cells_are_counted_as_the_notebook_shows_them() -> None:
    sources = [
        ("markdown", "# One\n\nfirst [x](y.md)"),
        ("code", ""),
        ("code", "same = 1"),
        ("code", "same = 1"),
        ("raw", "last"),
    ]
    notebook = {"cells": [{"cell_type": kind, "source": source} for kind, source in sources]}
    made = convert(json.dumps(notebook).encode(), "n.ipynb")
    assert made.places.kind == CELL
    assert made.places.numbers == (1, 3, 4, 5)
    assert [made.text[start:].split("\n")[0] for start in made.places.starts] == [
        "# One",
        "```python",
        "```python",
        "last",
    ]


PROGRAM = """#!/usr/bin/env python
# coding: utf-8
\"\"\"What it is for.

More of that.
\"\"\"

import os
\x0c

def first():
    return os.sep


def second():
    return 2
"""


def test_lines_of_a_program_are_those_of_its_file() -> None:
    assert numbers("a.py", PROGRAM, "What it is", "import os", "def first", "return os", "def second", "return 2") == [
        3, 8, 11, 12, 15, 16,
    ]  # fmt: skip


def test_lines_of_a_program_in_another_language() -> None:
    text = "/* About\n * water. */\n\n#include <a.h>\n\n/** Fills. */\nint fill(int n) {\n  return n;\n}\n"
    assert numbers("a.c", text, "About", "#include", "Fills", "int fill", "return n") == [1, 4, 6, 7, 8]


def test_lines_of_plain_text() -> None:
    made = convert(b"\n\nOne.\nTwo *x*.\n\n\n\nThree.\n", "a.txt")
    assert made.places.kind == LINE
    assert [made.places.at(made.text.index(word)) for word in ("One", "Two", "Three")] == [3, 4, 8]


def test_a_text_that_lost_a_line_claims_nothing() -> None:
    assert lines_of_text("a\n\u200b\nb", "a\nb\n").kind == ""


def test_code_that_is_not_in_the_file_claims_nothing() -> None:
    text = "words\n\n```\nother\n```\n\n```\nb\n```\n"
    places = lines_of_program("# words\na\nb\n", text)
    assert [places.at(text.index(word)) for word in ("other", "b\n")] == [0, 3]


def test_a_cell_that_is_not_in_the_text_claims_nothing() -> None:
    assert cells("abc", ["x"]).kind == ""


@given(lines=st.lists(st.sampled_from(["x = 1", "", "    y(2)", "}", "z", "x = 1 "]), max_size=12))
def test_every_line_of_code_knows_its_number(lines: list[str]) -> None:
    original = "\n".join(["first = 0", *lines, "last = 9"])
    text = fenced(original) + "\n"
    places = lines_of_program(original, text)
    offset = 4
    for number, line in enumerate(original.split("\n"), 1):
        assert places.at(offset) == number
        offset += len(line) + 1
