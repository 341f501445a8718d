"""Takes a pack into the library: it is checked whole, copied, laid out beside what answers, and then takes its place.

Stopped anywhere, the library is as it was, or as it will be after the next build, which goes on from the copy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.errors import PackInstalled, PackRefused
from gangdan_gui.domain.events import BuildEvent
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.building.generation_choice import GenerationChoice
from gangdan_gui.services.building.pack_filling import Chosen, PackFilling
from gangdan_gui.services.building.pack_texts import installed_head
from gangdan_gui.services.building.source_builder import SourceBuilder
from gangdan_gui.services.packs.pack_contents import report_on
from gangdan_gui.services.packs.packed_source import as_said, new_source, say
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.services.requests.packs import InstallOptions, PackEvent, PackProgress, PackReport
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.streams import Emit
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.difference import check_whole, make_whole
from gangdan_gui.storing.packs.head import PackHead
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.storing.packs.shelf import copy_in, put, written
from gangdan_gui.storing.records import SourceRecord


@dataclass(frozen=True, slots=True)
class _Arrived:
    """The library's own copy of a pack that was found whole. `sha256` is of the file that was brought."""

    file: Path
    head: PackHead
    sha256: str


class PackInstalling:
    """The taking in of one pack; made for it and thrown away."""

    def __init__(
        self, parts: Parts, builder: SourceBuilder, file: Path, options: InstallOptions, emit: Emit[PackEvent]
    ) -> None:
        self._parts = parts
        self._builder = builder
        self._file = file
        self._options = options
        self._emit = emit
        self._filling = PackFilling(parts)
        self._choice = GenerationChoice(parts)

    async def run(self) -> PackReport:
        """Take it in. Raises as `PackService.install`."""
        await self._tidy()
        with ExitStack() as files:
            arrived = await self._arrive(files.enter_context(self._parts.packs.arriving()))
            sources = self._parts.manifest.sources
            known = await self._of_origin(arrived.head, await sources.all())
            mine = [one for one in await sources.trashed() if not self._parts.packs.lies_elsewhere(one.source)]
            trashed = None if known else await self._of_origin(arrived.head, mine)
            if arrived.head.base:
                whole = files.enter_context(self._parts.packs.arriving())
                arrived = await self._completed(arrived, known or trashed, whole)
            elsewhere = known is not None and self._parts.packs.lies_elsewhere(known.source)
            # One that lies elsewhere is nobody's to write over.
            if known and (elsewhere or (known.chunks and not self._options.replace)):
                raise await self._installed(known, arrived.head)
            chosen = await self._choose(arrived.head)
            if trashed:
                return await self._bring_back(trashed, arrived, chosen)
            return await (self._replace(known, arrived, chosen) if known else self._add(arrived, chosen))

    # what comes

    async def _tidy(self) -> None:
        await asyncio.to_thread(self._parts.packs.tidy, await self._parts.manifest.sources.ids())

    async def _arrive(self, part: Path) -> _Arrived:
        """Copied before it is checked: a stick or a share may give something else the next time."""
        await to_its_end(partial(copy_in, self._file, part))
        try:
            return await to_its_end(partial(_look, part))
        except PackRefused as error:
            raise self._refused(error.facts["reason"], error.facts["detail"]) from error

    async def _completed(self, arrived: _Arrived, known: SourceRecord | None, whole: Path) -> _Arrived:
        """The whole pack that a difference and the earlier pack are. Raises PackRefused where that is not here."""
        base = await installed_head(self._parts, known.source) if known else None
        if known is None or base is None:
            raise self._refused("pack-base-missing", arrived.head.title)
        if base.state != arrived.head.base_state:
            raise self._refused("pack-base-other", arrived.head.title)
        earlier = self._parts.packs.file(known.source)
        try:
            await to_its_end(partial(_complete, earlier, arrived, whole))
        except PackRefused as error:
            raise self._refused(error.facts["reason"], error.facts["detail"]) from error
        return await to_its_end(partial(_look, whole, arrived.sha256))

    async def _of_origin(self, head: PackHead, records: Sequence[SourceRecord]) -> SourceRecord | None:
        """The source that was installed from an earlier or a later pack of the same."""
        for record in records:
            if record.source.kind is SourceKind.PACK:
                installed = await installed_head(self._parts, record.source)
                if installed and installed.origin == head.origin:
                    return record
        return None

    async def _choose(self, head: PackHead) -> Chosen:
        wanted = self._options.embedder
        if wanted is None:
            return await self._filling.choose(head.generations)
        asked = [one for one in head.generations if one.identity.label == wanted]
        if not asked:
            raise self._refused("pack-embedder-missing", ", ".join(one.identity.label for one in head.generations))
        return await self._filling.choose(asked)

    async def _installed(self, known: SourceRecord, head: PackHead) -> PackInstalled:
        installed = await installed_head(self._parts, known.source)
        return PackInstalled(
            file=str(self._file),
            source=known.source.id,
            title=known.source.title,
            installed=installed.made if installed else "",
            offered=head.made,
        )

    # where it goes

    async def _add(self, arrived: _Arrived, chosen: Chosen) -> PackReport:
        source = await new_source(self._parts, arrived.head, self._file)
        source = replace(source, locations=(self._parts.packs.location(source.id),))
        await asyncio.to_thread(put, arrived.file, self._parts.packs.file(source))
        try:
            await asyncio.to_thread(self._parts.user_list.add, source)
            await self._parts.manifest.sources.put(source)
            await self._parts.manifest.sources.set_state(source.id, SourceState.BUILDING)
            await self._fill(source, self._parts.packs.file(source), chosen)
            return await self._settle(source, arrived, chosen)
        except BaseException:
            await self._undo(source)
            raise

    async def _bring_back(self, trashed: SourceRecord, arrived: _Arrived, chosen: Chosen) -> PackReport:
        """Taken in again it is the source that it was, with what was put right in it."""
        source = trashed.source
        await asyncio.to_thread(self._parts.user_list.add, source)
        await self._parts.manifest.sources.restore(source.id)
        try:
            return await self._replace(trashed, arrived, chosen)
        except BaseException:
            await asyncio.to_thread(self._parts.user_list.remove, source.id)
            await self._parts.manifest.sources.trash(source.id, trashed.removed_at)
            raise

    async def _replace(self, known: SourceRecord, arrived: _Arrived, chosen: Chosen) -> PackReport:
        source, before = known.source, await installed_head(self._parts, known.source)
        coming = self._parts.packs.next_file(source.id)
        await asyncio.to_thread(put, arrived.file, coming)
        try:
            await self._fill(source, coming, chosen)
        except BaseException:
            await asyncio.to_thread(coming.unlink, missing_ok=True)
            await self._choice.sweep(source.id)
            raise
        await asyncio.to_thread(self._parts.packs.take_over, source)
        report = await self._settle(source, arrived, chosen)
        await say(self._parts, as_said(source, arrived.head, self._file, before or arrived.head), source)
        return report

    async def _fill(self, source: Source, file: Path, chosen: Chosen) -> None:
        async def report(done: int, total: int) -> None:
            await self._emit(PackProgress(done, total))

        await self._filling.fill(source.id, file, chosen.generation.identity, report)

    async def _settle(self, source: Source, arrived: _Arrived, chosen: Chosen) -> PackReport:
        """Let it answer, with what the user has put right in it before."""

        async def nobody(_event: BuildEvent) -> None:
            return None

        record = await self._parts.manifest.sources.get(source.id)
        # What was stored a moment ago is counted, and not compared row by row as after a build that broke off.
        record = replace(record, state=SourceState.READY)
        built = await self._builder.build(record, BuildOptions(kept=True), nobody, BuildControl())
        report = report_on(
            arrived.head,
            arrived.sha256,
            source=source.id,
            generations=(chosen.generation,),
            problems=built.problems,
            notices=tuple(notice for notice in (chosen.notice, _frozen(record)) if notice),
        )
        return replace(
            report,
            documents=built.documents,
            chunks=built.chunks_total,
            ok=built.state is SourceState.READY,
        )

    async def _undo(self, source: Source) -> None:
        """Leave nothing of a source that did not come to be: what makes room on a full disk first, the store last."""
        await asyncio.to_thread(self._parts.packs.remove, source.id)
        await asyncio.to_thread(self._parts.markdown.sweep, source.id, ())
        await asyncio.to_thread(self._parts.user_list.remove, source.id)
        for collection in await self._parts.manifest.sources.purge(source.id):
            await self._parts.store.drop(collection)

    def _refused(self, code: str, detail: str) -> PackRefused:
        return refused(self._file, code, detail)


def _frozen(record: SourceRecord) -> Reason | None:
    """That what came in waits beside what answers, until the source may be updated again."""
    until = frozen_until(record)
    return Reason("frozen", until) if until else None


def _look(part: Path, sha256: str = "") -> _Arrived:
    with checked(part) as found:
        return _Arrived(part, found.pack.head, sha256 or found.sha256)


def _complete(earlier: Path, arrived: _Arrived, whole: Path) -> None:
    with checked(earlier), written(whole) as out:
        make_whole(earlier, arrived.file, out)
    check_whole(whole, arrived.head.state)
