"""Brings the records of a library and its list of sources together when it is opened, and says what a crash left."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from gangdan_gui.domain.documents import Source, SourceState, is_part
from gangdan_gui.domain.errors import CannotWrite, CatalogProblem, RecordsDamaged
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.building.build_outcome import CUT_OFF, still_to_come
from gangdan_gui.services.building.looking import ENTRY_CHANGED
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import DAYS_IN_TRASH
from gangdan_gui.services.sources.trash import Trash, now
from gangdan_gui.storing.records import SourceRecord

_log = logging.getLogger(__name__)
_KEPT_IN_TRASH = timedelta(days=DAYS_IN_TRASH)
RECORDS_LOST = Problem("", Stage.STORE, Reason("records-lost"))


class Opening:
    """Opens one library."""

    def __init__(self, parts: Parts, trash: Trash) -> None:
        self._parts = parts
        self._trash = trash
        self._last_used = datetime.now(UTC)

    async def open(self) -> tuple[CatalogProblem | CannotWrite, ...]:
        """Bring manifest and list together after other hands were at the list, and mend states that a crash left.

        A manifest that is lost or can't be read is begun anew from the list; its sources then say so. Returns the
        entries of the list that can't be used, and that nothing can be written: what is there answers all the same.
        """
        # Before anything is written: by then the clock has been seen by an earlier start as well.
        self._last_used = await asyncio.to_thread(self._parts.manifest.last_used)
        try:
            return await self._open(lost=await asyncio.to_thread(self._parts.manifest.missing))
        except RecordsDamaged:
            _log.warning("the library's records are begun anew", exc_info=True)
            await self._parts.manifest.set_aside()
            return await self._open(lost=True)
        except CannotWrite as error:
            await self._parts.manifest.sources.all()  # raises where there is nothing to read either
            _log.warning("the library is opened as it was left: %s", error)
            return (error,)

    async def _open(self, *, lost: bool) -> tuple[CatalogProblem, ...]:
        await self._restore_list()
        listed = await asyncio.to_thread(self._parts.user_list.read)
        known = {record.source.id: record for record in await self._parts.manifest.sources.all()}
        for source in listed.sources:
            before = known.get(source.id)
            if before is None or before.source != source:
                await self._parts.manifest.sources.put(source)
            if before and _holds_other_files(before.source, source):
                await self._note_entry(before)
            if lost:
                await self._parts.manifest.sources.set_state(source.id, SourceState.FAILED)
                await self._parts.manifest.sources.set_problems(source.id, [RECORDS_LOST])
        for record in await self._parts.manifest.sources.trashed():
            if any(source.id == record.source.id for source in listed.sources):  # put back by hand
                await self._parts.manifest.sources.restore(record.source.id)
            elif self._is_overdue(record):
                await self._trash.purge(record)
        listed_ids = {source.id for source in listed.sources}
        for record in await self._parts.manifest.sources.all():
            if record.state in (SourceState.BUILDING, SourceState.QUEUED):
                await self._mend_state(record)
            # An entry that does not parse at the moment may be any of them: nothing is forgotten then.
            if record.source.id not in listed_ids and not listed.problems:
                await self._parts.manifest.sources.trash(record.source.id, now())
        return listed.problems

    async def _mend_state(self, record: SourceRecord) -> None:
        """Say of a source whose build was cut off what there is of it; one that only waited is as it was."""
        missing = max(record.expected - record.documents, 0)
        if record.state is SourceState.BUILDING:
            problems = (*(one for one in record.problems if one.reason.code not in CUT_OFF), still_to_come(missing))
            await self._parts.manifest.sources.set_problems(record.source.id, problems)
        elif _was_whole(record):
            await self._parts.manifest.sources.set_state(record.source.id, SourceState.STALE)
            return
        state = SourceState.PARTIAL if record.live else SourceState.NEW
        await self._parts.manifest.sources.set_state(record.source.id, state)

    async def _restore_list(self) -> None:
        """A list that is gone says nothing of what the user wants: the records know what stood in it."""
        lost = await asyncio.to_thread(self._parts.user_list.lost)
        if lost and (records := await self._parts.manifest.sources.all()):
            _log.warning("the list of sources was lost and is written again from the records")
            await asyncio.to_thread(self._parts.user_list.restore, [record.source for record in records])

    def _is_overdue(self, record: SourceRecord) -> bool:
        """Whether a source has been in the trash for its time, by the clock of this start and of the one before.

        A clock that jumped ahead would empty the trash otherwise.
        """
        removed = datetime.fromisoformat(record.removed_at)
        return min(datetime.now(UTC), self._last_used) - removed > _KEPT_IN_TRASH

    async def _note_entry(self, record: SourceRecord) -> None:
        """A source whose entry names other files than were read is stale until it is built."""
        if record.state in (SourceState.READY, SourceState.STALE):
            problems = tuple(problem for problem in record.problems if problem != ENTRY_CHANGED)
            await self._parts.manifest.sources.set_problems(record.source.id, (*problems, ENTRY_CHANGED))
            await self._parts.manifest.sources.set_state(record.source.id, SourceState.STALE)


def _was_whole(record: SourceRecord) -> bool:
    """Whether the last build of a source that waits came to its end, with all but the files that can't be read."""
    faults = all(problem.path and problem.stage != Stage.EMBED for problem in record.problems)
    return (
        bool(record.chunks) and faults and not is_part(record.state, record.documents, record.expected, record.problems)
    )


def _holds_other_files(one: Source, other: Source) -> bool:
    return _whence(one) != _whence(other)


def _whence(source: Source) -> tuple[object, ...]:
    limits = source.pages, source.depth
    return source.kind, source.locations, source.revision, source.include, source.exclude, limits
