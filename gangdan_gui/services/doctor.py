"""What works and what does not, looked at in the order in which things depend on each other."""

from __future__ import annotations

import asyncio
import os
import shutil
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError, RecordsDamaged, StoreDamaged
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.labels import BUILTIN, model_of
from gangdan_gui.ollama.server import Patience
from gangdan_gui.services.library import RECORDS_LOST, Library
from gangdan_gui.services.model_checks import EmbeddingChecks, chat_check, label_for_new
from gangdan_gui.services.ollama_checks import (
    Needs,
    chat_needs,
    embedding_needs,
    failure_facts,
    joined_needs,
    server_checks,
    unused,
)
from gangdan_gui.services.ollama_look import Seen, look
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, BuildOptions, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.storing.records import SourceRecord

_LEAST_FREE = 500 * 1000 * 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds to wait for a connection, for a reply from memory, and for a model that may have to be loaded."""

    connect: float = 2.0
    reply: float = 5.0
    load: float = 60.0

    @property
    def patience(self) -> Patience:
        """For a look that loads nothing."""
        return Patience(connect=self.connect, reply=self.reply)


@dataclass(frozen=True, slots=True)
class _Servers:
    """What was seen of the server that answers and of the one that embeds, often the same, and what is asked of each.

    `needs` is of the one that answers, and of both purposes where it is the same.
    """

    answering: Seen
    embedding: Seen
    needs: Needs
    embedding_needs: Needs

    @property
    def apart(self) -> bool:
        """Whether there are two."""
        return self.answering is not self.embedding


class Doctor:
    """Examines one library; `repair` also mends what can be mended from what is kept."""

    def __init__(self, home: Path, parts: Parts, library: Library, limits: Limits | None = None) -> None:
        self._home = home
        self._parts = parts
        self._library = library
        self._limits = limits or Limits()

    async def examine(self) -> tuple[Check, ...]:
        """All checks in order."""
        async with aclosing(self.checks()) as checks:
            return tuple([check async for check in checks])

    async def checks(self) -> AsyncGenerator[Check, None]:
        """See `DoctorService.checks`."""
        settings, records = self._parts.settings(), await self._built()
        servers = await self._servers(settings, records)
        for check in server_checks(servers.answering, servers.needs):
            yield check
        if servers.apart:
            for check in server_checks(servers.embedding, servers.embedding_needs, "embedding-"):
                yield check
        tried = EmbeddingChecks(self._parts.embedders, self._limits.load)
        yield await self._run(
            "embedding", lambda: tried.embedding(settings, servers.embedding, servers.embedding_needs, records)
        )
        yield await self._run("embedder", tried.builtin)
        yield await self._run("chat", lambda: self._chat(settings, servers.answering))
        async for check in self._of_library():
            yield check

    async def glance(self) -> Check:
        """See `DoctorService.glance`."""
        settings, records = self._parts.settings(), await self._built()
        needs = joined_needs(embedding_needs(settings, records), chat_needs(settings))
        if settings.embedder == BUILTIN and not needs.models:
            return Check("status", OK, {"case": "builtin"})
        servers = await self._servers(settings, records)
        for seen, asked in ((servers.answering, servers.needs), (servers.embedding, servers.embedding_needs)):
            if seen.failure and not unused(seen, asked):
                facts = {"case": seen.failure.id, "place": seen.place}
                return Check("status", PROBLEM, failure_facts(seen.failure) | facts)
            if not seen.failure and (missing := asked.missing(seen)):
                return Check("status", PROBLEM, {"case": "missing", "missing": ", ".join(missing)})
        label = label_for_new(settings, servers.embedding)
        version = servers.answering.version or servers.embedding.version
        if not version or (label == BUILTIN and not needs.models):
            return Check("status", OK, {"case": "builtin"})
        facts = {"case": "ollama", "version": version, "chat": settings.chat_model}
        return Check("status", OK, facts | {"embedder": model_of(label)})

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
            return Check(name, PROBLEM, failure_facts(error))

    # what answers and embeds

    async def _servers(self, settings: Settings, records: Sequence[SourceRecord]) -> _Servers:
        answers, embeds = chat_needs(settings), embedding_needs(settings, records)
        patience = self._limits.patience
        if settings.address_for_embedding.strip() == settings.ollama_address.strip():
            seen = await look(settings.ollama_address, patience)
            return _Servers(seen, seen, joined_needs(embeds, answers), embeds)
        answering, embedding = await asyncio.gather(
            look(settings.ollama_address, patience),
            look(settings.address_for_embedding, patience, name="embedding_address"),
        )
        if answering.address == embedding.address:  # written in two ways
            return _Servers(answering, answering, joined_needs(embeds, answers), embeds)
        return _Servers(answering, embedding, answers, embeds)

    async def _chat(self, settings: Settings, seen: Seen) -> Check:
        chat = partial(self._parts.chats.get, settings.ollama_address)
        return await chat_check(chat, settings, seen, self._limits.load)

    # the program and its library

    async def _of_library(self) -> AsyncGenerator[Check, None]:
        # Looked at before the store, which can't be opened without it; told where a reader looks for it.
        folders = await self._run("folders", self._folders)
        yield await self._run("converter", self._converter)
        records = await self._run("records", self._records)
        yield records
        yield await self._run("list", self._list)
        if folders.state == OK and records.state == OK:
            yield await self._run("store", self._store)
        else:
            yield Check("store", NOT_CHECKED)
        yield folders
        yield await self._run("disk", self._disk)

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

    async def _store(self) -> Check:
        records = await self._parts.manifest.sources.all()
        damaged = ", ".join(record.source.title for record in await self._damaged())
        chunks = sum(record.chunks for record in records)
        facts = {"sources": str(len(records)), "chunks": str(chunks), "damaged": damaged}
        return Check("store", PROBLEM if damaged else OK, facts)

    async def _built(self) -> list[SourceRecord]:
        """The sources that are built, as far as the records can be read: a check of its own tells whether they can."""
        try:
            return [record for record in await self._parts.manifest.sources.all() if record.live]
        except RecordsDamaged:
            return []

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
