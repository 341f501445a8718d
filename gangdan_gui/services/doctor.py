"""What works and what does not, looked at in the order in which things depend on each other."""

from __future__ import annotations

import asyncio
import os
import shutil
import uuid
from array import array
from collections.abc import Awaitable, Callable
from pathlib import Path

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError, StoreDamaged
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.library import RECORDS_LOST, Library
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions, Check
from gangdan_gui.storing.records import SourceRecord

OK, PROBLEM, NOT_CHECKED = "ok", "problem", "not checked"
_LEAST_FREE = 500 * 1000 * 1000
_LIKE = ("How do I sort a list of numbers?", "Put the numbers of a list in ascending order.")
_UNLIKE = "The river froze early that winter."


class Doctor:
    """Examines one library; `repair` also mends what can be mended from what is kept."""

    def __init__(self, home: Path, parts: Parts, library: Library) -> None:
        self._home = home
        self._parts = parts
        self._library = library

    async def examine(self) -> tuple[Check, ...]:
        """All checks in order."""
        folders = await self._run("folders", self._folders)
        checks = [folders, await self._run("disk", self._disk)]
        records = await self._run("records", self._records)
        checks += [records, await self._run("list", self._list)]
        checks.append(await self._run("converter", self._converter))
        checks.append(await self._run("embedder", self._embedder))
        if folders.state == OK and records.state == OK:
            checks.append(await self._run("store", self._store))
        else:
            checks.append(Check("store", NOT_CHECKED))
        return tuple(checks)

    async def repair(self) -> tuple[Check, ...]:
        """Mend records that can't be read and collections that do not hold what they should, and examine again."""
        if not await self._parts.manifest.whole():
            await self._parts.manifest.set_aside()
            await self._library.open()
        damaged = await self._damaged()
        damaged += await self._forgotten()
        for record in damaged:  # a build compares id by id only what did not end well
            await self._parts.manifest.sources.set_state(record.source.id, SourceState.FAILED)
        if damaged:
            async for _ in self._library.build([record.source.id for record in damaged], BuildOptions()):
                pass
        return await self.examine()

    async def _run(self, name: str, check: Callable[[], Awaitable[Check]]) -> Check:
        try:
            return await check()
        except GangDanError as error:
            return Check(name, PROBLEM, {"what": str(error), **error.facts})

    async def _folders(self) -> Check:
        return await asyncio.to_thread(_write_probe, self._home)

    async def _disk(self) -> Check:
        free = (await asyncio.to_thread(shutil.disk_usage, _existing(self._home))).free
        return Check("disk", OK if free >= _LEAST_FREE else PROBLEM, {"free": f"{free / 1e9:.1f}"})

    async def _records(self) -> Check:
        whole = await self._parts.manifest.whole()
        return Check("records", OK if whole and not await self._forgotten() else PROBLEM)

    async def _list(self) -> Check:
        listed = await asyncio.to_thread(self._parts.user_list.read)
        if listed.problems:
            return Check("list", PROBLEM, {"count": str(len(listed.problems)), **listed.problems[0].facts})
        return Check("list", OK, {"count": str(len(listed.sources))})

    async def _converter(self) -> Check:
        failure = await self._parts.preparer.call("probe")
        if isinstance(failure, Reason):
            return Check("converter", PROBLEM, {"what": f"{failure.code} {failure.detail}".strip()})
        return Check("converter", OK)

    async def _embedder(self) -> Check:
        embedder = self._parts.embedders.get((await self._parts.embedders.default()).label)
        identity = await embedder.identify()
        question = (await embedder.embed_question(_LIKE[0])).values(0)
        passages = await embedder.embed_passages([_LIKE[1], _UNLIKE])
        facts = {"embedder": identity.label, "dimension": str(identity.dimension)}
        means = _dot(question, passages.values(0)) > _dot(question, passages.values(1))
        return Check("embedder", OK if means else PROBLEM, facts)

    async def _store(self) -> Check:
        records = await self._parts.manifest.sources.all()
        damaged = ", ".join(record.source.title for record in await self._damaged())
        chunks = sum(record.chunks for record in records)
        facts = {"sources": str(len(records)), "chunks": str(chunks), "damaged": damaged}
        return Check("store", PROBLEM if damaged else OK, facts)

    async def _forgotten(self) -> list[SourceRecord]:
        """Sources that were built before the records were lost."""
        return [record for record in await self._parts.manifest.sources.all() if RECORDS_LOST in record.problems]

    async def _damaged(self) -> list[SourceRecord]:
        built = [record for record in await self._parts.manifest.sources.all() if record.live]
        return [record for record in built if not await self._is_whole(record)]

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


def _dot(one: array[float], other: array[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
