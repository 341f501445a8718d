"""The doctor's checks of the program itself and of the library: the converter, the records, the list, the store."""

from __future__ import annotations

import asyncio
import os
import shutil
import uuid
from collections.abc import AsyncGenerator
from pathlib import Path

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import RecordsDamaged, StoreDamaged
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.failed_check import or_failure
from gangdan_gui.services.library import RECORDS_LOST
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.storing.records import SourceRecord

_LEAST_FREE = 500 * 1000 * 1000


class LibraryChecks:
    """Looks at one library, whatever state it is in."""

    def __init__(self, home: Path, parts: Parts) -> None:
        self._home = home
        self._parts = parts

    async def checks(self) -> AsyncGenerator[Check, None]:
        """All of them in the order in which they are told."""
        # Looked at before the store, which can't be opened without it; told where a reader looks for it.
        folders = await or_failure("folders", self._folders)
        yield await or_failure("converter", self._converter)
        records = await or_failure("records", self._records)
        yield records
        yield await or_failure("list", self._list)
        if folders.state == OK and records.state == OK:
            yield await or_failure("store", self._store)
        else:
            yield Check("store", NOT_CHECKED)
        yield folders
        yield await or_failure("disk", self._disk)

    async def built(self) -> list[SourceRecord]:
        """The sources that are built, as far as the records can be read: a check of its own tells whether they can."""
        try:
            return [record for record in await self._parts.manifest.sources.all() if record.live]
        except RecordsDamaged:
            return []

    async def forgotten(self) -> list[SourceRecord]:
        """Sources that were built before the records were lost."""
        return [record for record in await self._parts.manifest.sources.all() if RECORDS_LOST in record.problems]

    async def damaged(self) -> list[SourceRecord]:
        """Built sources whose collections do not hold what they should. Raises RecordsDamaged."""
        built = [record for record in await self._parts.manifest.sources.all() if record.live]
        return [record for record in built if not await self._is_whole(record)]

    async def _folders(self) -> Check:
        return await asyncio.to_thread(_write_probe, self._home)

    async def _disk(self) -> Check:
        free = (await asyncio.to_thread(shutil.disk_usage, _existing(self._home))).free
        return Check("disk", OK if free >= _LEAST_FREE else PROBLEM, {"free": f"{free / 1e9:.1f}"})

    async def _records(self) -> Check:
        whole = await self._parts.manifest.whole()
        return Check("records", OK if whole and not await self.forgotten() else PROBLEM)

    async def _list(self) -> Check:
        listed = await asyncio.to_thread(self._parts.user_list.read)
        if listed.problems:
            return Check("list", PROBLEM, {"count": str(len(listed.problems)), **listed.problems[0].facts})
        return Check("list", OK, {"count": str(len(listed.sources))})

    async def _converter(self) -> Check:
        failure = await self._parts.preparer.call("probe")
        if isinstance(failure, Reason):
            return Check("converter", PROBLEM, {"reason": failure.code, "detail": failure.detail})
        return Check("converter", OK)

    async def _store(self) -> Check:
        records = await self._parts.manifest.sources.all()
        damaged = ", ".join(record.source.title for record in await self.damaged())
        chunks = sum(record.chunks for record in records)
        facts = {"sources": str(len(records)), "chunks": str(chunks), "damaged": damaged}
        return Check("store", PROBLEM if damaged else OK, facts)

    async def _is_whole(self, record: SourceRecord) -> bool:
        assert record.live is not None
        if record.state is SourceState.BUILDING:
            return True
        try:
            stored = await self._parts.store.count(record.live.collection)
            return stored == record.chunks and await self._parts.store.reachable(record.live.collection)
        except StoreDamaged:
            return False


def _write_probe(home: Path) -> Check:
    probe = home / f".probe-{uuid.uuid4().hex}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(os.urandom(16))
        probe.unlink()
    except OSError as error:
        return Check("folders", PROBLEM, {"path": str(home), "why": error.strerror or str(error)})
    return Check("folders", OK, {"path": str(home)})


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)
