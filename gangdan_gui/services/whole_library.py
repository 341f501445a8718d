"""What a model is given besides the passages found, where the whole library may fit into what it reads at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gangdan_gui.answering.tokens import LETTERS_A_TOKEN
from gangdan_gui.domain.search import Passage
from gangdan_gui.retrieving.rest import rest
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.word_search import hit_of
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
        live = [(record.live, record.chunks) for record in records if record.live]
        if sum(chunks * max(1, one.chunking.minimum - one.chunking.overlap) for one, chunks in live) > letters:
            return False
        held = [await self._parts.manifest.documents.characters(generation) for generation, _ in live]
        return sum(held) <= letters
