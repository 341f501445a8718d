"""A build of what is kept asks nobody for files: corrections answer while the network and the site are away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import FileState, SourceState
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.web_server import days
from tests.web_server.server import WebServer

WATER = "# Water\n\nThe water cycle: rain falls on hills, runs into rivers, reaches the sea and rises as vapour.\n"
SNOW = "# Snow\n\nSnow is frozen water that falls in flakes when the air is cold; it covers the hills in winter.\n"
GUIDE = "https://github.com/octo/guide"
KEPT = BuildOptions(kept=True)


@pytest.fixture
def served(tmp_path: Path, web_server: WebServer, home: Path) -> Path:
    """The folder of the repository that the library of `home` is given."""
    folder = tmp_path / "guide"
    folder.mkdir()
    (folder / "water.md").write_text(WATER, "utf-8")
    (folder / "snow.md").write_text(SNOW, "utf-8")
    web_server.repository("octo/guide", folder)
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))
    return folder


def test_a_correction_of_what_was_downloaded_answers_without_a_request(
    shelf, served: Path, web_server: WebServer
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            await bench.build(source)
            (served / "snow.md").unlink()
            web_server.days.append(days.failing())
            web_server.asked.clear()
            original = await bench.documents.original(source, "water.md")
            assert (original.text, original.encoding) == (WATER, "utf-8")
            await bench.documents.correct(source, "water.md", Correction(title="水循环"))
            report = await bench.build(source, options=KEPT)
            assert (report.state, report.fetched, report.removed, report.problems) == (SourceState.READY, 1, 0, ())
            assert web_server.asked == []
            document = await bench.library.document(source, "water.md")
            assert document.title == "水循环"
            assert document.url.startswith(GUIDE)
            web_server.days.clear()
            report = await bench.build(source)
            assert (report.removed, (await bench.library.document(source, "water.md")).title) == (1, "水循环")

    asyncio.run(main())


def test_what_was_never_downloaded_is_told_so(shelf, served: Path, web_server: WebServer) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            for _ in range(2):
                report = await bench.build(source, options=KEPT)
                assert report.state is SourceState.FAILED
                assert [one.reason.code for one in report.problems] == ["never-downloaded"]
            assert web_server.asked == []
            assert (await bench.build(source)).problems == ()
            assert (await bench.build(source, options=KEPT)).state is SourceState.READY

    asyncio.run(main())


def test_a_source_of_which_something_is_missing_stays_so(shelf, served: Path, web_server: WebServer) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE, include=["water.md", "snow.md"])).source.id
            web_server.days.append(days.too_many("/snow.md", "3600"))
            await bench.build(source)
            await bench.documents.correct(source, "water.md", Correction(title="Mine"))
            for _ in range(2):
                report = await bench.build(source, options=KEPT)
                assert (report.state, report.documents) == (SourceState.PARTIAL, 1)
                assert [one.reason.code for one in report.problems] == ["rate-limited"]
            states = {line.path: line.state for line in (await bench.library.report(source)).files}
            assert states == {"water.md": FileState.READY, "snow.md": FileState.FAILED}
            web_server.days.clear()
            report = await bench.build(source)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 2, ())

    asyncio.run(main())


def test_a_kept_file_that_is_damaged_leaves_its_document_as_it_was(shelf, served: Path, home: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            await bench.build(source)
            (home / "files" / source / "water.md").write_text("other", "utf-8")
            report = await bench.build(source, options=KEPT)
            assert (report.state, report.documents, report.removed) == (SourceState.READY, 2, 0)
            assert (await bench.library.document(source, "water.md")).text == WATER
            with pytest.raises(LocationMissing):
                await bench.documents.original(source, "water.md")

    asyncio.run(main())


def test_a_folder_is_looked_at_as_always(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(WATER, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=KEPT)
            (folder / "water.md").unlink()
            (folder / "snow.md").write_text(SNOW, "utf-8")
            report = await bench.build(source, options=KEPT)
            assert (report.state, report.fetched, report.removed) == (SourceState.READY, 1, 1)

    asyncio.run(main())


def test_corrections_that_cant_be_read_are_told_at_every_build(shelf, folder: Path, home: Path) -> None:
    (folder / "water.md").write_text(WATER, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            await bench.documents.correct(source, "water.md", Correction(title="Mine"))
            file = home / "corrections" / f"{source}.json"
            whole = file.read_bytes()
            file.write_bytes(whole[:-5])
            for _ in range(2):
                report = await bench.build(source)
                assert [(one.reason.code, one.reason.detail) for one in report.problems] == [
                    ("corrections-unreadable", str(file))
                ]
            file.write_bytes(whole)
            assert (await bench.build(source)).problems == ()
            assert (await bench.library.document(source, "water.md")).title == "Mine"

    asyncio.run(main())
