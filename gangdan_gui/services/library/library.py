"""Sources: add, build, look at, remove."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.identifiers import source_id
from gangdan_gui.catalog.source_list import read_source_list
from gangdan_gui.domain.documents import OWN, ChunkLengths, MarkdownDocument, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import (
    AlreadyAdded,
    CannotWrite,
    CatalogProblem,
    StoreAway,
    StoreDamaged,
    WorkerError,
)
from gangdan_gui.domain.events import BuildEvent, BuildFinished, BuildStarted, Stage
from gangdan_gui.domain.reports import SourceChanges, SourceReport, SourceSummary
from gangdan_gui.services.building.kept_generation import mend_all_kept
from gangdan_gui.services.building.looking import Looker
from gangdan_gui.services.documents.documents import Documents
from gangdan_gui.services.documents.file_reports import file_report, first_of_same, unseen
from gangdan_gui.services.documents.tag_counts import kind_counts, tag_counts
from gangdan_gui.services.library.opening import Opening
from gangdan_gui.services.library.summaries import summary
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions, WholeSite
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.services.sources.drafts import Wanted, from_catalogue, from_location, moved_to
from gangdan_gui.services.sources.licences import Licences
from gangdan_gui.services.sources.taken_ids import taken_ids
from gangdan_gui.services.sources.trash import Trash, now
from gangdan_gui.services.streams import Emit, stream
from gangdan_gui.storing.packs.tables import PackDocument
from gangdan_gui.storing.records import Generation, SourceRecord

if TYPE_CHECKING:
    from gangdan_gui.services.building.source_builder import SourceBuilder
    from gangdan_gui.services.searching.searching import Searcher

_log = logging.getLogger(__name__)


class Library:
    """The library's sources. The user's own list says which there are; the manifest what is known of each.

    `searcher` gives the searcher, and it and `given` are those of `SourceBuilder`.
    """

    def __init__(
        self,
        parts: Parts,
        searcher: Callable[[], Searcher],
        given: Mapping[str, Mapping[str, PackDocument]] | None = None,
    ) -> None:
        self._parts = parts
        self._searcher = searcher
        self._given = given
        self._documents = Documents(parts)
        self._looker = Looker(parts)
        self._licences = Licences(parts.downloader)
        self._trash = Trash(parts)
        self._opening = Opening(parts, self._trash)
        # Held by whoever changes collections.
        self.one_at_a_time = asyncio.Lock()

    @cached_property
    def builder(self) -> SourceBuilder:
        """With which everybody builds in this library."""
        # What cuts, embeds and searches comes with it, which takes as long as to list the sources.
        from gangdan_gui.services.building.source_builder import SourceBuilder

        return SourceBuilder(self._parts, self._searcher(), self._given)

    async def open(self) -> tuple[CatalogProblem | CannotWrite, ...]:
        """See `Opening.open`."""
        return await self._opening.open()

    async def look(self, only: str = "") -> tuple[SourceChanges, ...]:
        """See `LibraryService.look`; `only` is the one source to look at, empty for all."""
        return await self._looker.look(only)

    async def sources(self) -> tuple[SourceSummary, ...]:
        """The library's own sources in the order they were added."""
        return tuple([await summary(self._parts, record) for record in await self._parts.manifest.sources.all()])

    async def offered(self) -> tuple[Source, ...]:
        """See `LibraryService.offered`."""
        return (await asyncio.to_thread(read_source_list, SOURCES_YAML)).sources

    async def add(
        self,
        location: str,
        *,
        title: str = "",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        site: WholeSite | None = None,
    ) -> SourceSummary:
        """See `LibraryService.add`."""
        self._parts.manifest.check_writable()
        wanted = Wanted(title.strip(), include, exclude, site)
        records = await self._parts.manifest.sources.all()
        offer = next((one for one in await self.offered() if one.id == location.strip()), None)
        draft = from_catalogue(offer, wanted) if offer else await asyncio.to_thread(from_location, location, wanted)
        for record in records:
            if _is_same(record.source, draft, by_id=bool(offer and not wanted.title)):
                where = ", ".join(draft.locations)
                raise AlreadyAdded(location=where, source=record.source.id, title=record.source.title)
        before: SourceRecord | None = None
        for record in await self._parts.manifest.sources.trashed():
            # Added again: there is nothing left to undo. But of the user's own texts, and of what came as a pack, the
            # trash holds the only copy.
            if record.source.title == draft.title and record.source.kind not in (*OWN, SourceKind.PACK):
                before = record if record.source.locations == draft.locations else before
                await self._trash.purge(record, corrections=record is not before)
        taken = await taken_ids(self._parts)
        free = draft.id if draft.id and draft.id not in taken else source_id(draft.title, taken)
        source = replace(draft, id=free)
        await asyncio.to_thread(self._parts.user_list.add, source)
        await self._parts.manifest.sources.put(source)
        if before:  # what was put right in these very documents is still right
            await asyncio.to_thread(self._parts.corrections.move, before.source.id, source.id)
        return await self.summary(source.id)

    async def remove(self, source: str) -> None:
        """Put a source into the trash. Raises UnknownSource."""
        self._parts.manifest.check_writable()
        await self.summary(source)
        await asyncio.to_thread(self._parts.user_list.remove, source)
        await self._parts.manifest.sources.trash(source, now())

    async def trashed(self) -> tuple[SourceSummary, ...]:
        """See `LibraryService.trashed`."""
        return tuple([await summary(self._parts, record) for record in await self._parts.manifest.sources.trashed()])

    async def restore(self, source: str) -> SourceSummary:
        """Take a source out of the trash again, with all it held. Raises UnknownSource."""
        self._parts.manifest.check_writable()
        record = await self._parts.manifest.sources.get(source)
        if record.removed_at:
            await asyncio.to_thread(self._parts.user_list.add, record.source)
            await self._parts.manifest.sources.restore(source)
        return await self.summary(source)

    async def move(self, source: str, location: str) -> SourceSummary:
        """See `LibraryService.move`."""
        self._parts.manifest.check_writable()
        moved = await asyncio.to_thread(moved_to, (await self._parts.manifest.sources.present(source)).source, location)
        await asyncio.to_thread(self._parts.user_list.replace, moved)
        await self._parts.manifest.sources.put(moved)
        return await self.summary(source)

    async def _drop_unknown_collections(self) -> None:
        wanted = await self._parts.manifest.generations.collections()
        try:
            for name in await self._parts.store.names():
                if name not in wanted:
                    await self._parts.store.drop(name)
        except (StoreDamaged, StoreAway, WorkerError):  # the next build of each source mends what it needs
            _log.warning("collections that nothing needs any more stay: the vector store can't be read", exc_info=True)

    async def build(
        self, sources: Sequence[str], options: BuildOptions, control: BuildControl | None = None
    ) -> AsyncGenerator[BuildEvent, None]:
        """Build sources one after another; see `LibraryService.build`."""
        self._parts.manifest.check_writable()
        wanted = list(dict.fromkeys(sources))
        for source in wanted:
            await self._parts.manifest.sources.present(source)
        async with aclosing(stream(partial(self._build_all, wanted, options, control or BuildControl()))) as events:
            async for event in events:
                yield event

    async def _build_all(
        self, sources: Sequence[str], options: BuildOptions, control: BuildControl, emit: Emit[BuildEvent]
    ) -> None:
        async with self.one_at_a_time:
            self._looker.build_begins()
            # Asked for only now: a build that went before may have changed them.
            waiting = {source: await self._parts.manifest.sources.present(source) for source in sources}
            try:
                for source in sources:
                    await self._parts.manifest.sources.set_state(source, SourceState.QUEUED)
                for source in sources:
                    if not control.ending:
                        await self._build_one(waiting.pop(source), options, control, emit)
                for record in await self._without_vectors(besides=sources):
                    if not control.ending:
                        await self._mend_one(record, control, emit)
                await mend_all_kept(self._parts)
                await self._drop_unknown_collections()
            finally:
                for record in waiting.values():
                    await self._parts.manifest.sources.set_state(record.source.id, record.state)

    async def _build_one(
        self, record: SourceRecord, options: BuildOptions, control: BuildControl, emit: Emit[BuildEvent]
    ) -> None:
        await emit(BuildStarted(record.source.id))
        await emit(BuildFinished(await self.builder.build(record, options, emit, control)))

    async def _mend_one(self, record: SourceRecord, control: BuildControl, emit: Emit[BuildEvent]) -> None:
        """Nobody asked for anything of this source: what else there is to say of it stays."""
        source = record.source.id
        await self._build_one(record, BuildOptions(mend=True), control, emit)
        mended = (await self._parts.manifest.sources.get(source)).state is SourceState.READY
        if mended and record.state in (SourceState.STALE, SourceState.PARTIAL):
            await self._parts.manifest.sources.set_problems(source, record.problems)
            await self._parts.manifest.sources.set_expected(source, record.expected)
            await self._parts.manifest.sources.set_state(source, record.state)

    async def _without_vectors(self, besides: Sequence[str]) -> list[SourceRecord]:
        """Other sources that lost vectors when the store they share was lost: they are mended in the same go."""
        built = [record for record in await self._parts.manifest.sources.all() if record.source.id not in besides]
        try:
            return [
                record for record in built
                if record.live and await self._parts.store.count(record.live.collection) < record.rows
            ]  # fmt: skip
        except (StoreDamaged, StoreAway, WorkerError):
            return []

    async def report(self, source: str) -> SourceReport:
        """A source's summary and files. Raises UnknownSource."""
        record = await self._parts.manifest.sources.present(source)
        documents = await self._parts.manifest.documents.all(record.live) if record.live else {}
        unread = {problem.path: problem.reason for problem in record.problems if problem.stage == Stage.FETCH}
        said = await asyncio.to_thread(self._parts.corrections.read, source)
        same = await asyncio.to_thread(first_of_same, self._parts.markdown, source, documents.values())
        files = [
            file_report(document, unread.get(path), same.get(path, ""), corrected=path in said.corrections)
            for path, document in documents.items()
        ]
        files += unseen(unread, said.corrections, documents)
        files.sort(key=lambda one: one.path)
        lengths = await self._parts.manifest.documents.lengths(record.live) if record.live else ChunkLengths()
        return SourceReport(
            await summary(self._parts, record), tuple(files), await self._licences.of(record.source), lengths
        )

    async def tags(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """See `LibraryService.tags`."""
        said = [await self._parts.manifest.documents.tags(live) for live in await self._lives(sources)]
        return await asyncio.to_thread(tag_counts, chain.from_iterable(said))

    async def kinds(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """See `LibraryService.kinds`."""
        held = [await self._parts.manifest.documents.stamps(live) for live in await self._lives(sources)]
        return await asyncio.to_thread(kind_counts, held)

    async def _lives(self, sources: Sequence[str]) -> list[Generation]:
        """What answers of these sources."""
        records = await self._parts.manifest.sources.all()
        return [record.live for record in records if record.live and record.source.id in sources]

    async def document(self, source: str, path: str) -> MarkdownDocument:
        """The converted document that answers now. Raises UnknownSource, LocationMissing."""
        return await self._documents.document(source, path)

    def folder(self, source: str) -> Path:
        """Where the user's own texts lie, or a source's converted documents."""
        own = self._parts.notes.folder(source)
        return own if own.is_dir() else self._parts.markdown.folder(source)

    async def summary(self, source: str) -> SourceSummary:
        """What there is to show of a source. Raises UnknownSource."""
        return await summary(self._parts, await self._parts.manifest.sources.present(source))


def _is_same(known: Source, draft: Source, *, by_id: bool) -> bool:
    return _named(known) == _named(draft) or (by_id and known.id == draft.id)


def _named(source: Source) -> tuple[tuple[str, ...], str]:
    """What a source is called; GitHub does not tell capitals from small letters."""
    if source.kind is SourceKind.GITHUB:
        return tuple(map(str.lower, source.locations)), source.title.lower()
    return source.locations, source.title
