"""A store whose index files are written after a few rows already, and what other hands may do in it."""

from __future__ import annotations

from pathlib import Path

from gangdan_gui.storing.chroma_folder import ChromaFolder
from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.workers.child import Child

_SOON = {"sync_threshold": 16, "batch_size": 8, "ef_search": 256}


class SmallIndex(ChromaFolder):
    """Served by the child process in place of the real one."""

    def ensure(self, name: str) -> None:
        self.create(name, "cosine")
        super().ensure(name)

    def create(self, name: str, space: str) -> None:
        """Create a collection under any distance unless it is there."""
        with self._told():
            if self._find(name) is None:
                self._client.create_collection(
                    name, embedding_function=None, configuration={"hnsw": {"space": space, **_SOON}}
                )


class SmallIndexStore(ChromaStore):
    """A store of a hundred rows that looks on disk as one of thousands."""

    def __init__(self, home: Path) -> None:
        super().__init__(home / "chroma")

    def _new_child(self) -> Child:
        target = f"{SmallIndex.__module__}:{SmallIndex.__qualname__}"
        return Child(target, name="chroma", arguments=(str(self.folder),), killable=False)

    async def create(self, name: str, space: str) -> None:
        """Create a collection under any distance."""
        await self._call("create", name, space)
