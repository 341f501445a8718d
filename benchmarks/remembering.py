"""An embedder that embeds each text once: for runs that differ in all but the texts."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors

_PASSAGE, _QUESTION = "passage", "question"


class Remembering:
    """An `Embedder` that outlives the libraries that close it; `end` ends it. With a file also the next run knows."""

    def __init__(self, embedder: Embedder, file: Path | None = None) -> None:
        self._embedder = embedder
        self._kept = sqlite3.connect(file or ":memory:")
        self._kept.execute("CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB)")

    async def identify(self) -> EmbedderIdentity:
        """The other's."""
        return await self._embedder.identify()

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """From memory, where they are there."""
        return await self._remembered(texts, _PASSAGE, self._embedder.embed_passages)

    async def embed_question(self, text: str) -> Vectors:
        """From memory, where it is there."""
        return await self.embed_questions([text])

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """From memory, where they are there."""
        return await self._remembered(texts, _QUESTION, self._embedder.embed_questions)

    async def _remembered(
        self, texts: Sequence[str], role: str, embed: Callable[[Sequence[str]], Awaitable[Vectors]]
    ) -> Vectors:
        identity = await self.identify()
        keys = {text: _key(identity, role, text) for text in texts}
        new = [text for text, key in keys.items() if self._find(key) is None]
        if new:
            made = await embed(new)
            self._keep([(keys[text], vector) for text, vector in zip(new, made, strict=True)])
        return Vectors(identity.dimension, b"".join(self._find(keys[text]) or b"" for text in texts))

    async def close(self) -> None:
        """Nothing: others go on with it."""

    async def end(self) -> None:
        """End the other."""
        self._kept.close()
        await self._embedder.close()

    def _find(self, key: bytes) -> bytes | None:
        row = self._kept.execute("SELECT vector FROM vectors WHERE text = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def _keep(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        with self._kept:
            self._kept.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)


def _key(identity: EmbedderIdentity, role: str, text: str) -> bytes:
    facts = "\0".join((identity.digest, identity.prefix_scheme, role, text))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).digest()
