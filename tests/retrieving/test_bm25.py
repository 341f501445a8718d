"""Texts are scored by the words of a question, the rare ones for more."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.bm25 import scores

LESSONS = [
    "The sum of the angles of a triangle is the same for every triangle, the teacher said to the class.",
    "Sort the cards by colour and count them.",
    "A list is sorted by calling list.sort; the list itself changes.",
    "梯度下降沿着梯度的反方向走，学习率决定每一步的长短。",
    "植物在光下制造养分，放出氧气。",
]


def best(question: str, texts: list[str]) -> int:
    found = scores(question, texts)
    return found.index(max(found))


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("How do I sort a list?", 2),
        ("What is the sum of the angles?", 0),
        ("学习率太大会怎样？", 3),
        ("植物为什么放出氧气", 4),
        ("colours of the cards, the colour", 1),
    ],
)
def test_the_text_that_answers_scores_best(question: str, place: int) -> None:
    assert best(question, LESSONS) == place


def test_stop_words_do_not_outweigh_a_word_that_tells() -> None:
    texts = ["the the of the and the is of the in the for the " * 5, "photosynthesis needs light", "more of the same"]
    assert scores("what is the use of photosynthesis in the class", texts)[0] == 0
    assert best("what is the use of photosynthesis in the class", texts) == 1


def test_without_a_shared_word_there_is_no_score() -> None:
    assert scores("volcano", LESSONS) == [0.0] * len(LESSONS)
    assert scores("?", LESSONS) == [0.0] * len(LESSONS)
    assert scores("volcano", []) == []
    assert scores("volcano", ["", ""]) == [0.0, 0.0]


def test_a_word_in_every_text_still_finds_them() -> None:
    assert all(score > 0 for score in scores("lesson", ["lesson one", "lesson two", "a lesson"]))


vocabulary = st.sampled_from(["sun", "moon", "tide", "the", "月球", "潮水", "read_csv"])
texts = st.lists(st.lists(vocabulary, max_size=8).map(" ".join), max_size=8)


@given(st.lists(vocabulary, min_size=1, max_size=4).map(" ".join), texts, st.randoms(use_true_random=False))
def test_a_score_does_not_depend_on_the_order_of_the_texts(
    question: str, given_texts: list[str], shuffle: random.Random
) -> None:
    places = list(range(len(given_texts)))
    shuffle.shuffle(places)
    expected = scores(question, given_texts)
    assert scores(question, [given_texts[place] for place in places]) == [expected[place] for place in places]
    for one, text in zip(expected, given_texts, strict=True):
        assert one >= 0
        assert all(one == other for other, same in zip(expected, given_texts, strict=True) if same == text)
