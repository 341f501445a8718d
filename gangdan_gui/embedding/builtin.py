"""The embedder that needs no server: the built-in model in a child process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.batches import batches
from gangdan_gui.embedding.builtin_model import IDENTITY
from gangdan_gui.embedding.checks import check_texts, check_vectors
from gangdan_gui.workers.child import Child

# A question waits for one batch at most. These many characters take about 0.2 s on two modest cores.
# One process answers questions and builds, and no process may take back what it gave up. So it gives up a little: no
# batch competes with a question, which a machine at work elsewhere answers some hundredths of a second later.
_NICENESS = 5
_MODEL = "gangdan_gui.embedding.builtin_model:BuiltinModel"
_batches = partial(batches, most=32, characters=8_000)


class BuiltinEmbedder:
    """An Embedder. Its process starts at the first use; the model loads at the first text, in about a second.

    The question and the passage of the same words have the same vector: this model wants no prefix before either.
    """

    def __init__(self, child: Child | None = None) -> None:
        self._child = child or Child(_MODEL, name="embedder", niceness=_NICENESS)
        self._identity: EmbedderIdentity | None = None

    async def identify(self) -> EmbedderIdentity:
        """What its vectors are bound to, once the model's files have been checked. Raises EmbedderUnavailable."""
        if self._identity is None:
            self._identity = await self._child.call("identity", urgent=True)
        return self._identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, in their order. BadVectors names blank texts before anything is sent."""
        check_texts(texts, IDENTITY.label)
        # All batches wait at the child together: it goes from one to the next without a turn of the loop between them.
        calls = [asyncio.ensure_future(self._embed(batch, first)) for first, batch in _batches(texts)]
        try:
            parts = await asyncio.gather(*calls)
        finally:
            for call in calls:
                call.cancel()
        return Vectors(IDENTITY.dimension, b"".join(part.data for part in parts))

    async def embed_question(self, text: str) -> Vectors:
        """One unit vector. Waits for the batch that is being embedded, not for those behind it."""
        check_texts([text], IDENTITY.label)
        return await self._embed([text], urgent=True)

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, in their order, as of passages."""
        return await self.embed_passages(texts)

    async def close(self) -> None:
        """End the process. May be called twice."""
        await self._child.close()

    async def _embed(self, texts: list[str], first: int = 0, *, urgent: bool = False) -> Vectors:
        vectors: Vectors = await self._child.call("embed", texts, urgent=urgent)
        check_vectors(vectors, len(texts), IDENTITY.dimension, IDENTITY.label, first=first)
        return vectors
