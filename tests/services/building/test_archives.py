"""Archives of documents as sources: added, built, cited, looked at and removed."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import FileState, SourceKind, SourceState
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.fetching.packing import locked, tarred, zipped, zipped_with_names
from tests.services.conftest import Shelf
from tests.web_server.server import WebServer

RAIN = "# 降雨\n\nRain falls on hills, runs into rivers, reaches the sea and rises again as vapour."
SNOW = "# Snow\n\nSnow is frozen water that falls in flakes when the air is cold; it covers the hills in winter."


def lessons(**more: str) -> bytes:
    """As Chinese Windows packs them."""
    texts = {"第一章 降雨.md": RAIN, "第二章/降雪.md": SNOW, **more}
    return zipped_with_names({name.encode("gbk"): text.encode() for name, text in texts.items()})


def test_a_zip_is_a_source_whose_documents_keep_their_names(shelf: Shelf, folder: Path) -> None:
    archive = folder / "课件.zip"
    archive.write_bytes(lessons())

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(str(archive))).source
            assert (added.kind, added.locations) == (SourceKind.LOCAL, (str(archive),))
            report = await bench.build(added.id)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 2, ())
            found = await bench.assistant.search("rain falls on hills and runs into rivers", SearchOptions())
            assert found.passages[0].path == "第一章 降雨.md"
            again = await bench.build(added.id)
            assert (again.fetched, again.unchanged) == (0, 2)
            (line, _) = (await bench.library.report(added.id)).files
            assert (line.path, line.state) == ("第一章 降雨.md", FileState.READY)

    asyncio.run(main())


def test_changes_of_an_archive_are_seen_and_taken_in(shelf: Shelf, folder: Path) -> None:
    archive = folder / "课件.zip"
    archive.write_bytes(lessons())
    (folder / "notes.md").write_text(SNOW, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            assert await bench.library.look() == ()
            os.utime(archive, (1, 1))
            assert await bench.library.look() == ()
            archive.write_bytes(lessons(**{"第三章.md": RAIN.replace("Rain", "Hail")}))
            (folder / "more.tar.gz").write_bytes(tarred({"a.md": SNOW.encode()}))
            expected = SourceChanges(source, new=("more.tar.gz",), changed=("课件.zip",))
            assert await bench.library.look() == (expected,)
            assert (await bench.library.sources())[0].state is SourceState.STALE
            report = await bench.build(source)
            assert (report.state, report.fetched, report.unchanged) == (SourceState.READY, 2, 3)
            assert await bench.library.look() == ()
            archive.unlink()
            (changes,) = await bench.library.look()
            assert changes.gone == ("课件.zip/第一章 降雨.md", "课件.zip/第三章.md", "课件.zip/第二章/降雪.md")
            assert (await bench.build(source)).removed == 3

    asyncio.run(main())


def test_what_was_refused_is_a_line_of_the_report(shelf: Shelf, folder: Path) -> None:
    (folder / "locked.zip").write_bytes(locked(zipped({"a.md": b"a"})))
    (folder / "mixed.zip").write_bytes(zipped({"a.md": RAIN.encode(), "b.zip": zipped({}), "c.7z": b"7z\xbc\xaf"}))
    (folder / "old.rar").write_bytes(b"Rar!\x1a\x07\x01\x00")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert (report.state, report.documents) == (SourceState.READY, 1)
            lines = {line.path: line for line in (await bench.library.report(source)).files}
            told = {path: line.reason.code for path, line in lines.items() if line.reason}
            assert told == {
                "locked.zip": "password-protected", "mixed.zip/b.zip": "archive-in-archive",
                "mixed.zip/c.7z": "other-archive", "old.rar": "other-archive",
            }  # fmt: skip
            assert {lines[path].state for path in told} == {FileState.FAILED}
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_a_photograph_in_an_archive_is_treated_as_one_in_a_folder(shelf: Shelf, folder: Path) -> None:
    (folder / "板书.jpg").write_bytes(b"\xff\xd8\xff no picture after all")
    (folder / "a.zip").write_bytes(zipped({"板书.jpg": b"\xff\xd8\xff no picture", "images/b.jpg": b"\xff\xd8\xff"}))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            lines = {line.path: line for line in (await bench.library.report(source)).files}
            assert set(lines) == {"板书.jpg", "a.zip/板书.jpg"}
            assert lines["板书.jpg"].reason == lines["a.zip/板书.jpg"].reason
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_an_archive_that_gives_nothing_has_failed_and_says_why(shelf: Shelf, folder: Path) -> None:
    archive = folder / "lessons.zip"
    archive.write_bytes(b"<!DOCTYPE html><title>Log in</title>")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(archive))).source.id
            report = await bench.build(source)
            assert report.state is SourceState.FAILED
            assert [problem.reason.code for problem in report.problems] == ["html-page"]

    asyncio.run(main())


@pytest.mark.skipif(os.name == "nt", reason="needs folders that can't be written")
def test_an_archive_in_a_folder_that_is_only_for_reading(shelf: Shelf, folder: Path) -> None:
    (folder / "lessons.zip").write_bytes(lessons())
    folder.chmod(0o500)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).documents == 2
            assert [file.name for file in folder.iterdir()] == ["lessons.zip"]

    try:
        asyncio.run(main())
    finally:
        folder.chmod(0o700)


def test_the_trash_keeps_what_was_taken_out_and_a_purge_does_not(shelf: Shelf, home: Path, folder: Path) -> None:
    archive = folder / "lessons.zip"
    archive.write_bytes(lessons())

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(archive))).source.id
            await bench.build(source)
            place = home / "files" / source
            await bench.library.remove(source)
            assert len(list(place.rglob("*.md"))) == 2
            await bench.library.add(str(archive))
            assert not place.exists()
            assert not place.with_suffix(".json").exists()
            assert archive.exists()

    asyncio.run(main())


def test_the_address_of_an_archive_is_read_as_the_archive_is(
    shelf: Shelf, home: Path, web_server: WebServer, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "docs.zip").write_bytes(lessons())
    web_server.site("docs.example.org", site)
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add("https://docs.example.org/docs.zip", include=["*.md"])).source
            assert added.kind is SourceKind.ADDRESSES
            report = await bench.build(added.id)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 2, ())
            lines = (await bench.library.report(added.id)).files
            assert [(line.path, line.url) for line in lines] == [
                ("第一章 降雨.md", "https://docs.example.org/docs.zip"),
                ("第二章/降雪.md", "https://docs.example.org/docs.zip"),
            ]
            again = await bench.build(added.id)
            assert (again.state, again.fetched, again.unchanged) == (SourceState.READY, 0, 2)
            (site / "docs.zip").write_bytes(zipped({"第一章 降雨.md": RAIN.encode()}))
            newer = await bench.build(added.id)
            assert (newer.fetched, newer.unchanged, newer.removed) == (0, 1, 1)
            await bench.library.remove(added.id)
            await bench.library.add("https://docs.example.org/docs.zip")
            assert not list((home / "files").rglob("*.md"))

    asyncio.run(main())
