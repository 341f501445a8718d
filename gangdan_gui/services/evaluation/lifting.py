"""Counts what a reranker could bring, and what one has brought: what is not among the candidates no order brings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from gangdan_gui.domain.golden import Lift
from gangdan_gui.reranking.names import short_name
from gangdan_gui.services.evaluation.asking import Ranked, Report, ask_all
from gangdan_gui.services.evaluation.measures import DEEPEST
from gangdan_gui.services.evaluation.sets import AskedQuestion
from gangdan_gui.services.requests import SearchOptions

# What a library finds for a question.
Find = Callable[[AskedQuestion, SearchOptions], Awaitable[Ranked]]
NEAR = 5
_RERANKER = "reranker-"


async def ask_for_lift(
    questions: Sequence[AskedQuestion], find: Find, options: SearchOptions, report: Report
) -> tuple[list[Ranked], Lift]:
    """What is found, and what a reranker could do or does.

    Where the options name one, all is asked without it first, to see what it does; `report` counts both.
    """
    named = short_name(options.reranker or "")
    if not named:
        found = await ask_all(questions, lambda one: find(one, options), report)
        return found, lift_of(found)
    plain = replace(options, reranker="")
    before = await ask_all(questions, lambda one: find(one, plain), lambda done, total: report(done, 2 * total))
    found = await ask_all(
        questions, lambda one: find(one, options), lambda done, total: report(total + done, 2 * total)
    )
    return found, lift_of(before, found, named)


def lift_of(before: Sequence[Ranked], after: Sequence[Ranked] | None = None, reranker: str = "") -> Lift:
    """What answers without a reranker leave for one to do, and what one did to the same questions."""
    old = [rank_of(one) for one in before if one.question.spans]
    deep, near = sum(0 < rank <= DEEPEST for rank in old), sum(_is_near(rank) for rank in old)
    if after is None:
        return Lift(len(old), deep, near)
    judged = [one for one in after if one.question.spans]
    new = [rank_of(one) for one in judged]
    pairs = [(_is_near(first), _is_near(second)) for first, second in zip(old, new, strict=True)]
    said = [notice for one in judged for notice in one.notices if notice.code.startswith(_RERANKER)]
    return Lift(
        len(old), deep, near, reranker,
        after=sum(second for _, second in pairs),
        lifted=pairs.count((False, True)),
        lowered=pairs.count((True, False)),
        failed=len(said),
        why=said[0] if said else None,
    )  # fmt: skip


def rank_of(answer: Ranked) -> int:
    """The rank of the first place that answers, 0 where none does."""
    spans = answer.question.spans
    return next((rank for rank, place in enumerate(answer.places, 1) if any(map(place.covers, spans))), 0)


def _is_near(rank: int) -> bool:
    return 0 < rank <= NEAR
