"""The source that a new library starts with: the product explained, so that the first question has an answer."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from gangdan_gui.services.requests import LibraryService

TITLE = "GangDan 使用说明 · Getting started"


async def add_first_source(library: LibraryService, shipped: Path, home: Path) -> str | None:
    """Copy the shipped documents into the library and add them; their source's id, or None if that was done before.

    They are copied because the program's own folder may be moved or replaced. A user who removed the source has
    the copied folder still, so it does not come back. Raises CannotWrite.
    """
    folder = home / "files" / "getting-started"
    if await asyncio.to_thread(folder.exists):
        return None
    await asyncio.to_thread(_copy, shipped, folder)
    summary = await library.add(str(folder), title=TITLE)
    return summary.source.id


def _copy(shipped: Path, folder: Path) -> None:
    draft = folder.with_suffix(".part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(shipped, draft)
    draft.rename(folder)
