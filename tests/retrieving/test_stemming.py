"""Forms of one English word are one term, and that is a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.stemming import stem

FORMS = {
    "list": "list lists listed listing",
    "file": "file files filed filing",
    "run": "run runs running",
    "plan": "plan plans planned planning",
    "class": "class classes",
    "box": "box boxes",
    "query": "query queries queried",
    "cache": "cache caches cached caching",
    "match": "match matches matched matching",
    "value": "value values valued",
    "create": "create creates created creating",
    "change": "change changes changed changing",
    "define": "define defines defined defining",
    "delete": "delete deletes deleted deleting",
    "compute": "compute computes computed computing",
    "handle": "handle handles handled handling",
    "move": "move moves moved moving",
    "parse": "parse parses parsed parsing",
    "raise": "raise raises raised raising",
    "call": "call calls called calling",
    "add": "add adds added adding",
    "format": "format formats formatted formatting",
    "direct": "direct directs directly directed",
    "automatic": "automatic automatically",
    "final": "final finally",
    "movie": "movie movies",
}
AS_THEY_ARE = [
    "string", "thing", "during", "need", "speed", "family", "apply", "early", "series", "status", "analysis", "this",
    "less", "is", "os", "c", "3", "梯度", "größe", "pandas", "numpy", "embed", "",
]  # fmt: skip


@pytest.mark.parametrize(("word", "form"), [(word, form) for word, forms in FORMS.items() for form in forms.split()])
def test_a_form_of_a_word_becomes_the_word(word: str, form: str) -> None:
    assert stem(form) == word


@pytest.mark.parametrize("word", AS_THEY_ARE)
def test_what_is_no_form_stays(word: str) -> None:
    assert stem(word) == word


@given(st.text("abcdeginsy", max_size=12))
def test_nothing_becomes_longer_by_more_than_the_letter_that_was_dropped(word: str) -> None:
    assert len(stem(word)) <= len(word) + 1
    assert bool(stem(word)) == bool(word)
