"""Gives the sections of what was found, where a collection is cut into small chunks for that."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from gangdan_gui.chunking.names import PARENTS
from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.parents import widened
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation


async def with_sections(parts: Parts, generations: Sequence[Generation], hits: Sequence[Hit]) -> list[Hit]:
    """The hits, those of collections that are cut by `parents` with their sections; of those in one only the best."""
    cut_small = {one.source: one for one in generations if one.chunking.splitter == PARENTS}
    paths: defaultdict[str, set[str]] = defaultdict(set)
    for hit in hits:
        if hit.source in cut_small:
            paths[hit.source].add(hit.path)
    chunks: defaultdict[tuple[str, str], list[Chunk]] = defaultdict(list)
    for source, some in paths.items():
        for chunk in await parts.manifest.documents.chunks_of(cut_small[source], sorted(some)):
            chunks[source, chunk.path].append(chunk)
    wide = [widened(hit, chunks[hit.source, hit.path]) if hit.source in cut_small else hit for hit in hits]
    best: dict[tuple[str, str, int, int], Hit] = {}
    for hit in sorted(wide, key=_merit) if cut_small else ():
        best.setdefault((hit.source, hit.path, hit.start, hit.end), hit)
    return list(best.values()) if cut_small else wide


def _merit(hit: Hit) -> tuple[float, float, int]:
    distance = math.inf if hit.distance is None else hit.distance
    return -(hit.fused or 0.0), distance, hit.keyword_rank or 0
