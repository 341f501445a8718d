"""A source that was built before a kind of file could be read has those files at its next build."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.converting import formats
from gangdan_gui.domain.documents import FileState

BEDS = {
    "beds.adoc": "= Beds\n\nEvery raised bed wants compost, and compost wants a whole year of patience.\n",
    "cans.texi": "@chapter Cans\nA watering can of zinc holds ten litres and lasts for a gardener's life.\n",
    "plan.org": "* Plan\nIn spring the seedlings move outside, once the nights have no more frost.\n",
}


def test_files_that_were_left_out_are_read_once_their_format_is_known(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in BEDS.items():
        (folder / name).write_text(text, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            with monkeypatch.context() as before:
                for name in BEDS:
                    before.delitem(formats._BY_ENDING, Path(name).suffix)
                await bench.build(source)
            left = {file.path: file.state for file in (await bench.library.report(source)).files}
            assert all(left[name] is FileState.SKIPPED for name in BEDS)
            await bench.build(source)
            read = {file.path: file.state for file in (await bench.library.report(source)).files}
            assert all(read[name] is FileState.READY for name in BEDS)

    asyncio.run(main())
