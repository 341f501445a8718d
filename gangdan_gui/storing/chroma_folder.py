"""Owns the Chroma client of one folder, in a child process: the only file that knows chromadb.

A child, because Chroma holds the interpreter lock while it writes, and a damaged index ends the process without an
exception. Every call is short (the other side sends batches), so that a question never waits for long.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

from filelock import FileLock, Timeout

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, StoreDamaged
from gangdan_gui.domain.ports import Neighbour, VectorRow
from gangdan_gui.storing.leftovers import check_folder, give_back_space, remove_leftovers

# Reads of more than 32,766 rows fail (SQLite's variables).
MOST_ROWS = 32_000
_PROBE = 50
_PATIENCE = 60.0
# More than the default 100: costs a millisecond, and a question's nearest passages are rarely missed.
_SEARCH_WIDTH = 256
# Twice the default: beside hundreds of copies of a text, the default leaves one row in two hundred unlinked.
_LINKS = 32
# In radians. Less is lost in the rounding of float32; more costs neighbours, and DISTANCE_ERROR with them.
_HAIR = 3e-4


class ChromaFolder:
    """The collections of one folder. Raises StoreDamaged, CannotWrite, LibraryLocked."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        check_folder(self._folder)
        self._lock = _sole_owner(self._folder)
        remove_leftovers(self._folder)
        give_back_space(self._folder)
        self._collections: dict[str, Any] = {}
        self._probed: set[str] = set()
        with self._told():
            self._client = _open(folder)

    def ensure(self, name: str) -> None:
        """Create a collection under cosine distance unless it is there."""
        with self._told():
            collection = self._find(name) or self._client.create_collection(
                name,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine", "ef_search": _SEARCH_WIDTH, "max_neighbors": _LINKS}},
            )
            self._collections[name] = collection
            space = (collection.configuration.get("hnsw") or {}).get("space")
        if space != "cosine":
            raise StoreDamaged(what=f"{name}: distance is {space}", folder=str(self._folder))

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
                embeddings=_apart(vectors.reshape(len(rows), -1), ids),
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
            wanted = min(count, collection.count(), MOST_ROWS) if collection else 0
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
        return tuple(Neighbour(id_, max(0.0, float(distance))) for id_, distance in zip(ids, distances, strict=True))

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
        from chromadb.errors import NotFoundError

        if name not in self._collections:
            try:
                # Without `None` the default function is attached, which would fetch a model.
                self._collections[name] = self._client.get_collection(name, embedding_function=None)
            except NotFoundError:
                return None
        return self._collections[name]

    def _require(self, name: str) -> Any:
        collection = self._find(name)
        if collection is None:
            raise StoreDamaged(what=f"{name}: no such collection", folder=str(self._folder))
        return collection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what Chroma says into errors that carry facts."""
        from chromadb.errors import ChromaError, DuplicateIDError

        try:
            yield
        except DuplicateIDError:  # a fault of ours, for which no store should be set aside
            raise
        except ChromaError as error:
            raise _meaning(str(error), self._folder) from error
        except BaseException as error:
            # A panic of the compiled part is no Exception, and its class can't be imported.
            if type(error).__name__ != "PanicException":
                raise
            raise _meaning(str(error), self._folder) from error


def _apart(vectors: Any, ids: Sequence[str]) -> Any:
    """Vectors turned by a hair, each in a direction that its id gives: no two are equal.

    A graph of neighbours falls apart over equal vectors, because copies take all of each other's links: with 300
    copies of a text among 400 others, a quarter of the others could not be found at all.
    """
    import numpy as np

    hairs = np.stack([np.random.default_rng(crc32(id_.encode())).standard_normal(vectors.shape[1]) for id_ in ids])
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(hairs, axis=1, keepdims=True)
    return (vectors + hairs * lengths * _HAIR).astype(np.float32)


def _probe(collection: Any) -> None:
    """Read a few vectors from the start, the middle and the end.

    An index whose files are lost answers from the rows that were not yet in them, without an error; reading a vector
    that is gone raises one. Once a process is enough: from then on the index is in memory.
    """
    count = collection.count()
    for offset in sorted({0, count // 2, max(0, count - _PROBE)}):
        collection.get(limit=_PROBE, offset=offset, include=["embeddings"])


def _sole_owner(folder: Path) -> FileLock:
    """A lock that goes with this process. A child whose parent was killed still ends what it was writing.

    Raises LibraryLocked when that takes too long.
    """
    lock = FileLock(str(folder.with_name(f"{folder.name}.lock")), timeout=_PATIENCE)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryLocked(home=str(folder.parent), holder="") from error
    except OSError as error:
        raise CannotWrite(path=str(folder.parent), why=error.strerror or str(error)) from error
    return lock


def _open(folder: str) -> Any:
    os.environ["ANONYMIZED_TELEMETRY"] = "False"
    # It reports its own failure to report.
    logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))


def _meaning(said: str, folder: Path) -> Exception:
    small = said.lower()
    if "disk is full" in small or "readonly database" in small or "no space left" in small:
        return CannotWrite(path=str(folder), why=said)
    if "database is locked" in small:
        return LibraryLocked(home=str(folder.parent), holder="")
    return StoreDamaged(what=said, folder=str(folder))
