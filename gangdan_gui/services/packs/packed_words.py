"""The words of what goes into a pack: of what was left out of it not one, whatever the vocabulary here still holds."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.packs.vocabulary import vocabulary_parts
from gangdan_gui.storing.records import Generation

_AT_ONCE = 1000


async def packed_words(parts: Parts, generation: Generation, chunks: Sequence[Chunk]) -> list[tuple[str, bytes]]:
    """The parts of a pack with the words of these chunks; none where the generation has no vocabulary."""
    vocabulary = (await parts.manifest.vocabularies.of([generation.number])).get(generation.number)
    if vocabulary is None:
        return []
    counts: Counter[str] = Counter()
    for at in range(0, len(chunks), _AT_ONCE):
        terms: ChunkTerms = await parts.words.call("count", [chunk.text for chunk in chunks[at : at + _AT_ONCE]])
        counts.update(await asyncio.to_thread(terms.holders))
    return await asyncio.to_thread(lambda: list(vocabulary_parts(vocabulary, counts, len(chunks))))
