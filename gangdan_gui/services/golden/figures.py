"""What the answers to golden questions come to: ranks and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gangdan_gui.domain.golden import GoldenRun, Outcome
from gangdan_gui.reranking.names import short_name
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.lifting import rank_of
from gangdan_gui.services.evaluation.measures import NAMES
from gangdan_gui.services.evaluation.scores import Score, score
from gangdan_gui.services.requests import SearchOptions


def run_of(
    answers: Sequence[Ranked], language_of: Callable[[str], str], options: SearchOptions, *, at: str, over: str
) -> GoldenRun:
    """The run that answers are, in the order of the questions; why some fail is not looked for."""
    scores = score("", answers, language_of)
    every = (scores, *scores.families)
    return GoldenRun(
        at=at,
        bound=over,
        setting=_setting(options),
        figures={one.name: figures_of(one) for one in every},
        counts={one.name: one.questions for one in every},
        outcomes=tuple(Outcome(one.question.id, rank_of(one), supported=one.supported) for one in answers),
    )


def _setting(options: SearchOptions) -> str:
    reranker = short_name(options.reranker or "")
    return ", ".join(
        (options.mode, str(options.count), *sorted(options.collections), *([reranker] if reranker else []))
    )


def figures_of(one: Score) -> Mapping[str, float | None]:
    """The figures of a set as a run keeps them."""
    return {**{name: one.means[name] for name in NAMES}, "told_apart": one.balanced}
