"""Knowledge packs of one library: a built source goes out as one file, and comes in without embedding."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.domain.errors import AnswersNotPacked, CannotWrite
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.packs.lying_packs import LyingPackSources
from gangdan_gui.services.packs.pack_contents import contents_of, report_on, verify_pack
from gangdan_gui.services.packs.pack_installing import PackInstalling
from gangdan_gui.services.packs.pack_making import Base, PackMaking
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests.packs import (
    InstallOptions,
    PackContents,
    PackEvent,
    PackFinished,
    PackProgress,
    PackReport,
)
from gangdan_gui.services.streams import Emit, stream
from gangdan_gui.storing.packs.checking import Checked, checked
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.storing.packs.shelf import flushed, put
from gangdan_gui.storing.records import SourceRecord
from gangdan_gui.whole_file import part_beside, remove_file

_STALE = Reason("pack-stale")


class Packs:
    """See `PackService`."""

    def __init__(self, parts: Parts, library: Library) -> None:
        self._parts = parts
        self._library = library

    async def create(
        self, source: str, file: Path, *, also: Sequence[str] = (), base: Path | None = None
    ) -> AsyncGenerator[PackEvent, None]:
        """See `PackService.create`."""
        async with aclosing(stream(partial(self._create, source, file, also, base))) as events:
            async for event in events:
                yield event

    async def contents(self, file: Path) -> PackContents:
        """See `PackService.contents`."""
        return await asyncio.to_thread(contents_of, file)

    async def install(self, file: Path, options: InstallOptions) -> AsyncGenerator[PackEvent, None]:
        """See `PackService.install`."""
        async with aclosing(stream(partial(self._install, file, options))) as events:
            async for event in events:
                yield event

    async def _install(self, file: Path, options: InstallOptions, emit: Emit[PackEvent]) -> None:
        self._parts.manifest.check_writable()
        async with self._library.one_at_a_time:
            report = await (self._leave if options.in_place else self._take)(file, options, emit)
        await emit(PackFinished(report))

    async def _take(self, file: Path, options: InstallOptions, emit: Emit[PackEvent]) -> PackReport:
        return await PackInstalling(self._parts, self._library.builder, file, options, emit).run()

    async def _leave(self, file: Path, options: InstallOptions, emit: Emit[PackEvent]) -> PackReport:
        """Take nothing but the texts."""

        async def report(done: int, total: int) -> None:
            await emit(PackProgress(done, total))

        taken = await LyingPackSources(self._parts).take(file.absolute(), options.embedder, report)
        return taken or await verify_pack(file)

    async def _create(
        self, source: str, file: Path, also: Sequence[str], base: Path | None, emit: Emit[PackEvent]
    ) -> None:
        await self._library.look(source)
        async with self._library.one_at_a_time:
            record = await self._record(source)
            making = PackMaking(self._parts, record, emit)
            async with AsyncExitStack() as closing:
                earlier = None
                if base:
                    if await asyncio.to_thread(_same_file, base, file):
                        raise refused(base, "pack-base-replaced")
                    found = await closing.enter_async_context(_checked(base))
                    earlier = await self._earlier(found, making)
                part, out = await closing.enter_async_context(_new_file(file))
                await making.write(out, also, earlier)
                await to_its_end(partial(flushed, part, out))
                made = await closing.enter_async_context(_checked(part))
                notices = (_STALE,) if record.state is SourceState.STALE else ()
                report = report_on(made.pack.head, made.sha256, problems=tuple(making.problems), notices=notices)
                await made_way(made, part, file)
        await emit(PackFinished(report))

    async def _record(self, source: str) -> SourceRecord:
        record = await self._parts.manifest.sources.present(source)
        if record.source.kind is SourceKind.ANSWERS:
            raise AnswersNotPacked(source=source)
        return record

    @staticmethod
    async def _earlier(found: Checked, making: PackMaking) -> Base:
        head = found.pack.head
        if head.base:
            raise refused(found.pack.file, "pack-base-partial")
        if head.origin != await making.origin():
            raise refused(found.pack.file, "pack-other-source")
        return Base(found.pack, found.sha256)


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


async def made_way(made: Checked, part: Path, file: Path) -> None:
    """Close what was checked and put it where it was asked for. Raises CannotWrite."""
    await asyncio.to_thread(made.pack.close)
    await asyncio.to_thread(put, part, file.resolve())


@asynccontextmanager
async def _checked(file: Path) -> AsyncIterator[Checked]:
    """A pack that was found whole, open for the block. Raises LocationMissing, PackRefused."""
    opening = checked(file)
    found = await to_its_end(opening.__enter__)
    try:
        yield found
    finally:
        await asyncio.to_thread(opening.__exit__, None, None, None)


@asynccontextmanager
async def _new_file(file: Path) -> AsyncIterator[tuple[Path, BinaryIO]]:
    """A file beside the one that a user named, gone in the end unless it was put there. Raises CannotWrite."""
    target = file.resolve()
    part = await asyncio.to_thread(part_beside, target)
    try:
        out = await asyncio.to_thread(part.open, "x+b")
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
    try:
        yield part, out
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
    finally:
        with suppress(OSError):  # a full disk is told of once
            await asyncio.to_thread(out.close)
        await asyncio.to_thread(remove_file, part)
