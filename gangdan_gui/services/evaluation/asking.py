"""Puts sets of questions to a library and keeps what came back, question by question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.measures import Place
from gangdan_gui.services.evaluation.sets import AskedQuestion
from gangdan_gui.services.together import together

# The embedder takes one question at a time; meanwhile others are searched.
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Ranked:
    """What was found for a question, best first, and whether the library was judged to hold an answer.

    `too_far` is what was left out for its distance, where that was asked for; `notices` are those of the search.
    """

    question: AskedQuestion
    places: tuple[Place, ...]
    supported: Support
    too_far: tuple[Place, ...] = ()
    notices: tuple[Reason, ...] = ()


Ask = Callable[[AskedQuestion], Awaitable[Ranked]]
Report = Callable[[int, int], None]


async def ask_all(questions: Sequence[AskedQuestion], ask: Ask, report: Report) -> list[Ranked]:
    """Ask several at a time; the answers in the order of the questions. `report` hears how many are done of all."""
    answers: dict[int, Ranked] = {}
    waiting = iter(enumerate(questions))

    async def one_after_another() -> None:
        for number, question in waiting:
            answers[number] = await ask(question)
            report(len(answers), len(questions))

    await together(*(one_after_another() for _ in range(min(_AT_ONCE, len(questions)))))
    return [answers[number] for number in range(len(questions))]


def balanced_accuracy(answers: Sequence[Ranked]) -> float | None:
    """How well questions with an answer and those without are told apart; None where one kind is missing."""
    held = [answer.supported is not Support.NO for answer in answers if answer.question.spans]
    absent = [answer.supported is Support.NO for answer in answers if not answer.question.spans]
    if not held or not absent:
        return None
    return (sum(held) / len(held) + sum(absent) / len(absent)) / 2
