"""Vectors for the rows of chunks: from the cache, else embedded; a text that can't be is found and named."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.domain.documents import Chunk, chunk_of
from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable, WorkerError
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.speeds import Measures, Work
from gangdan_gui.storing.records import Generation
from gangdan_gui.storing.vector_cache import VectorCache

# Three requests of 21 texts, two of 32 or one of 63, as the length of an Ollama model's vectors allows.
BATCH = 63
# The id of a row of a collection, and the text that its vector stands for.
Row = tuple[str, str]
Report = Callable[[int], Awaitable[None]]
Turn = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Embedded:
    """Vectors by row id. `refused` are chunks without all of theirs, each with what went wrong: none of them counts.

    `made` counts chunks of which something was embedded, `cached` those of which nothing had to be.
    """

    vectors: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    made: int = 0
    cached: int = 0


def rows_of(chunks: Iterable[Chunk]) -> list[Row]:
    """All rows of chunks."""
    return [row for chunk in chunks for row in chunk.rows]


class PassageVectors:
    """Embeds what the chunks of one generation say."""

    def __init__(
        self,
        embedder: Embedder,
        identity: EmbedderIdentity,
        cache: VectorCache,
        measures: Measures | None = None,
        *,
        maker: str = "",
    ) -> None:
        self._embedder = embedder
        self._identity = identity
        self._cache = cache
        self._measures = measures or Measures()
        self._maker = maker

    @classmethod
    def of(cls, parts: Parts, generation: Generation, measures: Measures | None = None) -> PassageVectors:
        """Those of a generation, from whoever embeds for it and what is kept of it."""
        embedder, identity = parts.embedders.of(generation.identity), generation.identity
        return cls(embedder, identity, parts.manifest.vectors, measures, maker=generation.maker)

    async def complete(self, rows: Sequence[Row], report: Report | None = None, turn: Turn | None = None) -> Embedded:
        """A vector for each row, or why its chunk has none. Raises EmbedderUnavailable.

        `report` is told at once how many needed no embedding, then the size of each batch that is done. `turn` is
        waited for before each batch.
        """
        vectors = await self.kept(rows)
        if report:
            await report(len(vectors))
        missing = [row for row in rows if row[0] not in vectors]
        made = {chunk_of(id_) for id_, _ in missing}
        embedded = Embedded(vectors=vectors, cached=len({chunk_of(id_) for id_, _ in rows} - made))
        for at in range(0, len(missing), BATCH):
            batch = missing[at : at + BATCH]
            if turn:
                await turn()
            await self.embed(batch, embedded)
            if report:
                await report(len(batch))
        embedded.made = len(made - embedded.refused.keys())
        if embedded.refused:
            for id_ in [id_ for id_ in vectors if chunk_of(id_) in embedded.refused]:
                del vectors[id_]
        return embedded

    async def kept(self, rows: Sequence[Row]) -> dict[str, bytes]:
        """The vectors that need no embedding, by row id."""
        return await self._cache.of_rows(self._identity, rows, self._maker)

    async def embed(self, rows: Sequence[Row], into: Embedded) -> None:
        """Embed one batch and keep its vectors. Raises EmbedderUnavailable; a bad text is put into `refused`."""
        made, refused = await self._isolate(list(dict.fromkeys(text for _, text in rows)))
        if made:
            await self._keep(made)
        for id_, text in rows:
            if text in made:
                into.vectors[id_] = made[text]
            else:
                into.refused.setdefault(chunk_of(id_), refused[text])

    async def _keep(self, made: Mapping[str, bytes]) -> None:
        """Keep vectors, also where the build is stopped meanwhile: keeping them costs next to nothing."""
        vectors = Vectors(self._identity.dimension, b"".join(made.values()))
        keeping = asyncio.ensure_future(self._cache.keep(self._identity, list(made), vectors, self._maker))
        try:
            await asyncio.shield(keeping)
        except asyncio.CancelledError:
            await asyncio.wait([keeping])
            raise

    async def _isolate(self, texts: Sequence[str]) -> tuple[dict[str, bytes], dict[str, str]]:
        """Embed texts; where that fails, halve until the bad ones stand alone. A lone text is tried twice."""
        try:
            return dict(zip(texts, await self._made(texts), strict=True)), {}
        except EmbedderUnavailable:
            raise
        except (BadVectors, WorkerError) as error:
            if len(texts) > 1:
                middle = len(texts) // 2
                left, right = await self._isolate(texts[:middle]), await self._isolate(texts[middle:])
                return left[0] | right[0], left[1] | right[1]
            first = error
        try:
            return {texts[0]: (await self._made(texts)).row(0)}, {}
        except (BadVectors, WorkerError):
            return {}, {texts[0]: first.facts.get("what") or first.facts.get("error") or str(first)}

    async def _made(self, texts: Sequence[str]) -> Vectors:
        """Vectors of these weights. Somebody else's question may have met others under the same name meanwhile."""
        with self._measures.during(Work.EMBED, self._identity.label, len(texts)):
            vectors = await self._embedder.embed_passages(texts)
        if vectors.made_by not in (None, self._identity):
            why = "the model was replaced by another version meanwhile"
            raise EmbedderUnavailable(embedder=self._identity.label, why=why)
        return vectors
