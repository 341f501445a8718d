"""Whatever is corrected, taken back, built and stopped in whatever order: what is kept, stored and told agree."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import NO_CORRECTION, Quote
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import BuildOptions
from tests.services.conftest import Bench

_SAME = "The very same paragraph stands here again and again, to be told apart by its place alone."
_TEXTS = {
    "中文.md": "# 潮汐\n\n" + "\n\n".join(f"第 {n} 段：月亮牵引海水，水位每天涨落两次，学生记录。" for n in range(40)),
    "windows.md": "# Lines\r\n\r\n" + "\r\n".join(f"Line {n} ends as Windows ends it." for n in range(40)),
    "same.md": "# Same\n\n" + "\n\n".join([_SAME] * 50),
    "line.txt": " ".join(f"word{n}" for n in range(900)),
    "table.md": "# Table\n\n| a | b |\n|---|---|\n" + "\n".join(f"| {n} | {n * n} squared |" for n in range(60)),
    "code.py": '"""A lesson."""\n\n' + "\n\n".join(f"def f{n}():\n    return {n}" for n in range(40)),
    "short.md": "Hi.",
    "empty.md": "",
}
_CUT = BuildOptions(chunking=ChunkSettings(size=240, overlap=60, minimum=30))
_KEPT = BuildOptions(kept=True)


class Hand:
    """Does things to one source as they come, and looks whether all is as it should be."""

    def __init__(self, bench: Bench, source: str, folder: Path, chance: random.Random) -> None:
        self.bench, self.source, self.folder, self.chance = bench, source, folder, chance

    async def act(self) -> None:
        deeds: tuple[Callable[[], object], ...] = (self.exclude, self.write, self.undo, self.take_out, self.stop)
        if self.chance.random() < 0.2:
            self.change_file()
        with contextlib.suppress(GangDanError):  # of a document that is not there yet, or has no text
            await self.chance.choice(deeds)()  # type: ignore[misc]

    async def exclude(self) -> None:
        path = self.path()
        said = await self.bench.documents.correction(self.source, path)
        await self.bench.documents.correct(self.source, path, replace(said, excluded=not said.excluded))

    async def write(self) -> None:
        path = self.path()
        said = await self.bench.documents.correction(self.source, path)
        text = self.chance.choice(list(_TEXTS.values())).replace("a", "ä")
        await self.bench.documents.correct(self.source, path, replace(said, text=text))

    async def undo(self) -> None:
        await self.bench.documents.correct(self.source, self.path(), NO_CORRECTION)

    async def take_out(self) -> None:
        path = self.path()
        cut = await self.bench.documents.cut_document(self.source, path)
        said = await self.bench.documents.correction(self.source, path)
        if cut.chunks:
            chunk = self.chance.choice(cut.chunks)
            quotes = (*said.quotes, Quote(chunk.text, chunk.start))
            await self.bench.documents.correct(self.source, path, replace(said, quotes=quotes))

    async def stop(self) -> None:
        task = asyncio.ensure_future(self.bench.build(self.source, options=self.chance.choice([_KEPT, BuildOptions()])))
        for _ in range(self.chance.randrange(400)):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    def change_file(self) -> None:
        (self.folder / self.path()).write_text(self.chance.choice(list(_TEXTS.values())), "utf-8", newline="")

    def path(self) -> str:
        return self.chance.choice(list(_TEXTS))

    async def check(self) -> None:
        await self.bench.build(self.source, options=self.chance.choice([_KEPT, BuildOptions()]))
        manifest = self.bench.library._parts.manifest
        record = await manifest.sources.get(self.source)
        assert record.live is not None
        assert await manifest.documents.row_ids(record.live) == await self.bench.store.ids(record.live.collection)
        documents = await manifest.documents.all(record.live)
        lines = (await self.bench.library.report(self.source)).files
        assert sum(line.chunks for line in lines) == record.chunks
        for line in lines:
            said = await self.bench.documents.correction(self.source, line.path)
            assert line.corrected == bool(said)
            if not line.characters:
                assert line.chunks == 0
                continue
            cut = await self.bench.documents.cut_document(self.source, line.path)
            text = cut.document.text
            assert (line.characters, line.chunks) == (len(text), len(cut.chunks))
            assert not (said.excluded and cut.chunks)
            inside: set[int] = set()
            for chunk in cut.chunks:
                assert text[chunk.start : chunk.end] == chunk.text
                inside.update(range(chunk.start, chunk.end))
            for piece in cut.excluded:
                assert text[piece.start : piece.end] == piece.text
                assert inside.isdisjoint(range(piece.start, piece.end))
            if not said.quotes and not said.excluded:
                outside = sum(not letter.isspace() for at, letter in enumerate(text) if at not in inside)
                assert outside == documents[line.path].dropped_characters, line.path


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_stored_and_told_agrees_after_any_deeds(shelf, folder: Path, seed: int) -> None:
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, "utf-8", newline="")
    chance = random.Random(seed)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=_CUT)
            hand = Hand(bench, source, folder, chance)
            await hand.check()
            for _ in range(6):
                for _ in range(3):
                    await hand.act()
                await hand.check()

    asyncio.run(main())


def test_of_equal_paragraphs_only_the_one_that_is_meant_is_taken_out(shelf, folder: Path) -> None:
    (folder / "same.md").write_text(_TEXTS["same.md"], "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=_CUT)
            text = (await bench.library.document(source, "same.md")).text
            start = [at for at in range(len(text)) if text.startswith(_SAME, at)][30]
            correction = replace(NO_CORRECTION, quotes=(Quote(_SAME, start),))
            await bench.documents.correct(source, "same.md", correction)
            await bench.build(source, options=_KEPT)
            cut = await bench.documents.cut_document(source, "same.md")
            assert [(piece.start, piece.end) for piece in cut.excluded] == [(start, start + len(_SAME))]
            inside = {at for chunk in cut.chunks for at in range(chunk.start, chunk.end)}
            assert inside.isdisjoint(range(start, start + len(_SAME)))
            assert {0, start - 300, start + 400, len(text) - 2} <= inside

    asyncio.run(main())
