"""Keeps every vector that was ever made, so that nothing is embedded twice and a lost collection costs no embedding."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence

from gangdan_gui.domain.vectors import FLOAT_BYTES, EmbedderIdentity, Vectors
from gangdan_gui.storing.database import Database, batches, marks


class VectorCache:
    """Vectors by the embedder's digest, its prefix scheme and the embedded text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, identity: EmbedderIdentity, texts: Sequence[str]) -> list[bytes | None]:
        """The vector of each text, in their order; None where it is not kept or has the wrong length."""
        return await self._database.read(lambda connection: _get(connection, identity, texts))

    async def keep(self, identity: EmbedderIdentity, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep one vector a text. Raises ValueError where counts or dimensions differ."""
        if len(vectors) != len(texts) or (texts and vectors.dimension != identity.dimension):
            raise ValueError(f"{len(vectors)} vectors of {vectors.dimension} for {len(texts)} texts")
        await self._database.write(lambda connection: _keep(connection, identity, texts, vectors))

    async def count(self, identity: EmbedderIdentity, texts: Sequence[str]) -> int:
        """How many of the texts have a vector, each counted as often as it is given."""
        return await self._database.read(lambda connection: _count(connection, identity, texts))


def cache_key(identity: EmbedderIdentity, text: str) -> bytes:
    """What a vector is kept under."""
    facts = "\x00".join((identity.digest, identity.prefix_scheme, text))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).digest()


def _get(connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str]) -> list[bytes | None]:
    keys = [cache_key(identity, text) for text in texts]
    kept: dict[bytes, bytes] = {}
    for some in batches(keys):
        kept.update(connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks(len(some))})", some))
    length = FLOAT_BYTES * identity.dimension
    found = (kept.get(key) for key in keys)
    return [vector if vector is not None and len(vector) == length else None for vector in found]


def _count(connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str]) -> int:
    keys = [cache_key(identity, text) for text in texts]
    kept: set[bytes] = set()
    for some in batches(keys):
        rows = connection.execute(f"SELECT key FROM vectors WHERE key IN ({marks(len(some))})", some)
        kept.update(key for (key,) in rows)
    return sum(key in kept for key in keys)


def _keep(connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str], vectors: Vectors) -> None:
    connection.executemany(
        "INSERT INTO vectors (key, vector) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET vector = excluded.vector",
        ((cache_key(identity, text), vector) for text, vector in zip(texts, vectors, strict=True)),
    )
