"""The JSON of how passages were found, and of why another was not."""

from __future__ import annotations

from collections.abc import Iterable

from gangdan_gui.domain.trace import Asked, Candidate, Trace
from gangdan_gui.payloads import Payload, heading_line, seconds, translations
from gangdan_gui.services.requests import Check
from gangdan_gui.wording.step_wording import step_sentences

_DIGITS = 6


def trace(found: Trace | None) -> Payload | None:
    """The key `explain` of `search` and `ask`; null where a search was not followed."""
    if found is None:
        return None
    return {
        "language": found.language,
        "asked": [_asked(one) for one in found.asked],
        "translated": translations(found.translated),
        "candidates": [_candidate(one) for one in found.candidates],
        "reranker": found.reranker,
        "support": {name: round(figure, _DIGITS) for name, figure in found.support.items()},
        "seconds": seconds(found.seconds, found.seconds),
    }


def _asked(one: Asked) -> Payload:
    return {
        "where": one.where,
        "language": one.language,
        "text": one.text,
        "words": [{"word": word, "weight": round(weight, _DIGITS)} for word, weight in one.words],
    }


def _candidate(one: Candidate) -> Payload:
    return {
        "source": one.source,
        "path": one.path,
        "heading": heading_line(one.heading),
        "start": one.start,
        "end": one.end,
        "language": one.language,
        "dense_rank": one.dense_rank,
        "distance": None if one.distance is None else round(one.distance, _DIGITS),
        "keyword_rank": one.keyword_rank,
        "keyword_score": round(one.keyword_score, _DIGITS),
        "words": list(one.terms),
        "translated_rank": one.translated_rank,
        "fused": round(one.fused, _DIGITS),
        "reranked": one.reranked,
        "reranker_score": None if one.reranker_score is None else round(one.reranker_score, _DIGITS),
        "fate": str(one.fate),
        "passage": one.passage or None,
    }


def steps(found: Iterable[Check]) -> Payload:
    """`why`."""
    told = [(step, *step_sentences(step)) for step in found]
    return {"steps": [{"id": step.id, "state": step.state, "found": said, "advice": advice}
                      for step, said, advice in told]}  # fmt: skip
