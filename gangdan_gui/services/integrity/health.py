"""A quick look whether a collection still holds what the manifest says, without reading it through.

A store that lost its vectors counts them all the same and finds next to nothing, and one whose files were exchanged
finds the wrong ones, both without an error. Only a passage whose vector is known elsewhere tells.
"""

from __future__ import annotations

import logging

from gangdan_gui.domain.documents import SourceState, chunk_of
from gangdan_gui.domain.errors import StoreAway, StoreDamaged, WorkerError
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation, SourceRecord

_log = logging.getLogger(__name__)

PROBES = 3
VECTORS_LOST = "vectors-lost"
_UNDER_WAY = (SourceState.BUILDING, SourceState.QUEUED)
_NEIGHBOURS = 10
# What a passage may be away from itself: far more than a store's rounding, far less than another passage is.
_ITSELF = 0.01


class Health:
    """Looks at the collections of one library. Every call may raise CannotWrite and LibraryLocked."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def is_whole(self, generation: Generation, probes: int = PROBES) -> bool:
        """Whether it has at least the rows of what is live, under the right distance, and finds what it has.

        More rows are what a build that was stopped leaves; they answer nothing.
        """
        store, documents = self._parts.store, self._parts.manifest.documents
        try:
            before = await documents.counts(generation)
            if not before.rows:
                return True
            stored = await store.count(generation.collection)
            if stored < before.rows:  # unless a build goes on, and the two can't be compared
                return before != await documents.counts(generation)
            if not self._parts.manifest.read_only:
                await store.ensure(generation.collection)
            return await self.finds(generation, probes)
        except (StoreAway, WorkerError):  # what can't be asked now is not damaged
            return True
        except StoreDamaged as error:
            _log.warning("the collection of “%s” is damaged: %s", generation.source, error)
            return False

    async def finds(self, generation: Generation, probes: int = PROBES) -> bool:
        """Whether passages whose vectors are kept are found by them. Raises StoreDamaged, WorkerError."""
        known = await self._known(generation, probes)
        missed = [id_ for id_, vector in known.items() if not await self._has(generation, id_, vector)]
        if not missed and known and not await self._reaches_any(generation, known):
            missed = list(known)
        # Rows come before their passages are live, and go after: what is live before and after must be found.
        ids = list(map(chunk_of, missed))
        still = await self._parts.manifest.documents.by_id(generation, ids) if missed else {}
        if still:
            _log.warning("of “%s” %s passages that are stored are not found", generation.source, len(still))
        return not still

    async def note_damage(self, source: str) -> None:
        """Let a source be `failed` until it is mended, which the next build and a repair then do row by row."""
        record = await self._parts.manifest.sources.get(source)
        if self._parts.manifest.read_only or record.state in _UNDER_WAY or noted_damage(record):
            return
        damage = Problem("", Stage.STORE, Reason(VECTORS_LOST, record.state.value))
        await self._parts.manifest.sources.set_problems(source, (*record.problems, damage))
        await self._parts.manifest.sources.set_state(source, SourceState.FAILED)

    async def note_mended(self, source: str) -> None:
        """Let a source be again what it was before damage was noted."""
        record = await self._parts.manifest.sources.get(source)
        if damage := noted_damage(record):
            others = tuple(problem for problem in record.problems if problem != damage)
            await self._parts.manifest.sources.set_problems(source, others)
            await self._parts.manifest.sources.set_state(source, SourceState(damage.reason.detail))

    async def _known(self, generation: Generation, probes: int) -> dict[str, bytes]:
        """A row of each of some live passages, first or later ones, and their vectors, as far as those are kept."""
        documents = self._parts.manifest.documents
        found = (await documents.by_id(generation, await documents.sample(generation, probes))).values()
        rows = [item.chunk.rows[number % len(item.chunk.rows)] for number, item in enumerate(found)]
        return await self._parts.manifest.vectors.of_rows(generation.identity, rows, generation.maker)

    async def _has(self, generation: Generation, id_: str, vector: bytes) -> bool:
        """Whether the row of that id has that vector."""
        near = await self._parts.store.query(generation.collection, vector, 1, [id_])
        return any(neighbour.id == id_ and neighbour.distance <= _ITSELF for neighbour in near)

    async def _reaches_any(self, generation: Generation, known: dict[str, bytes]) -> bool:
        """Whether a search comes upon one of them at least: it is approximate, and may well miss a single one."""
        for vector in known.values():
            near = await self._parts.store.query(generation.collection, vector, _NEIGHBOURS)
            if any(neighbour.distance <= _ITSELF for neighbour in near):
                return True
        return False


def noted_damage(record: SourceRecord) -> Problem | None:
    """The problem that a source's damaged vectors are, where that was noted; its detail is the state before."""
    return next((problem for problem in record.problems if problem.reason.code == VECTORS_LOST), None)
