"""The collections of one library on a department's Chroma server, which may hold those of others, too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import StoreAway
from gangdan_gui.storing.batched_store import BatchedStore
from gangdan_gui.way_out import WayOut
from gangdan_gui.workers.child import Child

# The client's own limit is on each read: a server that sends a byte a second never reaches it.
_PATIENCE = 60.0


class ServerStore(BatchedStore):
    """A `VectorStore` on a server. Names of collections carry the library's id there, and nothing else is touched.

    Every call may raise StoreAway: nothing is lost then.
    """

    def __init__(self, url: str, token: str, library: str, way_out: WayOut, *, patience: float = _PATIENCE) -> None:
        self._url = url
        self._patience = patience
        self._prefix = f"l{library}-"
        self._child = Child(
            "gangdan_gui.storing.chroma_server:ChromaServer", name="chroma", arguments=(url, token, way_out)
        )

    async def names(self) -> tuple[str, ...]:
        """The collections of this library."""
        found: Sequence[str] = await self._asked("names")
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
        return await self._asked(method, f"{self._prefix}{name}", *rest, urgent=urgent)

    async def _asked(self, method: str, *arguments: object, urgent: bool = False) -> Any:
        try:
            async with asyncio.timeout(self._patience):
                return await self._child.call(method, *arguments, urgent=urgent)
        except TimeoutError as error:
            raise StoreAway(address=self._url, reason="server-silent", detail="") from error
