"""Any title has an id of its own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.catalog.identifiers import source_id, valid_id


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("go", "go"),
        ("Go", "go"),
        ("NumPy guide", "numpy-guide"),
        ("d2l_zh", "d2l-zh"),
        (" python-3 ", "python-3"),
        ("2024", "2024"),
    ],
)
def test_a_title_that_its_slug_expresses_has_it_bare(title: str, expected: str) -> None:
    assert source_id(title, ()) == expected


@pytest.mark.parametrize(
    ("title", "beginning"),
    [
        ("C++", "c-"), ("C#", "c-"), ("C", "c"), ("机器学习 2024", "2024-"), ("物理 2024", "2024-"),
        ("机器学习", "source-"), ("Café", "cafe-"), ("CON", "con-"), ("com1", "com1-"), ("nul", "nul-"),
        ("3.10", "3-10-"), ("../../etc", "etc-"), ("a" * 300, "a" * 40 + "-"), ("", "source-"), ("🎓", "source-"),
        ("-rf", "rf-"),
        ("a  b", "a-b-"), ("a.", "a-"),
    ],
)  # fmt: skip
def test_any_other_gets_a_hash(title: str, beginning: str) -> None:
    found = source_id(title, ())
    assert re.fullmatch(re.escape(beginning) + ("[0-9a-f]{8}" if beginning.endswith("-") else ""), found)
    assert source_id(title, ()) == found


def test_titles_that_look_alike_stay_apart() -> None:
    titles = [
        "机器学习 2024",
        "物理 2024",
        "C++",
        "C#",
        "C",
        "c",
        "Go",
        "go",
        "GO",
        "Café",
        "Cafe\u0301",
        "cafe",
        "Ｇｏ",
        "a-b",
        "a b",
    ]
    taken: list[str] = []
    for title in titles:
        taken.append(source_id(title, taken))
    assert len(set(taken)) == len(titles)


def test_taken_ids_are_counted_on() -> None:
    assert source_id("go", ["go"]) == "go-2"
    assert source_id("go", {"GO", "go-2", "go-3"}) == "go-4"


@given(st.text(), st.sets(st.sampled_from(["a", "go", "source", "c"])))
def test_every_id_is_good_for_files_and_commands(title: str, taken: set[str]) -> None:
    found = source_id(title, taken)
    assert valid_id(found)
    assert found not in taken
    assert not found.startswith("-")
    assert len(found) <= 64


@pytest.mark.parametrize("bad", ["", "Go", "a b", "con", "lpt1", "-a", "a.b", "中", "a/b", "a" * 65])
def test_ids_that_a_list_may_not_give(bad: str) -> None:
    assert not valid_id(bad)
