"""Every source gets a collection of its own, under a name that Chroma accepts."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.storing.collection_name import collection_name

ACCEPTED = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9._-]{1,510})[a-zA-Z0-9]")


@given(st.text(max_size=600), st.integers(min_value=1, max_value=10**9))
def test_any_id_gives_an_accepted_name(source: str, generation: int) -> None:
    name = collection_name(source, generation)
    assert ACCEPTED.fullmatch(name)
    assert ".." not in name
    assert name == name.lower()


@given(st.text(max_size=60), st.text(max_size=60))
def test_two_ids_never_share_a_name(one: str, other: str) -> None:
    assert (collection_name(one, 1) == collection_name(other, 1)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("机器学习 2024", "物理 2024"),
        ("C++", "C"),
        ("Go", "go"),
        ("a b", "a-b"),
        (unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é")),
        ("x" * 600, "x" * 601),
    ],
)
def test_ids_that_look_alike_stay_apart(one: str, other: str) -> None:
    assert collection_name(one, 1) != collection_name(other, 1)


def test_a_person_can_tell_whose_it_is() -> None:
    assert collection_name("numpy-guide", 3).startswith("s-numpy-guide-")
    assert collection_name("numpy-guide", 3).endswith("-g3")
    assert collection_name("numpy-guide", 3) != collection_name("numpy-guide", 4)
