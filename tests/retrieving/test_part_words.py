"""Which part of a chunk holds the words of a question."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.part_words import _count, part_scores


def test_more_and_rarer_terms_count_for_more() -> None:
    texts = ["The moon draws the tide.", "The tide comes in.", "The tide goes out again.", "Bread is baked."]
    scores = part_scores({"tide": 1.0, "moon": 1.0}, texts)
    assert scores[3] is None
    both, one, other, _ = scores
    assert (both or 0) > (one or 0) > (other or 0) > 0


def test_stems_are_found_where_a_word_begins_and_in_any_case_or_width() -> None:
    found = part_scores({"bak": 1.0}, ["Baking takes an hour.", "ＢＡＫＥＤ", "The tebak of it."])
    assert [score is not None for score in found] == [True, True, False]


def test_words_without_spaces_are_found_anywhere() -> None:
    assert part_scores({"潮汐": 1.0}, ["月亮引起潮汐。", "面包要烤。"])[1] is None


def test_words_are_found_in_either_script() -> None:
    assert part_scores({"数据库": 1.0}, ["数据库很大。", "數據庫很大。", "面包要烤。"])[2] is None
    assert None not in part_scores({"数据库": 1.0}, ["数据库很大。", "數據庫很大。"])


def test_without_terms_or_texts_nothing_is_found() -> None:
    assert part_scores({}, ["text"]) == [None]
    assert part_scores({"": 1.0}, ["text"]) == [None]
    assert part_scores({"a": 1.0}, []) == []


@given(
    st.dictionaries(st.text(max_size=4), st.floats(0.1, 1), max_size=4),
    st.lists(st.text(max_size=30), max_size=6),
    st.randoms(use_true_random=False),
)
def test_any_terms_and_texts_have_scores_whatever_their_order(terms, texts, shuffle) -> None:
    found = part_scores(terms, texts)
    assert all(score is None or score > 0 for score in found)
    places = list(range(len(texts)))
    shuffle.shuffle(places)
    assert part_scores(terms, [texts[place] for place in places]) == [found[place] for place in places]


@given(st.text("ab1-", max_size=30), st.sampled_from(["a", "ab", "aba", "1a", "-a", "aa"]))
def test_latin_terms_count_from_the_beginning_of_a_word_on(text: str, term: str) -> None:
    before = r"(?<![a-z0-9])" if term[0].isalnum() else ""
    assert _count(term, text) == len(re.findall(before + re.escape(term), text))
