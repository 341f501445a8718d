"""Whether a collection holds what the manifest says answers: by number, and where that is quick by ids."""

from __future__ import annotations

from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation

# Reading so many ids out of Chroma takes a tenth of a second.
_COMPARED_IDS = 10_000


async def how_differs(parts: Parts, generation: Generation, *, written: bool) -> str:
    """How they differ, empty where they don't. Ids are compared only where something was `written`."""
    stored = await parts.store.count(generation.collection)
    wanted = (await parts.manifest.documents.counts(generation)).rows
    if stored != wanted:
        return f"{stored} rows are stored, {wanted} should be"
    if not written or wanted > _COMPARED_IDS:
        return ""
    live = await parts.manifest.documents.row_ids(generation)
    others = len(live - await parts.store.ids(generation.collection))
    return f"{others} of {wanted} rows are others than should be" if others else ""
