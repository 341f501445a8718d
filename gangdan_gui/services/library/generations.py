"""Which of the states of a source answers: return to the one before, give it up, hold what there is."""

from __future__ import annotations

from datetime import date

from gangdan_gui.domain.documents import OWN, FileState, SourceState
from gangdan_gui.domain.errors import NoPrevious
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.services.building.generation_choice import GenerationChoice
from gangdan_gui.services.integrity.mending import mended
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord, SourceStanding


class Generations:
    """See `GenerationService`. What changes collections waits for a build that goes on."""

    def __init__(self, parts: Parts, library: Library) -> None:
        self._parts = parts
        self._library = library
        self._choice = GenerationChoice(parts)

    async def freeze(self, source: str, until: str) -> SourceSummary:
        """See `GenerationService.freeze`. Raises ValueError for what is no day."""
        await self._parts.manifest.sources.present(source)
        day = date.fromisoformat(until).isoformat() if until else ""
        await self._parts.manifest.sources.freeze(source, day)
        return await self._library.summary(source)

    async def go_back(self, source: str) -> SourceSummary:
        """See `GenerationService.go_back`. It is made whole first, which may raise EmbedderUnavailable, StoreError."""
        async with self._library.one_at_a_time:
            record = await self._parts.manifest.sources.present(source)
            previous = await self._previous(record)
            await mended(self._parts, previous, thorough=False)
            # What was taken out meanwhile must not answer again.
            await self._library.builder.put_right(record, previous)
            if building := await self._parts.manifest.generations.building(source):
                await self._choice.drop(building)  # what was begun is of the choice that is taken back
            await self._parts.manifest.generations.go_back(source, await self._standing(record, previous))
            await self._choice.sweep(source)
        return await self._library.summary(source)

    async def forget_previous(self, source: str) -> SourceSummary:
        """See `GenerationService.forget_previous`."""
        async with self._library.one_at_a_time:
            await self._parts.manifest.sources.present(source)
            if previous := await self._parts.manifest.generations.previous(source):
                await self._choice.drop(previous)
                await self._choice.sweep(source)
        return await self._library.summary(source)

    async def _previous(self, record: SourceRecord) -> Generation:
        previous = await self._parts.manifest.generations.previous(record.source.id)
        if previous is None:
            raise NoPrevious(source=record.source.title)
        return previous

    async def _standing(self, record: SourceRecord, answering: Generation) -> SourceStanding:
        """What can be said of the source when this answers: its state and problems are those of what does so now.

        Whether its files are others by now, the next look at them says; nobody looks at the user's own texts.
        """
        documents = await self._parts.manifest.documents.all(answering)
        refused = any(document.state is FileState.READY and not document.sha256 for document in documents.values())
        whole = SourceState.STALE if record.source.kind in OWN else SourceState.READY
        failed = list(_failures(documents))
        ready = sum(document.state is FileState.READY for document in documents.values())
        return SourceStanding(SourceState.PARTIAL if refused else whole, tuple(failed), ready + len(failed))


def _failures(documents: dict[str, DocumentRecord]) -> list[Problem]:
    return [
        Problem(path, Stage.CONVERT, document.reason or Reason("conversion-failed"))
        for path, document in documents.items()
        if document.state is FileState.FAILED
    ]
