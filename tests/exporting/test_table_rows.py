"""Pipes in code and formulas do not break a row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.exporting.table_rows import with_whole_rows


@pytest.mark.parametrize(
    ("row", "whole"),
    [
        ("| `a | b` | x |", r"| `a \| b` | x |"),
        ("| $|x|$ | x |", r"| $\vert x\vert$ | x |"),
        (r"| $\|x\| + |y|$ | x |", r"| $\Vert x\Vert  + \vert y\vert$ | x |"),
        (r"| `a \| b` | x |", r"| `a \| b` | x |"),
        ("| ` | ` |", "| ` | ` |"),
        ("| a | b | c |", "| a | b | c |"),
        ("| one |", "| one |"),
        ("`a|b` | x", r"`a\|b` | x"),
    ],
)
@pytest.mark.parametrize("before", ["", "> ", "  "])
def test_rows(row: str, whole: str, before: str) -> None:
    rule = f"{before}|:--|--:|"
    table = f"{before}| f | m |\n{rule}\n{before}"
    assert with_whole_rows(f"text\n\n{table}{row}\n\n`a|b`|c|d") == f"text\n\n{table}{whole}\n\n`a|b`|c|d"


def test_the_head_is_a_row_and_code_is_no_table() -> None:
    assert with_whole_rows("| `a|b` | c |\n|-|-|") == "| `a\\|b` | c |\n|-|-|"
    code = "```\n| `a|b` | c |\n|-|-|\n| `a|b` | c |\n```"
    assert with_whole_rows(code) == code


@given(st.text(alphabet=st.sampled_from("ab|`$\\-\n "), max_size=80))
def test_no_word_and_no_line_is_lost(text: str) -> None:
    whole = with_whole_rows(text)
    assert whole.count("\n") == text.count("\n")
    kept = whole.replace("\\vert", "").replace("\\Vert", "")
    assert [c for c in kept if c in "ab`"] == [c for c in text if c in "ab`"]
