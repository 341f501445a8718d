"""The collections of the library's own folder, asked of the child process that owns Chroma."""

from __future__ import annotations

import asyncio
import logging
import signal
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import StoreDamaged, WorkerDied
from gangdan_gui.storing.batched_store import BatchedStore
from gangdan_gui.whole_file import set_aside
from gangdan_gui.workers.child import Child

_log = logging.getLogger(__name__)

# How a process ends when the compiled part of Chroma reads a damaged index; the last four: Windows, both signs.
_SIGNALS = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE")
_CRASHES = {str(-getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)} | {
    "3221225477", "3221226505", "-1073741819", "-1073740791",
}  # fmt: skip


class ChromaStore(BatchedStore):
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

    async def set_aside(self) -> Path:
        """Move a damaged store out of the way and return where it is now; the next call makes a clean one.

        The newest three are kept. Raises CannotWrite.
        """
        self._open.clear()
        try:
            await self._child.close()
            return await asyncio.to_thread(set_aside, self.folder)
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
            self._tell_damage(error)
            _log.warning("%s; it is asked once more", error)
        # Somebody ended it, or there was no memory for it. Each call leaves the same when it is made twice.
        try:
            return await self._child.call(method, *arguments, urgent=urgent)
        except WorkerDied as error:
            self._tell_damage(error)
            raise

    def _tell_damage(self, error: WorkerDied) -> None:
        """Raise StoreDamaged where the process ended as by a damaged index."""
        code = error.facts.get("code", "")
        if code in _CRASHES:
            raise StoreDamaged(what=f"chroma ended with code {code}", folder=str(self.folder)) from error
