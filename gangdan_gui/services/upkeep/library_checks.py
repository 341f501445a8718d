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
from gangdan_gui.services.integrity.health import Health, noted_damage
from gangdan_gui.services.integrity.missing_texts import missing_texts
from gangdan_gui.services.library.opening import RECORDS_LOST
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.upkeep.failed_check import or_failure
from gangdan_gui.storing.records import Generation, SourceRecord

_LEAST_FREE = 500 * 1000 * 1000
_MANY_PROBES = 20
_NAMED = 3
_UNDER_WAY = (SourceState.BUILDING, SourceState.QUEUED)


class LibraryChecks:
    """Looks at one library, whatever state it is in."""

    def __init__(self, home: Path, parts: Parts) -> None:
        self._home = home
        self._parts = parts
        self._health = Health(parts)

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
            yield await or_failure("texts", self._texts)
        else:
            yield Check("store", NOT_CHECKED)
            yield Check("texts", NOT_CHECKED)
        yield await or_failure("conversations", self._conversations)
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

    async def glance(self) -> Check:
        """The worst of what a start can see in a moment; what is damaged is noted as its source's state."""
        if await self.forgotten():
            return Check("records", PROBLEM)
        damaged = []
        for record in await self.built():
            if record.live and record.state not in _UNDER_WAY and not await self._seems_whole(record, record.live):
                await self._health.note_damage(record.source.id)
                damaged.append(record.source.title)
        return Check("store", PROBLEM if damaged else OK, {"case": "found", "damaged": ", ".join(damaged)})

    async def _seems_whole(self, record: SourceRecord, live: Generation) -> bool:
        """What failed before is not whole again by itself."""
        return not noted_damage(record) and await self._health.is_whole(live)

    async def _folders(self) -> Check:
        if self._parts.manifest.read_only:
            return Check("folders", OK, {"case": "read-only", "path": str(self._home)})
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
        if not damaged and not self._parts.manifest.read_only and (server := self._parts.settings().chroma_address):
            facts |= {"case": "server", "address": server}
        return Check("store", PROBLEM if damaged else OK, facts)

    async def _texts(self) -> Check:
        missing = [f"{record.source.title}: {path}" for record in await self.built() if record.live
                   for path in await missing_texts(self._parts, record.live)]  # fmt: skip
        facts = {"count": str(len(missing)), "paths": ", ".join(missing[:_NAMED])}
        return Check("texts", PROBLEM if missing else OK, facts)

    async def _conversations(self) -> Check:
        found = await asyncio.to_thread(self._parts.conversations.list)
        files = ", ".join(str(file) for file in found.damaged[:_NAMED])
        facts = {"count": str(len(found.readable)), "files": files}
        return Check("conversations", PROBLEM if found.damaged else OK, facts)

    async def _is_whole(self, record: SourceRecord) -> bool:
        assert record.live is not None
        if record.state in _UNDER_WAY:
            return True
        try:
            stored = await self._parts.store.count(record.live.collection)
            # What a stopped build left answers nothing; after one that ended well there is nothing of that kind.
            as_many = stored == record.rows or (stored > record.rows and record.state is SourceState.PARTIAL)
            readable = as_many and await self._parts.store.reachable(record.live.collection)
            return readable and await self._health.is_whole(record.live, _MANY_PROBES)
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
