"""Vocabularies are kept as they were given, and what is damaged is not there."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.storing.vocabulary_table import Vocabulary, packed_words, unpacked_words

WORDS = st.lists(st.text(min_size=1, max_size=8).filter(lambda word: word.isprintable()), max_size=20)


@given(WORDS, st.integers(0, 10**6))
def test_words_come_back_as_they_were_kept(words: list[str], chunks: int) -> None:
    counts = tuple(range(len(words)))
    kept = packed_words(Vocabulary("digest", tuple(words), counts, chunks, b""))
    assert unpacked_words(kept) == (tuple(words), counts, chunks)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"words":["a"],"counts":[],"chunks":1}',
        b'{"words":["a"],"counts":[-1],"chunks":1}',
        b'{"words":["a"],"counts":[true],"chunks":1}',
        b'{"words":[1],"counts":[1],"chunks":1}',
        b'{"words":["a"],"counts":[1],"chunks":1.5}',
        b'{"words":5,"counts":5,"chunks":1}',
    ],
)
def test_what_is_no_vocabulary_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="no vocabulary"):
        unpacked_words(zlib.compress(text))


def test_a_text_that_unpacks_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="no vocabulary"):
        unpacked_words(zlib.compress(b" " * (1 << 25)))
    with pytest.raises(ValueError, match="no vocabulary"):
        unpacked_words(packed_words(Vocabulary("", ("word",) * 99, (1,) * 99, 1, b""))[:-9])


def test_half_of_the_digits_are_enough_for_a_cosine() -> None:
    rows = np.random.default_rng(1).normal(size=(200, 512)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    halved = rows.astype("<f2").astype(np.float32)
    assert float(np.abs(rows @ rows.T - halved @ rows.T).max()) < 5e-4


def test_a_vocabulary_knows_whether_its_parts_fit() -> None:
    assert Vocabulary("", ("one", "two"), (2, 1), 5, bytes(8)).is_sound
    assert Vocabulary("", ("one", "two"), (2, 1), 5, bytes(8)).dimension == 2
    assert not Vocabulary("", ("one", "two"), (2,), 5, bytes(8)).is_sound
    assert not Vocabulary("", ("one", "two"), (2, 1), 5, bytes(10)).is_sound
