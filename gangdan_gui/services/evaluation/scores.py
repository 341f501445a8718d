"""The figures of a set of questions, in all and by family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.asking import Ranked, balanced_accuracy
from gangdan_gui.services.evaluation.measures import budget, figures, means
from gangdan_gui.services.evaluation.sets import AskedQuestion


@dataclass(frozen=True, slots=True)
class Score:
    """Figures of questions that have an answer, by name, None where there are none of those.

    `questions` counts all, `unanswerable` those without an answer. `supported` counts what was judged of each kind
    (`answerable`, `unanswerable`), `balanced` is how well the two were told apart.
    """

    name: str
    questions: int
    unanswerable: int
    means: Mapping[str, float | None]
    supported: Mapping[str, Mapping[str, int]]
    balanced: float | None = None
    families: tuple[Score, ...] = field(default=())


Languages = Callable[[str], str]


def score(name: str, answers: Sequence[Ranked], language_of: Languages) -> Score:
    """The figures of answers; `language_of` tells a document's language, on which it depends how much is read."""
    families = sorted({answer.question.family for answer in answers} - {""})
    parts = [
        _score(one, [answer for answer in answers if answer.question.family == one], language_of) for one in families
    ]
    return _score(name, answers, language_of, tuple(parts))


def measured(answer: Ranked, language_of: Languages) -> dict[str, float]:
    """The figures of one question that has an answer."""
    return figures(answer.question, answer.places, budget_of(answer.question, language_of))


def budget_of(question: AskedQuestion, language_of: Languages) -> int:
    """How many characters are read for a question: the budget of the language that most of its spans are in."""
    languages = [language_of(span.document) for span in question.spans]
    return budget(max(dict.fromkeys(languages), key=languages.count))


def _score(name: str, answers: Sequence[Ranked], language_of: Languages, families: tuple[Score, ...] = ()) -> Score:
    with_answer = [answer for answer in answers if answer.question.spans]
    return Score(
        name=name,
        questions=len(answers),
        unanswerable=len(answers) - len(with_answer),
        means=means([measured(answer, language_of) for answer in with_answer]),
        supported={
            "answerable": _judged(with_answer),
            "unanswerable": _judged(answer for answer in answers if not answer.question.spans),
        },
        balanced=balanced_accuracy(answers),
        families=families,
    )


def _judged(answers: Iterable[Ranked]) -> dict[str, int]:
    judged = [answer.supported for answer in answers]
    return {str(support): judged.count(support) for support in Support}
