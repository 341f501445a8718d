"""Collections of a Chroma client, wherever it keeps them: what both a folder and a server are asked.

Every call is short (the other side sends batches), so that a question never waits for long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import Neighbour, VectorRow
from gangdan_gui.storing.apart import apart
from gangdan_gui.storing.chroma_client import collection_of

# Reads of more than 32,766 rows fail (SQLite's variables).
MOST_ROWS = 32_000
_PROBE = 50
# More than the default 100: costs a millisecond, and a question's nearest passages are rarely missed.
_SEARCH_WIDTH = 256


class ChromaCollections(ABC):
    """The collections of one client, which is at `place`. `_told` turns what Chroma says into our errors."""

    def __init__(self, client: Any, place: str) -> None:
        self.place = place
        self._client = client
        self._collections: dict[str, Any] = {}
        self._probed: set[str] = set()

    def ensure(self, name: str) -> None:
        """Create a collection under cosine distance unless it is there."""
        with self._told():
            collection = self._find(name) or self._client.create_collection(
                name,
                embedding_function=None,
                # Twice as many links as by default would find one row more in a hundred beside a thousand copies of
                # a text, and cost a fifth of the time in which rows are added.
                configuration={"hnsw": {"space": "cosine", "ef_search": _SEARCH_WIDTH}},
            )
            self._collections[name] = collection
            space = (collection.configuration.get("hnsw") or {}).get("space")
        if space != "cosine":
            raise StoreDamaged(what=f"{name}: distance is {space}", folder=self.place)

    def add(self, name: str, rows: Sequence[VectorRow]) -> None:
        """Leave exactly these rows under their ids, whatever was there under them; at least one, a batch at most."""
        import numpy as np

        with self._told():
            collection = self._require(name)
            ids = [row.id for row in rows]
            # Chroma passes over an id that it has, and keeps the old text and vector.
            if there := collection.get(ids=ids, include=[])["ids"]:
                collection.delete(ids=there)
            vectors = np.frombuffer(b"".join(row.vector for row in rows), dtype=np.float32)
            collection.add(
                ids=ids,
                embeddings=apart(vectors.reshape(len(rows), -1), ids),
                documents=[row.text for row in rows],
                # An empty mapping is refused, None is not.
                metadatas=[row.metadata or None for row in rows],
            )

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Delete rows; those that are not there are passed over."""
        with self._told():
            if ids and (collection := self._find(name)):
                collection.delete(ids=list(ids))

    def query(self, name: str, vector: bytes, count: int, among: Sequence[str] | None = None) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first; at most MOST_ROWS ids can be given to look among."""
        import numpy as np

        with self._told():
            collection = self._find(name)
            # More than there are is no error; to count them first takes as long as to find the nearest.
            wanted = min(count, MOST_ROWS)
            if not collection or wanted <= 0:
                return ()
            if name not in self._probed:
                _probe(collection)
                self._probed.add(name)
            if among is not None:  # an id that is not there is an error, and so is an empty list
                among = collection.get(ids=list(among), include=[])["ids"] if among else []
                wanted = min(wanted, len(among))
                if not among:
                    return ()
            found = collection.query(
                query_embeddings=np.frombuffer(vector, dtype=np.float32).reshape(1, -1),
                n_results=wanted,
                ids=among,
                include=["distances"],
            )
            ids, distances = found["ids"][0], found["distances"][0]
            return tuple(
                Neighbour(id_, max(0.0, float(distance))) for id_, distance in zip(ids, distances, strict=True)
            )

    def count(self, name: str) -> int:
        """The number of rows the collection's table holds."""
        with self._told():
            collection = self._find(name)
            return int(collection.count()) if collection else 0

    def ids(self, name: str, offset: int, limit: int) -> list[str]:
        """A page of ids."""
        with self._told():
            collection = self._find(name)
            return list(collection.get(limit=limit, offset=offset, include=[])["ids"]) if collection else []

    def vectors(self, name: str, offset: int, limit: int) -> int:
        """How many vectors of a page can be read."""
        with self._told():
            collection = self._find(name)
            if not collection:
                return 0
            return len(collection.get(limit=limit, offset=offset, include=["embeddings"])["embeddings"])

    def names(self) -> tuple[str, ...]:
        """The collections there are."""
        with self._told():
            return tuple(sorted(collection.name for collection in self._client.list_collections()))

    def drop(self, name: str) -> None:
        """Delete a collection. Its segment folder goes at the next start."""
        with self._told():
            if self._find(name):
                self._client.delete_collection(name)
                del self._collections[name]
                self._probed.discard(name)

    def _find(self, name: str) -> Any:
        if name not in self._collections:
            found = collection_of(self._client, name)
            if found is None:
                return None
            self._collections[name] = found
        return self._collections[name]

    def _require(self, name: str) -> Any:
        collection = self._find(name)
        if collection is None:
            raise StoreDamaged(what=f"{name}: no such collection", folder=self.place)
        return collection

    @abstractmethod
    def _told(self) -> AbstractContextManager[None]: ...


def _probe(collection: Any) -> None:
    """Read a few vectors from the start, the middle and the end.

    An index whose files are lost answers from the rows that were not yet in them, without an error; reading a vector
    that is gone raises one. Once a process is enough: from then on the index is in memory.
    """
    count = collection.count()
    for offset in sorted({0, count // 2, max(0, count - _PROBE)}):
        collection.get(limit=_PROBE, offset=offset, include=["embeddings"])
