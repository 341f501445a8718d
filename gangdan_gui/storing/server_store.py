"""The collections of one library on a department's Chroma server, which may hold those of others, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gangdan_gui.storing.batched_store import BatchedStore
from gangdan_gui.way_out import WayOut
from gangdan_gui.workers.child import Child


class ServerStore(BatchedStore):
    """A `VectorStore` on a server. Names of collections carry the library's id there, and nothing else is touched.

    Every call may raise StoreAway: nothing is lost then.
    """

    def __init__(self, url: str, token: str, library: str, way_out: WayOut) -> None:
        self._url = url
        self._prefix = f"l{library}-"
        self._child = Child(
            "gangdan_gui.storing.chroma_server:ChromaServer", name="chroma", arguments=(url, token, way_out)
        )

    async def names(self) -> tuple[str, ...]:
        """The collections of this library."""
        found: Sequence[str] = await self._child.call("names")
        return tuple(name.removeprefix(self._prefix) for name in found if name.startswith(self._prefix))

    async def set_aside(self) -> Path:
        """Drop this library's collections: all of them can be made again."""
        for name in await self.names():
            await self.drop(name)
        return Path(self._url)

    async def close(self) -> None:
        """End the child. May be called twice."""
        await self._child.close()

    async def _call(self, method: str, *arguments: object, urgent: bool = False) -> Any:
        name, *rest = arguments
        return await self._child.call(method, f"{self._prefix}{name}", *rest, urgent=urgent)
