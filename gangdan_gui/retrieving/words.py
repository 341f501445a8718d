"""The terms that a text is found by: how it is taken apart for the index of words, and a question likewise."""

from __future__ import annotations

from gangdan_gui.retrieving.keywords import keywords


def question_terms(question: str) -> dict[str, float]:
    """What to look for, each with its weight; empty where the question has no letter and no digit."""
    return dict.fromkeys(keywords(question), 1.0)
