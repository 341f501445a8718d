"""The vector store as services see it: batches and pages sent to the child process that owns Chroma."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import CannotWrite, StoreDamaged, WorkerDied
from gangdan_gui.domain.ports import Neighbour, VectorRow
from gangdan_gui.storing.chroma_folder import MOST_ROWS
from gangdan_gui.storing.database import batches
from gangdan_gui.whole_file import patiently
from gangdan_gui.workers.child import Child

_log = logging.getLogger(__name__)

# A question waits for at most one of these.
ADDED_ROWS = 500
DELETED_ROWS = 500
PAGE_ROWS = 10_000
VECTOR_PAGE_ROWS = 1000
KEPT_ASIDE = 3
# How a process ends when the compiled part of Chroma reads a damaged index; the last four: Windows, both signs.
_SIGNALS = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE")
_CRASHES = {str(-getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)} | {
    "3221225477", "3221226505", "-1073741819", "-1073740791",
}  # fmt: skip


class ChromaStore:
    """A `VectorStore` in `folder`. One process and one object a folder: the library's lock sees to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._child = self._new_child()
        self._open = asyncio.Event()
        self._open.set()

    def _new_child(self) -> Child:
        return Child(
            "gangdan_gui.storing.chroma_folder:ChromaFolder", name="chroma", arguments=(str(self.folder),),
            killable=False,
        )  # fmt: skip

    async def ensure(self, collection: str) -> None:
        """Create the collection unless it is there."""
        await self._call("ensure", collection)

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        """Leave exactly these rows under their ids. Raises ValueError for an id that is given twice."""
        if len({row.id for row in rows}) != len(rows):
            raise ValueError("an id is given twice")
        for some in batches(rows, ADDED_ROWS):
            await self._call("add", collection, list(some))

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Delete rows; ids that are not there are passed over."""
        # Chroma refuses an id that is given twice, here too.
        for some in batches(list(dict.fromkeys(ids)), DELETED_ROWS):
            await self._call("delete", collection, list(some))

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first; equal distances are ordered by id."""
        found: list[Neighbour] = []
        for some in [None] if among is None else batches(among, MOST_ROWS):
            found += await self._call("query", collection, vector, count, some, urgent=True)
        return tuple(sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.id))[: max(count, 0)])

    async def count(self, collection: str) -> int:
        """The number of rows."""
        return int(await self._call("count", collection, urgent=True))

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids. Rows added or deleted meanwhile may be missed: ask while nothing is written."""
        found: set[str] = set()
        while page := await self._call("ids", collection, len(found), PAGE_ROWS):
            found.update(page)
            if len(page) < PAGE_ROWS:
                break
        return frozenset(found)

    async def reachable(self, collection: str) -> bool:
        """Whether every row's vector can be read back; as with `ids`, ask while nothing is written."""
        read = 0
        try:
            count = await self.count(collection)
            while read < count and (page := await self._call("vectors", collection, read, VECTOR_PAGE_ROWS)):
                read += page
        except StoreDamaged as error:
            _log.warning("%s", error)
            return False
        return read == count

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""
        names: tuple[str, ...] = await self._call("names")
        return names

    async def drop(self, collection: str) -> None:
        """Delete a collection; passes over one that is not there."""
        await self._call("drop", collection)

    async def set_aside(self) -> Path:
        """Move a damaged store out of the way and return where it is now; the next call makes a clean one.

        The newest three are kept. Raises CannotWrite.
        """
        self._open.clear()
        try:
            await self._child.close()
            return await asyncio.to_thread(move_aside, self.folder, datetime.now().astimezone())
        finally:
            self._child = self._new_child()
            self._open.set()

    async def close(self) -> None:
        """End the child. May be called twice."""
        await self._child.close()

    async def _call(self, method: str, *arguments: object, urgent: bool = False) -> Any:
        # Nothing may open the folder while it is being moved.
        await self._open.wait()
        try:
            return await self._child.call(method, *arguments, urgent=urgent)
        except WorkerDied as error:
            code = error.facts.get("code", "")
            if code in _CRASHES:
                raise StoreDamaged(what=f"chroma ended with code {code}", folder=str(self.folder)) from error
            raise


def move_aside(folder: Path, when: datetime) -> Path:
    """Rename a store's folder to `chroma-damaged-<time>` beside it, and remove all but the newest of those."""
    stem = f"{folder.name}-damaged-"
    name = f"{stem}{when:%Y%m%d-%H%M%S}"
    target, again = folder.with_name(name), 1
    while target.exists():
        again += 1
        target = folder.with_name(f"{name}-{again}")
    try:
        if folder.exists():
            patiently(lambda: folder.rename(target))
    except OSError as error:
        raise CannotWrite(path=str(folder), why=error.strerror or str(error)) from error
    for old in sorted(folder.parent.glob(f"{stem}*"))[:-KEPT_ASIDE]:
        shutil.rmtree(old, ignore_errors=True)
    return target
