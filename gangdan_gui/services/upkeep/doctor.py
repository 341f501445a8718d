"""What works and what does not, looked at in the order in which things depend on each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gangdan_gui.embedding.labels import BUILTIN, model_of
from gangdan_gui.ollama.server import Timeouts
from gangdan_gui.reranking.names import named
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.upkeep.failed_check import failure_facts, or_failure
from gangdan_gui.services.upkeep.library_checks import LibraryChecks
from gangdan_gui.services.upkeep.model_checks import (
    EmbeddingChecks,
    chat_check,
    label_for_new,
    note_weights,
    reranker_check,
)
from gangdan_gui.services.upkeep.ollama_checks import (
    Needs,
    chat_needs,
    embedding_needs,
    joined_needs,
    server_checks,
    unused,
)
from gangdan_gui.services.upkeep.ollama_look import Seen, look
from gangdan_gui.services.upkeep.repairing import Repair
from gangdan_gui.storing.records import SourceRecord

# Somebody is watching: less than an answer would be waited for. A model may have to be loaded from a slow disk.
TIMEOUTS = Timeouts(connect=2.0, reply=5.0, load=60.0)


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

    def __init__(self, home: Path, parts: Parts, library: Library, timeouts: Timeouts = TIMEOUTS) -> None:
        self._parts = parts
        self._checks = LibraryChecks(home, parts)
        self._repair = Repair(parts, library)
        self._timeouts = timeouts

    async def examine(self) -> tuple[Check, ...]:
        """All checks in order."""
        async with aclosing(self.checks()) as checks:
            return tuple([check async for check in checks])

    async def checks(self) -> AsyncGenerator[Check, None]:
        """See `DoctorService.checks`."""
        settings, records = self._parts.settings(), await self._checks.built()
        servers = await self._servers(settings, records)
        for check in server_checks(servers.answering, servers.needs):
            yield check
        if servers.apart:
            for check in server_checks(servers.embedding, servers.embedding_needs, "embedding-"):
                yield check
        tried = EmbeddingChecks(self._parts.embedders, self._timeouts.load)
        yield await or_failure(
            "embedding", lambda: tried.embedding(settings, servers.embedding, servers.embedding_needs, records)
        )
        yield await or_failure("embedder", tried.builtin)
        yield await or_failure("chat", lambda: self._chat(settings, servers.answering))
        if named(settings.reranker):
            yield await or_failure("reranker", lambda: self._reranker(settings, servers.answering))
        async for check in self._checks.checks():
            yield check

    async def glance(self) -> Check:
        """See `DoctorService.glance`."""
        settings, records = self._parts.settings(), await self._checks.built()
        needs = joined_needs(embedding_needs(settings, records), chat_needs(settings))
        if settings.embedder == BUILTIN and not needs.models:
            return Check("status", OK, {"case": "builtin"})
        servers = await self._servers(settings, records)
        note_weights(self._parts.embedders, servers.embedding, records)
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

    async def health(self) -> Check:
        """See `DoctorService.health`."""
        return await or_failure("records", self._checks.glance)

    def mend(self) -> AsyncGenerator[Check, None]:
        """See `DoctorService.mend`."""
        return self._repair.run()

    async def repair(self) -> tuple[Check, ...]:
        """See `DoctorService.repair`."""
        async with aclosing(self._repair.run()) as steps:
            done = tuple([step async for step in steps])
        return (*done, *await self.examine())

    async def _servers(self, settings: Settings, records: Sequence[SourceRecord]) -> _Servers:
        answers, embeds = chat_needs(settings), embedding_needs(settings, records)
        timeouts = self._timeouts
        if settings.address_for_embedding.strip() == settings.ollama_address.strip():
            seen = await look(settings.ollama_address, timeouts, settings.way_out)
            return _Servers(seen, seen, joined_needs(embeds, answers), embeds)
        answering, embedding = await asyncio.gather(
            look(settings.ollama_address, timeouts, settings.way_out),
            look(settings.address_for_embedding, timeouts, settings.way_out, name="embedding_address"),
        )
        if answering.address == embedding.address:  # written in two ways
            return _Servers(answering, answering, joined_needs(embeds, answers), embeds)
        return _Servers(answering, embedding, answers, embeds)

    async def _reranker(self, settings: Settings, seen: Seen) -> Check:
        return await reranker_check(self._parts.rerankers, settings, seen, self._timeouts.load)

    async def _chat(self, settings: Settings, seen: Seen) -> Check:
        chat = partial(self._parts.chats.get, settings.ollama_address)
        return await chat_check(chat, settings, seen, self._timeouts.load)
