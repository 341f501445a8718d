"""An embedder for large libraries: the built-in model's vectors of a few hundred texts, repeated with a jitter."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.builtin_model import BuiltinModel

LABEL, DIMENSION = "jittered", 512
_REAL, _JITTER = 400, 0.4


class Jittered:
    """An `Embedder` in this process. The first texts have vectors of their own, each later one one of theirs, moved."""

    def __init__(self) -> None:
        self._identity = EmbedderIdentity(LABEL, "jittered", "1", DIMENSION)
        self._model = BuiltinModel()
        self._known: list[bytes] = []

    async def identify(self) -> EmbedderIdentity:
        """What it is."""
        return self._identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One vector a text."""
        if len(self._known) < _REAL:
            self._known += self._model.embed(list(texts))
        return Vectors(DIMENSION, b"".join(map(self._moved, texts)))

    async def embed_question(self, text: str) -> Vectors:
        """The model's own vector."""
        return await self.embed_questions([text])

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The model's own vectors."""
        return self._model.embed(list(texts))

    async def close(self) -> None:
        """There is nothing to end."""

    def _moved(self, text: str) -> bytes:
        seed = crc32(text.encode())
        noise = np.random.default_rng(seed).normal(0, _JITTER / DIMENSION**0.5, DIMENSION)
        row = np.frombuffer(self._known[seed % len(self._known)], np.float32) + noise
        moved: bytes = (row / np.linalg.norm(row)).astype(np.float32).tobytes()
        return moved
