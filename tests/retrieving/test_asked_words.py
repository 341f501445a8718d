"""Which words of a question are looked for in another language."""

from __future__ import annotations

import string

from gangdan_gui.retrieving.asked_words import asked_words

MANY = [f"word{first}{second}" for first in string.ascii_lowercase for second in string.ascii_lowercase]


def test_of_a_pasted_text_the_first_and_the_last_words_are_taken() -> None:
    found = asked_words(" ".join(MANY), "en")
    assert found == (*MANY[:50], *MANY[-50:])


def test_of_a_question_all_are() -> None:
    assert asked_words(" ".join(MANY[:100] * 2), "en") == tuple(MANY[:100])
    assert asked_words("什么是光合作用？", "zh") == ("光合作用",)
