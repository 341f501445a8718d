"""Mends what is damaged in a library from what is kept of it: nothing is asked of the network."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError, StoreDamaged, WorkerError
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.services.building.vocabulary_making import VocabularyMaking
from gangdan_gui.services.integrity.health import Health, noted_damage
from gangdan_gui.services.integrity.mending import Mended, mended
from gangdan_gui.services.integrity.missing_texts import missing_texts
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.library.opening import RECORDS_LOST
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import OK, PROBLEM, BuildOptions, Check
from gangdan_gui.services.upkeep.failed_check import failure_facts
from gangdan_gui.storing.records import Generation, SourceRecord

_log = logging.getLogger(__name__)


class Repair:
    """Mends one library; what was done, or could not be, is told as checks of the id `repaired`."""

    def __init__(self, parts: Parts, library: Library) -> None:
        self._parts = parts
        self._library = library
        self._health = Health(parts)
        self._words = VocabularyMaking(parts)

    async def run(self) -> AsyncGenerator[Check, None]:
        """Each thing when it is done: records, list, collections, texts. Raises LibraryLocked, CannotWrite."""
        if not await self._parts.manifest.whole():
            await self._begin_records()
            yield Check("repaired", OK, {"case": "records"})
        if await self._restore_list():
            yield Check("repaired", OK, {"case": "list"})
        async with self._library.one_at_a_time, aclosing(self._mend_all()) as done:
            async for check in done:
                yield check
        async with aclosing(self._build_again()) as done:
            async for check in done:
                yield check
        async with self._library.one_at_a_time:
            for record in await self._parts.manifest.sources.all():
                if record.live and record.chunks:
                    await self._words.bring_up_to_date(record.live)

    async def _begin_records(self) -> None:
        try:
            await self._parts.manifest.set_aside()
        finally:
            await self._library.open()

    async def _restore_list(self) -> bool:
        """Write a list anew of which nothing can be read, while the records know what stood in it."""
        records = await self._parts.manifest.sources.all()
        listed = await asyncio.to_thread(self._parts.user_list.read)
        if listed.sources or not listed.problems or not records:
            return False
        await asyncio.to_thread(self._parts.user_list.restore, [record.source for record in records])
        return True

    # collections

    async def _mend_all(self) -> AsyncGenerator[Check, None]:
        """Mend every generation that is not whole. A store that had to be set aside has taken all others with it."""
        for _ in range(2):
            aside = ""
            for record, generation in await self._generations():
                check = await self._mend(record, generation)
                if check is not None:
                    yield check
                    aside = aside or check.facts.get("aside", "")
            if not aside:
                break
        for name in await self._unknown_collections():
            await self._parts.store.drop(name)
            yield Check("repaired", OK, {"case": "collection", "name": name})

    async def _generations(self) -> list[tuple[SourceRecord, Generation]]:
        """Those that answer first, then those that are kept or are being made."""
        generations = self._parts.manifest.generations
        records = await self._parts.manifest.sources.all()
        answering = [(record, record.live) for record in records]
        kept = [(record, await generations.previous(record.source.id)) for record in records]
        begun = [(record, await generations.building(record.source.id)) for record in records]
        return [(record, one) for record, one in (*answering, *kept, *begun) if one is not None]

    async def _mend(self, record: SourceRecord, generation: Generation) -> Check | None:
        """What was done about a generation; None where it is whole."""
        facts = {"title": record.source.title}
        try:
            found = await mended(self._parts, generation, thorough=True)
            if noted_damage(record) and generation.live and not found.restored:
                # It failed, and all looks well: what fails is not what was looked at. Its rows are all kept here.
                await self._parts.store.drop(generation.collection)
                found = await mended(self._parts, generation, thorough=True)
        except GangDanError as error:
            return Check("repaired", PROBLEM, facts | failure_facts(error) | {"case": "not-mended"})
        if found.refused:
            return Check("repaired", PROBLEM, facts | {"case": "refused", "count": str(len(found.refused))})
        await self._health.note_mended(record.source.id)
        if not (found.restored or found.removed):
            return None
        case = {"case": "set-aside", "aside": found.aside} if found.aside else {"case": "mended"}
        return Check("repaired", OK, facts | case | _counts(found))

    async def _unknown_collections(self) -> list[str]:
        """Collections that no generation has."""
        wanted = await self._parts.manifest.generations.collections()
        try:
            return [name for name in await self._parts.store.names() if name not in wanted]
        except (StoreDamaged, WorkerError):
            _log.warning("which collections nothing needs any more can't be told", exc_info=True)
            return []

    # documents

    async def _build_again(self) -> AsyncGenerator[Check, None]:
        """Build the sources whose records were lost, or whose converted texts are; from what lies here."""
        titles: dict[str, str] = {}
        for record in await self._parts.manifest.sources.all():
            if RECORDS_LOST in record.problems:
                titles[record.source.id] = record.source.title
            elif record.live and (paths := await missing_texts(self._parts, record.live)):
                await self._parts.manifest.documents.forget_files(record.live, paths)
                titles[record.source.id] = record.source.title
        if titles:
            async for check in self._build(titles):
                yield check

    async def _build(self, titles: dict[str, str]) -> AsyncGenerator[Check, None]:
        async with aclosing(self._library.build(list(titles), BuildOptions(kept=True))) as events:
            async for event in events:
                if isinstance(event, BuildFinished) and event.report.source in titles:
                    well = event.report.state is not SourceState.FAILED
                    facts = {"title": titles[event.report.source], "count": str(event.report.documents)}
                    yield Check("repaired", OK if well else PROBLEM, facts | {"case": "built" if well else "not-built"})


def _counts(mended: Mended) -> dict[str, str]:
    return {"count": str(mended.restored), "removed": str(mended.removed), "embedded": str(mended.made)}
