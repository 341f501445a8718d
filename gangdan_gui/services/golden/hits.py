"""How many answers of a chat model are hits, and how long one takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.golden import Answered, GoldenRun
from gangdan_gui.domain.search import Conversation

HITS = "answers"
# The newest answers tell best how long one takes.
_LAST = 5


def with_answer(run: GoldenRun, question: str, answered: Answered, families: Mapping[str, str]) -> GoldenRun:
    """The run with what a model made of a question; `families` are those of questions, by their ids."""
    outcomes = tuple(replace(one, answered=answered) if one.question == question else one for one in run.outcomes)
    figures = {
        family: {
            **figures,
            HITS: hit_rate(
                [one.answered for one in outcomes if one.answered and _is_of(one.question, family, families)]
            ),
        }
        for family, figures in run.figures.items()
    }
    return replace(run, outcomes=outcomes, figures=figures)


def hit_rate(answers: Sequence[Answered]) -> float | None:
    """The share of answers that cite what is expected, of those that were given it; None where none was."""
    given = [one for one in answers if one.given]
    return sum(one.cited for one in given) / len(given) if given else None


def usual_seconds(runs: Sequence[GoldenRun], kept: Sequence[Conversation], model: str) -> float | None:
    """How long an answer of a model took lately: to test questions, else to others; None where it gave none."""
    asked = [one.seconds for run in runs[::-1] if run.model == model for one in run.answers]
    told = [
        exchange.answer.seconds.get("total", 0.0)
        for one in kept
        for exchange in one.exchanges
        if exchange.answer.model == model
    ]
    seconds = (asked or told)[:_LAST]
    return sum(seconds) / len(seconds) if seconds else None


def _is_of(question: str, family: str, families: Mapping[str, str]) -> bool:
    return not family or families.get(question) == family
