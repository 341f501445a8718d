"""Packs made and taken in by the libraries of tests."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.packs import InstallOptions, PackFinished, PackReport, PackService
from tests.services.conftest import Bench

ICE = "# Ice\n\nIce floats on water, because it takes more room than the water that it was made of, all in all.\n"
FIRE = "# Fire\n\nA fire needs something that burns, air around it and heat to begin with; without one it goes out.\n"
SNOW = "# Snow\n\nSnow is ice that fell from a cloud in small crystals of six sides, of which no two are quite alike.\n"
PLAIN = InstallOptions()
REPLACE = InstallOptions(replace=True)


async def create(
    packs: PackService, source: str, file: Path, *, also: tuple[str, ...] = (), base: Path | None = None
) -> PackReport:
    """Write a pack to its end."""
    async with aclosing(packs.create(source, file, also=also, base=base)) as events:
        return [event.report async for event in events if isinstance(event, PackFinished)][-1]


async def install(packs: PackService, file: Path, options: InstallOptions = PLAIN) -> PackReport:
    """Take a pack in to its end."""
    async with aclosing(packs.install(file, options)) as events:
        return [event.report async for event in events if isinstance(event, PackFinished)][-1]


async def made(bench: Bench, folder: Path, file: Path, title: str = "Elements") -> PackReport:
    """A folder as a source, built and packed."""
    source = (await bench.library.add(str(folder), title=title)).source.id
    await bench.build(source)
    return await create(bench.packs, source, file)


async def found(bench: Bench, question: str, *sources: str) -> list[tuple[object, ...]]:
    """All that a search says of what it finds, ids of sources aside."""
    result = await bench.assistant.search(question, SearchOptions(sources, count=50))
    return [
        (item.path, item.heading, item.start, item.end, item.text, item.title, item.url, item.language, item.distance)
        for item in result.passages
    ]


def write(folder: Path, **texts: str) -> None:
    """Documents into a folder."""
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
