"""Has a reranker, where the user has named one, put the best of what was found into a better order.

It only ever changes places: those that it judged share among them the scores that they had, and what is behind them
stays there. Whatever goes wrong leaves the order as it was, and a notice says so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gangdan_gui.domain.errors import InvalidSetting, RerankerUnavailable
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Hit, Mode
from gangdan_gui.domain.trace import Candidate, Trace
from gangdan_gui.reranking.names import is_reranker, named, short_name
from gangdan_gui.retrieving.passages import by_merit, same_text
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings

_log = logging.getLogger(__name__)

_SLOW, _NEEDS_BOTH = "reranker-slow", "reranker-needs-both"


@dataclass(frozen=True, slots=True)
class Reranked:
    """Hits in their new order, by their scores. `judged` are the rank and the reranker's score of each chunk it saw.

    `name` is what the reranker is called, empty where there is none or it could not be used, which `notices` say.
    """

    hits: Sequence[Hit]
    name: str = ""
    judged: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    notices: tuple[Reason, ...] = ()
    seconds: float = 0.0

    def told(self, trace: Trace) -> Trace:
        """A trace of the same search with what the reranker said."""
        if not self.name:
            return trace
        seconds = {**trace.seconds, "rerank": self.seconds}
        candidates = tuple(map(self._told, trace.candidates))
        return replace(trace, candidates=candidates, seconds=seconds, reranker=self.name)

    def _told(self, one: Candidate) -> Candidate:
        if one.chunk not in self.judged:
            return one
        rank, score = self.judged[one.chunk]
        return replace(one, reranked=rank, reranker_score=score)


class Reranking:
    """Reranks what searches of one library find."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._turns = asyncio.Lock()

    async def rerank(self, question: str, hits: Sequence[Hit], options: SearchOptions) -> Reranked:
        """The hits with the best of them put into another order, where a reranker is named. Never raises for one."""
        settings = self._parts.settings()
        name = reranker_of(options, settings)
        if not hits or not name:
            return Reranked(hits)
        if options.mode != Mode.HYBRID:
            return Reranked(hits, notices=(Reason(_NEEDS_BOTH),))
        begun = time.perf_counter()
        try:
            reranker = self._parts.rerankers.get((name, settings.ollama_address))
            best = _best(by_merit(hits), min(settings.reranked, reranker.most))
            texts = list(dict.fromkeys(same_text(hit.text) for hit in best))
            # Each question has the whole time, also where several are asked at once.
            async with self._turns, asyncio.timeout(settings.reranker_seconds):
                scores = await reranker.scores(question, texts)
        except TimeoutError:
            reason = Reason(_SLOW, f"{short_name(name)} ({settings.reranker_seconds} s)")
        except RerankerUnavailable as error:
            reason = error.reason
        except InvalidSetting as error:
            reason = Reason("reranker-ollama-away", error.facts["value"])
        else:
            by_text = dict(zip(texts, scores, strict=True))
            return _reordered(hits, best, by_text, short_name(name), time.perf_counter() - begun)
        _log.info("not reranked by %s: %s %s", name, reason.code, reason.detail)
        return Reranked(hits, notices=(reason,))


def reranker_of(options: SearchOptions, settings: Settings) -> str:
    """The name of the reranker that a search asks, empty for none; the settings' one is for both ways together."""
    usual = settings.reranker if options.mode == Mode.HYBRID else ""
    name = usual if options.reranker is None else options.reranker
    return "" if is_reranker(name) and named(name) is None else name


def _best(ordered: Sequence[Hit], most: int) -> list[Hit]:
    """The first hits, with so many different texts."""
    texts: set[str] = set()
    best = []
    for hit in ordered:
        texts.add(same_text(hit.text))
        if len(texts) > most:
            break
        best.append(hit)
    return best


def _reordered(
    hits: Sequence[Hit], best: Sequence[Hit], scores: Mapping[str, float], name: str, seconds: float
) -> Reranked:
    """What scores alike keeps its order."""
    judged: dict[str, tuple[int, float]] = {}
    moved: dict[int, Hit] = {}
    ranked = sorted(best, key=lambda hit: -scores[same_text(hit.text)])
    for rank, (hit, place) in enumerate(zip(ranked, best, strict=True), 1):
        judged.setdefault(hit.chunk, (rank, scores[same_text(hit.text)]))
        moved[id(hit)] = hit._replace(fused=place.fused)
    return Reranked([moved.get(id(hit), hit) for hit in hits], name, judged, seconds=seconds)
