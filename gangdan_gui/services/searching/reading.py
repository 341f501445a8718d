"""What a question reads of the chunks that it found: each once, in as few turns of the database as can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.records import FoundChunk, Generation, WordHit


class Reading:
    """The chunks of one question. Those of the generations with the numbers `measured` come with their vectors."""

    def __init__(self, documents: DocumentTable, measured: Collection[int]) -> None:
        self._documents = documents
        self._measured = measured
        # What does not answer is None.
        self._known: dict[int, dict[str, FoundChunk | None]] = {}
        self._wanted: list[WordHit] = []

    def want(self, said: Iterable[WordHit]) -> None:
        """Have these read together with what is read next."""
        self._wanted += said

    async def read(self, wanted: Sequence[tuple[Generation, Iterable[str]]]) -> list[dict[str, FoundChunk]]:
        """Those that answer of the chunks of each generation, by their ids."""
        asked = [(generation, tuple(ids)) for generation, ids in wanted]
        await self._read([*asked, *((one.generation, (one.chunk,)) for one in self._wanted)])
        self._wanted.clear()
        return [{id_: one for id_ in ids if (one := self._known[generation.number][id_])} for generation, ids in asked]

    async def _read(self, wanted: Sequence[tuple[Generation, Sequence[str]]]) -> None:
        lacking: dict[int, tuple[Generation, dict[str, None]]] = {}
        for generation, ids in wanted:
            known = self._known.setdefault(generation.number, {})
            if new := dict.fromkeys(id_ for id_ in ids if id_ not in known):
                lacking.setdefault(generation.number, (generation, {}))[1].update(new)
        unread = [(generation, list(ids)) for generation, ids in lacking.values()]
        found = await self._documents.by_ids(unread, self._measured) if unread else []
        for (generation, ids), some in zip(unread, found, strict=True):
            self._known[generation.number].update({id_: some.get(id_) for id_ in ids})
