"""The vocabulary of each generation: words of its texts, each with a vector of the built-in embedder."""

from __future__ import annotations

import json
import logging
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.database import Database, marks

_log = logging.getLogger(__name__)

HALF_BYTES = 2
"""Of a number of a vector: float16, little-endian. Cosines differ by less than a thousandth from those of float32."""
# A mebibyte is enough for a hundred thousand words; a damaged text that unpacks to more is none.
_LONGEST = 1 << 24
_DAMAGED = (zlib.error, ValueError, KeyError, TypeError)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words with the number of chunks that hold each, most frequent first, and the vectors, one after another.

    `digest` is that of the embedder, `chunks` how many there were. `vectors` are as HALF_BYTES says.
    """

    digest: str
    words: tuple[str, ...]
    counts: tuple[int, ...]
    chunks: int
    vectors: bytes

    @property
    def dimension(self) -> int:
        """Numbers of a vector."""
        return len(self.vectors) // (HALF_BYTES * len(self.words)) if self.words else 0

    @property
    def is_sound(self) -> bool:
        """Whether its parts fit together."""
        row = HALF_BYTES * self.dimension
        return len(self.counts) == len(self.words) and len(self.vectors) == row * len(self.words)

    def is_of(self, identity: EmbedderIdentity) -> bool:
        """Whether it has words, and their vectors are of that embedder."""
        return bool(self.words) and (self.digest, self.dimension) == (identity.digest, identity.dimension)

    def row(self, index: int) -> bytes:
        """The vector of one word."""
        step = HALF_BYTES * self.dimension
        return self.vectors[index * step : (index + 1) * step]


class VocabularyTable:
    """At most one vocabulary a generation; it goes with its generation."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.changes = 0
        """Another number after every change that was made through this."""

    async def of(self, generations: Sequence[int]) -> dict[int, Vocabulary]:
        """Those that there are, by the numbers of their generations; one that can't be read is not there."""
        among = marks(len(generations))
        query = f"SELECT generation, digest, words, vectors FROM vocabularies WHERE generation IN ({among})"

        def read(connection: sqlite3.Connection) -> list[tuple[int, str, bytes, bytes]]:
            return connection.execute(query, list(generations)).fetchall()

        found = {
            number: _unpacked(digest, words, data) for number, digest, words, data in await self._database.read(read)
        }
        return {number: vocabulary for number, vocabulary in found.items() if vocabulary}

    async def keep(self, generation: int, vocabulary: Vocabulary) -> None:
        """Keep one in the place of an earlier one; nothing is kept of a generation that is gone meanwhile."""
        work = (
            "INSERT INTO vocabularies (generation, digest, words, vectors) SELECT ?1, ?2, ?3, ?4"
            " WHERE EXISTS (SELECT 1 FROM generations WHERE number = ?1)"
            " ON CONFLICT (generation) DO UPDATE SET"
            " digest = excluded.digest, words = excluded.words, vectors = excluded.vectors"
        )
        values = generation, vocabulary.digest, packed_words(vocabulary), vocabulary.vectors
        await self._database.write(lambda connection: connection.execute(work, values))
        self.changes += 1


def packed_words(vocabulary: Vocabulary) -> bytes:
    """The words with their counts as they are kept."""
    facts = {"chunks": vocabulary.chunks, "words": vocabulary.words, "counts": vocabulary.counts}
    return zlib.compress(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


def unpacked_words(data: bytes) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Words, counts, and the number of chunks. Raises ValueError for anything that `packed_words` does not make."""
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data, _LONGEST)
        if not unpacking.eof:
            raise ValueError("too long, or cut off")
        facts = json.loads(text)
        words, counts, chunks = tuple(facts["words"]), tuple(facts["counts"]), facts["chunks"]
    except _DAMAGED as error:
        raise ValueError(f"no vocabulary: {error}") from error
    numbers = all(type(number) is int and number >= 0 for number in (*counts, chunks))
    if not numbers or not all(isinstance(word, str) for word in words) or len(words) != len(counts):
        raise ValueError("no vocabulary: words and counts do not fit together")
    return words, counts, chunks


def _unpacked(digest: str, words: bytes, vectors: bytes) -> Vocabulary | None:
    try:
        found = Vocabulary(digest, *unpacked_words(words), vectors)
    except ValueError as error:
        _log.warning("a vocabulary can't be read: %s", error)
        return None
    return found if found.is_sound else None
