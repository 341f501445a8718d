"""What is refused before it is sent and when it comes back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.checks import bad_rows, check_texts, check_vectors, is_blank

GOOD = [0.6, 0.8, 0.0]
finite = st.floats(allow_nan=False, allow_infinity=False, width=32)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t\r", "\u3000", "\xa0", "\u200b\u200d", "\ufeff", "\x00\x07", "\u2028\u2029", "\u202e", "\ud800"],
    ids=ascii,
)
def test_nothing_to_see_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", " 。 ", "\u200b字", "0", "-", "😀", "\ufffd", "e\u0301", "\ufeffx"], ids=ascii)
def test_anything_to_see_is_not(text: str) -> None:
    assert not is_blank(text)


@given(st.text(), st.sampled_from(["x", "字", "7", "?"]), st.text())
def test_one_visible_character_is_enough(before: str, seen: str, after: str) -> None:
    assert not is_blank(before + seen + after)


def test_blank_texts_are_named() -> None:
    check_texts([], "test")
    check_texts(["a", "b"], "test")
    with pytest.raises(BadVectors) as caught:
        check_texts(["a", " ", "b", ""], "test")
    assert caught.value.facts == {"embedder": "test", "what": "blank text at 1,3", "rows": "1,3"}


@given(st.lists(st.lists(finite, min_size=4, max_size=4).filter(any), max_size=6))
def test_good_vectors_pass(rows: list[list[float]]) -> None:
    vectors = Vectors.of(rows)
    check_vectors(vectors, len(rows), 4, "test")
    check_vectors(vectors, len(rows), None, "test")
    assert bad_rows(vectors) == ()


@pytest.mark.parametrize("expected", [0, 1, 3, 100])
def test_another_count_is_refused(expected: int) -> None:
    with pytest.raises(BadVectors) as caught:
        check_vectors(Vectors.of([GOOD, GOOD]), expected, 3, "test")
    assert caught.value.facts == {"embedder": "test", "what": f"2 vectors for {expected} texts"}


@pytest.mark.parametrize(
    "vectors",
    [
        Vectors(3, b""),
        Vectors(0, b""),
        Vectors(0, b"\x00\x00\x80\x3f"),
        Vectors(-3, b"\x00\x00\x80\x3f" * 3),
        Vectors(3, b"\x00\x00\x80\x3f" * 2),
        Vectors(3, b"\x00\x00\x80\x3f" * 3 + b"\x00"),
        Vectors.of([[1.0, 2.0], [1.0]]),
    ],
    ids=["none", "no dimension", "bytes of no dimension", "negative dimension", "short", "a byte more", "ragged"],
)
def test_data_that_is_not_one_vector_is_refused(vectors: Vectors) -> None:
    with pytest.raises(BadVectors):
        check_vectors(vectors, 1, None, "test")


def test_no_texts_have_no_vectors_of_any_dimension() -> None:
    check_vectors(Vectors(0, b""), 0, 512, "test")


@pytest.mark.parametrize("dimension", [2, 4, 512])
def test_another_dimension_is_refused(dimension: int) -> None:
    with pytest.raises(BadVectors) as caught:
        check_vectors(Vectors.of([GOOD]), 1, dimension, "test")
    assert caught.value.facts["what"] == f"3 numbers in a vector instead of {dimension}"


@pytest.mark.parametrize(
    "bad",
    [[0.0, 0.0, 0.0], [-0.0, 0.0, 0.0], [math.nan, 1, 0], [math.inf, 1, 0], [1, -math.inf, 0], [math.nan, math.inf, 0]],
    ids=str,
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_bad_values_are_named_by_their_place(bad: list[float], place: int) -> None:
    rows = [GOOD, GOOD]
    rows.insert(place, bad)
    vectors = Vectors.of(rows)
    assert bad_rows(vectors) == (place,)
    with pytest.raises(BadVectors) as caught:
        check_vectors(vectors, 3, 3, "test", first=40)
    assert caught.value.facts["rows"] == str(40 + place)


def test_numbers_at_the_ends_of_their_range_are_neither_zero_nor_infinite() -> None:
    largest, smallest = 3.4028234e38, 1e-45
    assert bad_rows(Vectors.of([[largest] * 1024, [-largest] * 1024])) == ()
    assert bad_rows(Vectors.of([[smallest, 0.0], [0.0, -smallest]])) == ()
