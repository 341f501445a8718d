"""An embedder that costs next to nothing: words of a text are counted in buckets, so that similar texts are near."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

import numpy as np

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors

LABEL, DIMENSION = "hash", 512
_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")


class WordVectors:
    """An `Embedder` in this process, of as many dimensions as the built-in model has."""

    def __init__(self, label: str = LABEL) -> None:
        self._identity = EmbedderIdentity(label, "counted words", "1", DIMENSION)

    async def identify(self) -> EmbedderIdentity:
        """What it is."""
        return self._identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One vector a text."""
        return Vectors(DIMENSION, b"".join(map(_vector, texts)))

    async def embed_question(self, text: str) -> Vectors:
        """The vector of a question, made as a passage's is."""
        return Vectors(DIMENSION, _vector(text))

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""
        return await self.embed_passages(texts)

    async def close(self) -> None:
        """There is nothing to end."""


def _vector(text: str) -> bytes:
    """The square roots of the counts, less what a text of all words would have, of length 1."""
    buckets = [crc32(word.encode()) % DIMENSION for word in _WORD.findall(text.lower())]
    counts = np.sqrt(np.bincount(buckets, minlength=DIMENSION).astype(np.float32))
    centred = counts - counts.mean()
    centred[0] += 1e-3  # no text is without a direction
    row: bytes = (centred / np.linalg.norm(centred)).astype(np.float32).tobytes()
    return row
