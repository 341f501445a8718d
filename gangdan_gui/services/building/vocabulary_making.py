"""Makes the vocabulary of what was built, and keeps it up to date: only words that nobody knows yet are embedded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

from gangdan_gui.domain.errors import EmbedderUnavailable, GangDanError
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Turn
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.streams import Report
from gangdan_gui.storing.records import Generation
from gangdan_gui.storing.vocabulary_table import Vocabulary

_log = logging.getLogger(__name__)

NO_BRIDGE = "no-bridge"
"""The code of the notice that a source is not found by questions in other languages as well as it might be."""
# About a tenth of a second of embedding.
_AT_ONCE = 256
# A vocabulary with so many words that are gone is written again.
_GONE = 0.1


class VocabularyMaking:
    """Makes the vocabularies of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._index = KeywordIndex(parts)

    async def bring_up_to_date(
        self, generation: Generation, turn: Turn | None = None, report: Report | None = None
    ) -> Reason | None:
        """Make the vocabulary of what answers of a generation, where it is not there or other words stand there now.

        `turn` is waited for before each piece of embedding, `report` told how many of the new words are done. What
        goes wrong is told as a notice: a source without a vocabulary is whole, and the next build tries again.
        """
        embedder = self._parts.embedders.for_words()
        if embedder is None:
            return None
        try:
            await self._bring(generation, embedder, turn, report)
        except EmbedderUnavailable as error:
            _log.info("no words of other languages for “%s”: %s", generation.source, error)
            return Reason(NO_BRIDGE, error.facts.get("why", ""))
        except GangDanError as error:
            _log.warning("the vocabulary of “%s” was not made: %r", generation.source, error)
            return Reason(NO_BRIDGE, "")
        return None

    async def _bring(
        self, generation: Generation, embedder: Embedder, turn: Turn | None, report: Report | None
    ) -> None:
        await self._index.complete(generation)  # a library of an older version has none yet
        counts = await self._index.vocabulary(generation)
        live = (await self._parts.manifest.documents.counts(generation)).chunks
        words = await self._parts.words.call("vocabulary", counts, live)
        identity = await embedder.identify()
        kept = await self._kept(generation, identity)
        mine = kept.get(generation.number)
        if mine and _is_current(mine, words):
            return
        rows = await asyncio.to_thread(_rows, kept.values(), words)
        missing = [word for word in words if word not in rows]
        for at in range(0, len(missing), _AT_ONCE):
            if turn:
                await turn()
            if report:
                await report(at, len(missing))
            some = missing[at : at + _AT_ONCE]
            rows |= await _embedded(some, embedder)
        if report and missing:
            await report(len(missing), len(missing))
        vectors = b"".join(rows[word] for word in words)
        numbers = tuple(counts[word] for word in words)
        await self._parts.manifest.vocabularies.keep(
            generation.number, Vocabulary(identity.digest, words, numbers, live, vectors)
        )

    async def _kept(self, generation: Generation, identity: EmbedderIdentity) -> dict[int, Vocabulary]:
        """What this source's generations know already, by the same embedder."""
        generations = self._parts.manifest.generations
        source = generation.source
        there = [await generations.live(source), await generations.building(source), await generations.previous(source)]
        numbers = {generation.number, *(one.number for one in there if one)}
        kept = await self._parts.manifest.vocabularies.of(sorted(numbers))
        return {number: one for number, one in kept.items() if one.is_of(identity)}


async def _embedded(words: Sequence[str], embedder: Embedder) -> dict[str, bytes]:
    vectors = await embedder.embed_passages(words)
    return dict(zip(words, await asyncio.to_thread(_halved, vectors), strict=True))


def _is_current(vocabulary: Vocabulary, words: Sequence[str]) -> bool:
    """Whether it has all these words, and hardly any others."""
    known = set(vocabulary.words)
    return known.issuperset(words) and len(known) - len(words) <= _GONE * len(known)


def _rows(kept: Iterable[Vocabulary], words: Sequence[str]) -> dict[str, bytes]:
    """The vectors that are there already, by word."""
    wanted = set(words)
    return {
        word: vocabulary.row(place)
        for vocabulary in kept
        for place, word in enumerate(vocabulary.words)
        if word in wanted
    }


def _halved(vectors: Vectors) -> list[bytes]:
    """Each vector as a vocabulary keeps it."""
    import numpy as np

    rows = np.frombuffer(vectors.data, np.float32).reshape(len(vectors), -1)
    return [row.tobytes() for row in rows.astype("<f2")]
