"""The ids that a new source can't have."""

from __future__ import annotations

import asyncio

from gangdan_gui.services.parts import Parts


async def taken_ids(parts: Parts) -> frozenset[str]:
    """Those of all sources, in the trash too, and of all entries of the user's list."""
    listed = await asyncio.to_thread(parts.user_list.read)
    return await parts.manifest.sources.ids() | {source.id for source in listed.sources}
