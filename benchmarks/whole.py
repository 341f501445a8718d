"""A whole build by the product: look, convert, cut, embed, store."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from pathlib import Path
from typing import Any

from benchmarks.served import EMBEDDING

BUILTIN, OLLAMA = "builtin", f"ollama:{EMBEDDING}"


def settle(home: Path, address: str = "", **chosen: Any) -> None:
    """Have a library, new or not, look for Ollama at an address."""
    from gangdan_gui.services.settings import Settings, SettingsFile

    home.mkdir(parents=True, exist_ok=True)
    SettingsFile(home / "settings.toml").save(Settings(ollama_address=address, **chosen))


async def build(home: Path, documents: Path, embedder: str) -> dict[str, Any]:
    """Build documents as a new source of a library: seconds, seconds by stage, and the number of chunks."""
    from gangdan_gui.app import open_application
    from gangdan_gui.domain.events import BuildFinished
    from gangdan_gui.services.requests import BuildOptions

    async with open_application(home, "benchmark") as application:
        library = application.services.library
        added = await library.add(str(documents))
        begun = time.perf_counter()
        async with aclosing(library.build([added.source.id], BuildOptions(embedder=embedder))) as events:
            reports = [event.report async for event in events if isinstance(event, BuildFinished)]
        elapsed = time.perf_counter() - begun
    assert reports[0].state == "ready", reports[0]
    return {"seconds": elapsed, "stages": reports[0].seconds, "chunks": reports[0].chunks_total}


def whole_build(home: str, documents: str, embedder: str, address: str = "") -> dict[str, Any]:
    """A whole build in a new library; opening it is not counted."""
    settle(Path(home), address)
    return asyncio.run(build(Path(home), Path(documents), embedder))
