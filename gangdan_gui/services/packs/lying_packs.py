"""Packs of a folder that a class shares: each a source that answers at once, its vectors searched where they lie."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.errors import GangDanError, LocationMissing, PackInstalled
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.building.pack_filling import PackFilling
from gangdan_gui.services.building.pack_texts import installed_head
from gangdan_gui.services.packs.pack_contents import report_on
from gangdan_gui.services.packs.packed_source import as_said, new_source, say
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests.packs import PACK_ENDING, PackReport
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.streams import Report
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.head import PackHead
from gangdan_gui.storing.packs.reading import head_of
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.storing.records import SourceRecord


async def nobody(_done: int, _total: int) -> None:
    """Tells nobody how far it is."""


class LyingPackSources:
    """Takes the texts of packs in, and leaves their vectors where they are."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._filling = PackFilling(parts)

    async def take_folder(self, folder: Path) -> tuple[GangDanError, ...]:
        """Take in every pack of a folder that is new or another one by now; what could not be, one error each."""
        if not await asyncio.to_thread(folder.is_dir):
            return (LocationMissing(location=str(folder)),)
        problems: list[GangDanError] = []
        for file in await asyncio.to_thread(_packs, folder):
            try:
                await self.take(file)
            except PackInstalled:  # the library's own, or one that lies beside it in a newer state
                continue
            except GangDanError as error:
                problems.append(error)
        return tuple(problems)

    async def take(self, file: Path, embedder: str | None = None, report: Report = nobody) -> PackReport | None:
        """Take one pack in; None where it is here in this state already, or its source is frozen in another one.

        Raises LocationMissing, PackRefused, PackInstalled (the library has a pack of the same source of its own, or a
        newer one that lies elsewhere), CannotWrite.
        """
        head = await asyncio.to_thread(head_of, file)
        if head.base:
            raise refused(file, "pack-base-missing", head.title)
        known = await self._known(file, head)
        if known and known.live and known.chunks and known.live.converter == head.made_by:
            await self._say(known.source, file, head)
            return None
        if known and frozen_until(known):
            return None
        head, sha256 = await to_its_end(partial(_checked, file))
        wanted = [one for one in head.generations if embedder in (None, one.identity.label)]
        if not wanted:
            raise refused(file, "pack-embedder-missing", ", ".join(one.identity.label for one in head.generations))
        chosen = await self._filling.choose(wanted)
        source = await (self._say(known.source, file, head) if known else self._add(file, head))
        begun = await self._filling.fill(source.id, file, chosen.generation.identity, report, lies_elsewhere=True)
        await self._parts.manifest.generations.make_live(begun)
        await self._parts.manifest.sources.set_problems(source.id, [])
        await self._parts.manifest.sources.set_expected(source.id, head.documents)
        await self._parts.manifest.sources.set_state(source.id, SourceState.READY)
        notices = (chosen.notice,) if chosen.notice else ()
        return report_on(head, sha256, source=source.id, generations=(chosen.generation,), notices=notices)

    async def _known(self, file: Path, head: PackHead) -> SourceRecord | None:
        """The source that was taken from this file, or from another state of it. Raises PackInstalled."""
        records = [one for one in await self._parts.manifest.sources.all() if one.source.kind is SourceKind.PACK]
        for record in records:
            if record.source.locations == (str(file),):
                return record
        for record in records:
            other = await installed_head(self._parts, record.source)
            if other is None and await self._moved(record, file, head):
                return record
            if other is None or other.origin != head.origin:
                continue
            if self._parts.packs.lies_elsewhere(record.source) and other.made < head.made:
                return record
            raise PackInstalled(
                file=str(file), source=record.source.id, title=record.source.title, installed=other.made,
                offered=head.made,
            )  # fmt: skip
        return None

    async def _moved(self, record: SourceRecord, file: Path, head: PackHead) -> bool:
        """Whether a source's pack is gone from where it lay and this is it: a stick has another letter by now."""
        lay = self._parts.packs.file(record.source)
        if not self._parts.packs.lies_elsewhere(record.source) or await asyncio.to_thread(lay.exists):
            return False
        alike = lay.name == file.name and record.source.title == as_said(record.source, head, file).title
        return alike or (record.live is not None and record.live.converter == head.made_by)

    async def _add(self, file: Path, head: PackHead) -> Source:
        source = replace(await new_source(self._parts, head, file), locations=(str(file),))
        await asyncio.to_thread(self._parts.user_list.add, source)
        await self._parts.manifest.sources.put(source)
        self._parts.lying.forget()
        return source

    async def _say(self, source: Source, file: Path, head: PackHead) -> Source:
        """Say of a source where its pack lies now, and what that says of it."""
        said = as_said(replace(source, locations=(str(file),)), head, file)
        await say(self._parts, said, source)
        return said


def _packs(folder: Path) -> list[Path]:
    return sorted(file.absolute() for file in folder.iterdir() if file.suffix.lower() == PACK_ENDING and file.is_file())


def _checked(file: Path) -> tuple[PackHead, str]:
    with checked(file) as found:
        return found.pack.head, found.sha256
