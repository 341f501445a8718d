"""Keeps every vector that was ever made, so that nothing is embedded twice and a lost collection costs no embedding."""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from collections.abc import Sequence

from gangdan_gui.domain.vectors import FLOAT_BYTES, EmbedderIdentity, Vectors
from gangdan_gui.storing.database import Database, batches, marks

# The bytes of zeros, with or without a sign.
_NOTHING = b"\x00\x80"
# The highest byte of a float32, and what that is of no number, or of one beyond 10^38; quicker than to look at numbers.
_HIGHEST = 3 if sys.byteorder == "little" else 0
_BEYOND, _BELOW = 0x7F, 0xFF


class VectorCache:
    """Vectors by the embedder's digest, its prefix scheme and the embedded text, and by who made them.

    `maker` is that of `Generation`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, identity: EmbedderIdentity, texts: Sequence[str], maker: str = "") -> list[bytes | None]:
        """The vector of each text, in their order; None where it is not kept, or the disk has made it none."""
        return await self._database.read(lambda connection: read_vectors(connection, identity, texts, maker))

    async def of_rows(
        self, identity: EmbedderIdentity, rows: Sequence[tuple[str, str]], maker: str = ""
    ) -> dict[str, bytes]:
        """The vectors of rows, as `Chunk.rows`, by their ids; of those that `get` has none for there is none."""
        found = await self.get(identity, [text for _, text in rows], maker)
        return {id_: vector for (id_, _), vector in zip(rows, found, strict=True) if vector is not None}

    async def keep(self, identity: EmbedderIdentity, texts: Sequence[str], vectors: Vectors, maker: str = "") -> None:
        """Keep one vector a text. Raises ValueError where counts or dimensions differ."""
        if len(vectors) != len(texts) or (texts and vectors.dimension != identity.dimension):
            raise ValueError(f"{len(vectors)} vectors of {vectors.dimension} for {len(texts)} texts")
        await self._database.write(lambda connection: _keep(connection, identity, texts, vectors, maker))

    async def count(self, identity: EmbedderIdentity, texts: Sequence[str], maker: str = "") -> int:
        """How many of the texts have a vector, each counted as often as it is given."""
        return await self._database.read(lambda connection: _count(connection, identity, texts, maker))


def cache_key(identity: EmbedderIdentity, text: str, maker: str = "") -> bytes:
    """What a vector is kept under. Those of another maker than the embedder here never answer for its own."""
    scheme = f"{identity.prefix_scheme}\x01{maker}" if maker else identity.prefix_scheme
    facts = "\x00".join((identity.digest, scheme, text))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).digest()


def read_vectors(
    connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str], maker: str
) -> list[bytes | None]:
    """As `VectorCache.get`."""
    keys = [cache_key(identity, text, maker) for text in texts]
    kept: dict[bytes, bytes] = {}
    for some in batches(keys):
        kept.update(connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks(len(some))})", some))
    length = FLOAT_BYTES * identity.dimension
    found = (kept.get(key) for key in keys)
    return [vector if vector is not None and len(vector) == length and _points(vector) else None for vector in found]


def _points(vector: bytes) -> bool:
    """Whether it has a direction: a page of zeros has none, nor has what holds a number that is none, or is endless."""
    highest = vector[_HIGHEST::FLOAT_BYTES]
    return bool(vector.strip(_NOTHING)) and _BEYOND not in highest and _BELOW not in highest


def _count(connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str], maker: str) -> int:
    keys = [cache_key(identity, text, maker) for text in texts]
    kept: set[bytes] = set()
    for some in batches(keys):
        rows = connection.execute(f"SELECT key FROM vectors WHERE key IN ({marks(len(some))})", some)
        kept.update(key for (key,) in rows)
    return sum(key in kept for key in keys)


def _keep(
    connection: sqlite3.Connection, identity: EmbedderIdentity, texts: Sequence[str], vectors: Vectors, maker: str
) -> None:
    connection.executemany(
        "INSERT INTO vectors (key, vector) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET vector = excluded.vector",
        ((cache_key(identity, text, maker), vector) for text, vector in zip(texts, vectors, strict=True)),
    )
