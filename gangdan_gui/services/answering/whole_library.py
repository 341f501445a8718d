"""What a model is given besides the passages found, where the whole library may fit into what it reads at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gangdan_gui.answering.tokens import LETTERS_A_TOKEN
from gangdan_gui.domain.search import Passage
from gangdan_gui.retrieving.rest import rest
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.searching.hits import hit_of
from gangdan_gui.storing.records import SourceRecord


class WholeLibrary:
    """Reads all that chosen sources hold. A large library costs a comparison of counts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def rest(self, found: Sequence[Passage], records: Sequence[SourceRecord], tokens: int) -> tuple[Passage, ...]:
        """What built sources hold besides the passages found; nothing where that is surely more than `tokens`."""
        if not await self._may_fit(records, tokens * LETTERS_A_TOKEN):
            return ()
        documents = self._parts.manifest.documents
        hits = []
        for generation in (record.live for record in records if record.live):
            ids = await documents.live_ids(generation)
            hits += [hit_of(one, None) for one in (await documents.by_id(generation, sorted(ids))).values()]
        return await asyncio.to_thread(rest, found, hits)

    async def _may_fit(self, records: Sequence[SourceRecord], letters: int) -> bool:
        if sum(map(_letters_about, records)) > letters:
            return False
        live = [record.live for record in records if record.live]
        return sum([await self._parts.manifest.documents.characters(one) for one in live]) <= letters


def _letters_about(record: SourceRecord) -> int:
    """Fewer letters than a source holds, from what is known without looking: half a step for each further window."""
    if record.live is None:
        return 0
    chunking = record.live.chunking
    return max(0, record.chunks - record.documents) * (chunking.size - chunking.overlap) // 2
