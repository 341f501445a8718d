"""Cuts texts with any splitter; one that asks what sentences mean gets vectors of the built-in model, made here.

Whatever embeds the chunks, sentences are compared by that one model: it is always there, and the same text is cut the
same way on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.documents import ChunkSettings, Split
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.batches import batches
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel

_batches = partial(batches, most=64, characters=8_000)


class Cutter:
    """Lives in a process that may work for long. The model is loaded at the first sentence, in about a second."""

    def __init__(self) -> None:
        self._model: BuiltinModel | None = None

    def cut(self, text: str, chunking: ChunkSettings) -> Split:
        """Raises NotAvailable, InvalidChunking, and BuiltinUnavailable where that model is needed and not there."""
        return splitter(chunking.splitter, self._vectors)(text, chunking)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        self._model = self._model or BuiltinModel()
        parts = [self._model.embed(batch) for _, batch in _batches(texts)]
        return Vectors(IDENTITY.dimension, b"".join(part.data for part in parts))
