"""A generation keeps one calibration, and takes it with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.domain.documents import ChunkSettings, Source, SourceKind
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import Generation


async def begin(manifest: Manifest, source: str) -> Generation:
    await manifest.sources.put(Source(source, "S", SourceKind.LOCAL, ("/x",)))
    return await manifest.generations.begin(source, EmbedderIdentity("hash", "m", "d", 2), ChunkSettings())


def test_the_last_one_stays_until_its_generation_goes(home: Path) -> None:
    async def main() -> None:
        manifest = Manifest(home)
        try:
            one, other = await begin(manifest, "one"), await begin(manifest, "other")
            table = manifest.calibrations
            assert await table.of([]) == {}
            assert await table.of([one.number, other.number]) == {}
            for generation, facts in ((one, '{"a": 1}'), (other, "{}"), (one, '{"a": "值"}')):
                await table.keep(generation.number, facts)
            assert await table.of([one.number, other.number]) == {one.number: '{"a": "值"}', other.number: "{}"}
            assert await table.of([other.number]) == {other.number: "{}"}
            await manifest.generations.drop(one)
            await table.keep(one.number, "{}")  # a build that is still measuring what was dropped meanwhile
            assert await table.of([one.number, other.number]) == {other.number: "{}"}
        finally:
            await manifest.close()

    asyncio.run(main())
