"""What a search did with one chunk, read from its trace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from gangdan_gui.domain.search import Mode, Passage, SearchResult
from gangdan_gui.domain.trace import Candidate, Fate, Trace
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check, SearchOptions

_NOT_SHOWN = {Fate.COPY: "copy", Fate.TOO_FAR: "ceiling", Fate.RANKED_TOO_LOW: "low"}


def candidate_of(result: SearchResult | None, ids: Collection[str]) -> Candidate | None:
    """The candidate that is one of those chunks: one that is shown, else the best."""
    if result is None or result.trace is None:
        return None
    found = [one for one in result.trace.candidates if one.chunk in ids]
    return min(found, key=lambda one: (one.fate is not Fate.SHOWN, -one.fused), default=None)


def found_steps(
    result: SearchResult, found: Candidate | None, alone: Candidate | None, options: SearchOptions, ceiling: float
) -> list[Check]:
    """Whether it was found by meaning and by words, and what became of it then.

    `alone` is the same chunk as a search of its document alone finds it, `ceiling` the distance beyond which nothing is
    shown.
    """
    trace = result.trace
    if trace is None:
        return [Check(step, NOT_CHECKED) for step in ("meaning", "words", "ranked")]
    steps = [_by_meaning(trace, found, alone, options), _by_words(trace, found, options)]
    if found is None:
        return [*steps, Check("ranked", NOT_CHECKED)]
    if found.passage:  # what one way missed, the other has found
        case = "translated" if all(step.state == PROBLEM for step in steps) and found.translated_rank else "unneeded"
        steps = [
            step if step.state != PROBLEM else replace(step, state=OK, facts=_unneeded(step, case)) for step in steps
        ]
    return [*steps, _ranked(result, trace, found, ceiling)]


def _unneeded(step: Check, case: str) -> dict[str, str]:
    """Why a way that missed it does not matter: the other found it, or the question as it was translated did."""
    return {**step.facts, "case": case}


def _by_meaning(trace: Trace, found: Candidate | None, alone: Candidate | None, options: SearchOptions) -> Check:
    if options.mode == Mode.KEYWORD:
        return Check("meaning", NOT_CHECKED, {"case": "mode"})
    near = _of_language(trace, found or alone, by_words=False)
    facts = {"count": str(len(near))}
    if found is not None and found.dense_rank is not None and found.distance is not None:
        return Check("meaning", OK, {**facts, "rank": str(found.dense_rank), "distance": f"{found.distance:.2f}"})
    if not near:
        return Check("meaning", NOT_CHECKED, {"case": "away"})
    if alone is None or alone.distance is None:
        return Check("meaning", PROBLEM, facts)
    last = max(one.distance for one in near if one.distance is not None)
    return Check(
        "meaning", PROBLEM, {**facts, "case": "far", "distance": f"{alone.distance:.2f}", "last": f"{last:.2f}"}
    )


def _by_words(trace: Trace, found: Candidate | None, options: SearchOptions) -> Check:
    if options.mode == Mode.DENSE:
        return Check("words", NOT_CHECKED, {"case": "mode"})
    asked = [word for one in trace.asked for word, _ in one.words]
    facts = {"asked": ", ".join(dict.fromkeys(asked))}
    if found is None or not found.terms:
        return Check("words", PROBLEM, {**facts, "case": "none"} if not asked else facts)
    facts |= {"words": ", ".join(found.terms), "count": str(len(_of_language(trace, found, by_words=True)))}
    if found.keyword_rank is None:
        return Check("words", PROBLEM, {**facts, "case": "few"})
    return Check("words", OK, {**facts, "rank": str(found.keyword_rank)})


def _ranked(result: SearchResult, trace: Trace, found: Candidate, ceiling: float) -> Check:
    ordered = sorted(trace.candidates, key=lambda one: -one.fused)
    facts = {
        "rank": str(1 + next(at for at, one in enumerate(ordered) if one.chunk == found.chunk)),
        "of": str(len(ordered)),
        "passages": str(len(result.passages)),
        "number": str(found.passage),
        "ceiling": f"{ceiling:.2f}",
        "distance": "" if found.distance is None else f"{found.distance:.2f}",
    }
    if found.fate is Fate.RANKED_TOO_LOW and found.reranked is not None:
        facts |= {"case": "reranked", "rank": str(found.reranked), "reranker": trace.reranker}
        return Check("ranked", PROBLEM, facts)
    if case := _NOT_SHOWN.get(found.fate):
        state = OK if found.passage else PROBLEM
        return Check("ranked", state, {**facts, "case": case, "same": _same_as(result.passages, found.passage)})
    return Check("ranked", OK, {**facts, "case": "covered"} if found.fate is Fate.COVERED else facts)


def _same_as(passages: Sequence[Passage], number: int) -> str:
    """The document of the passage that shows the same text, empty where it is not shown either."""
    return next((passage.path for passage in passages if passage.number == number), "")


def _of_language(trace: Trace, like: Candidate | None, *, by_words: bool) -> list[Candidate]:
    """The candidates that were found so, of the language of one of them; of all where there is none."""
    ranked = [one for one in trace.candidates if (one.keyword_rank if by_words else one.dense_rank) is not None]
    return ranked if like is None else [one for one in ranked if one.language == like.language]
