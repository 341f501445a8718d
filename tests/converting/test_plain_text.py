"""Plain text: the same words; escapes only against accidents."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.plain_text import to_markdown
from gangdan_gui.converting.tidying import tidy


@pytest.mark.parametrize(
    "text",
    [
        "words\nand words",
        "1. one\n2. two",
        "- a\n- b",
        "> quoted",
        "Title\n=====",
        "a | b\nc | d",
        "2 * 3 * 4 and a_b_c",
        "f(*args, **kwargs)",
        "x < 3 > 2, C:\\new",
        "see https://e.org/a_b?c=d&e",
        "```\n<b> *x*\n```",
        "[1] A note. [2] Another.",
        "第一章 概述",
    ],
)
def test_what_reads_right_is_left_alone(text: str) -> None:
    assert to_markdown(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# comment\nvalue = 1", "\\# comment\nvalue = 1"),
        ("a <b>tag</b>", "a \\<b>tag\\</b>"),
        ("<!-- seen -->", "\\<!-- seen -->"),
        ("*starred* words", "\\*starred\\* words"),
        ("[x](y)", "\\[x](y)"),
        ("```\nnever closed", "\\```\nnever closed"),
    ],
)
def test_accidents_are_escaped(text: str, escaped: str) -> None:
    assert to_markdown(text) == escaped


def test_a_hash_that_stands_alone_is_a_heading() -> None:
    assert to_markdown("a\n\n# Heading\n\nb") == "a\n\n# Heading\n\nb"


@given(st.text(alphabet="ab*_<>`#[]()~\\ \n中", max_size=100))
def test_nothing_but_backslashes_is_added(text: str) -> None:
    assert to_markdown(text).replace("\\", "") == text.replace("\\", "")


@given(st.text(max_size=200))
def test_tidying_twice_changes_nothing(text: str) -> None:
    once = tidy(text.encode("utf-8", "ignore").decode())
    assert tidy(once) == once
    assert not re.search(r"\n{3,}", once) or "```" in once or "~~~" in once
