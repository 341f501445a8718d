"""A source that states no licence has the one that its files hold: in its report, its citations and its JSON."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.events import AnswerFinished
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.payloads import report as report_payload
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.services.sources.licences import Licences
from tests.web_server.server import WebServer

LICENCE = (Path(__file__).resolve().parents[3] / "LICENSE").read_text("utf-8")
WATER = "# Water\n\nThe water cycle: rain falls on hills, runs into rivers, reaches the sea and rises as vapour."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="it takes a pipe to wait on")
def test_a_drive_that_does_not_reply_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "LICENSE")  # nobody writes into it: whoever opens it waits for ever
    stuck = Source("stuck", "Stuck", SourceKind.LOCAL, (str(tmp_path / "LICENSE"),))
    stated = Source("stated", "Stated", SourceKind.LOCAL, ("/x",), licence="CC0-1.0")
    downloader = Downloader(tmp_path / "files", mirrors=str, reads=bool)
    told = asyncio.run(Licences(downloader, patience=0.05).told([stuck, stated]))
    assert {name: source.licence for name, source in told.items()} == {"stuck": "", "stated": "CC0-1.0"}
    os.close(os.open(tmp_path / "LICENSE", os.O_WRONLY | os.O_NONBLOCK))  # whoever still waits goes on


async def licences(bench, source: str) -> tuple[str, str, set[str]]:
    """What the report, its JSON and the citations of an answer say."""
    report = await bench.library.report(source)
    cited: set[str] = set()
    async for event in bench.assistant.ask("water cycle rain rivers", SearchOptions(collections=(source,))):
        if isinstance(event, AnswerFinished):
            cited = {citation.licence for citation in event.answer.citations}
    return report.licence, report_payload(report, SourceChanges(source))["licence"], cited


def test_a_folder_and_what_is_changed_in_it(shelf, tmp_path: Path) -> None:
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "water.md").write_text(WATER, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(str(folder))).source
            await bench.build(added.id)
            assert await licences(bench, added.id) == ("", "", {""})
            (folder / "LICENSE").write_text(LICENCE, "utf-8")
            assert await licences(bench, added.id) == ("MIT", "MIT", {"MIT"})
            (folder / "LICENSE").write_text("All rights reserved.", "utf-8")
            assert await licences(bench, added.id) == ("", "", {""})

    asyncio.run(main())


def test_a_repository_of_which_only_a_folder_is_taken(shelf, tmp_path: Path, web_server: WebServer, home: Path) -> None:
    (tmp_path / "guide" / "docs").mkdir(parents=True)
    (tmp_path / "guide" / "docs" / "water.md").write_text(WATER, "utf-8")
    (tmp_path / "guide" / "LICENSE").write_text(LICENCE, "utf-8")
    web_server.repository("octo/guide", tmp_path / "guide")
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add("https://github.com/octo/guide/tree/main/docs")).source
            await bench.build(added.id)
            assert [file.path for file in (await bench.library.report(added.id)).files] == ["docs/water.md"]
            assert await licences(bench, added.id) == ("MIT", "MIT", {"MIT"})

    asyncio.run(main())
