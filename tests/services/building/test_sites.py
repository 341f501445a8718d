"""A documentation site is added, built, cited by its pages' addresses and kept while it is away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.services.requests import SearchOptions, WholeSite
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.web_server import days
from tests.web_server.server import WebServer

SITE = "https://docs.example.org/guide/"
WATER = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises as vapour. " * 4
SNOW = "Snow is frozen water that falls in flakes when the air is cold; it covers the hills in winter. " * 4


def page(title: str, text: str, *links: str) -> str:
    ways = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (
        f"<!DOCTYPE html><html><title>{title}</title><main><h1>{title}</h1><p>{text}</p><ul>{ways}</ul></main></html>"
    )


@pytest.fixture
def served(tmp_path: Path, web_server: WebServer, home: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "guide").mkdir(parents=True)
    (folder / "guide/index.html").write_text(
        page("Guide", "Of water in all its forms. " * 9, "water", "snow.html"), "utf-8"
    )
    (folder / "guide/snow.html").write_text(page("Snow", SNOW), "utf-8")
    (folder / "guide/water").mkdir()
    (folder / "guide/water/index.html").write_text(page("Water", WATER), "utf-8")
    web_server.site("docs.example.org", folder)
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))
    return folder


def test_a_site_becomes_searchable_and_its_pages_are_cited(shelf, served: Path, web_server: WebServer) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(SITE, site=WholeSite(pages=50))).source
            assert (added.kind, added.title, added.pages) == (SourceKind.SITE, "guide (docs.example.org)", 50)
            report = await bench.build(added.id)
            assert (report.state, report.fetched, report.problems) == (SourceState.READY, 3, ())
            found = (await bench.assistant.search("snow flakes winter cold", SearchOptions())).passages[0]
            assert (found.path, found.url) == ("guide/snow.html", f"{SITE}snow.html")
            again = await bench.build(added.id)
            assert (again.fetched, again.unchanged, again.state) == (0, 3, SourceState.READY)
        async with shelf.open() as bench:
            assert [summary.source for summary in await bench.library.sources()] == [added]

    asyncio.run(main())


def test_a_site_that_is_away_goes_on_answering_and_a_page_that_is_gone_does_not(
    shelf, served: Path, web_server: WebServer
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(SITE, site=WholeSite())).source.id
            await bench.build(source)
            web_server.days.append(days.failing())
            away = await bench.build(source)
            assert (away.state, away.documents, away.removed) == (SourceState.PARTIAL, 3, 0)
            web_server.days.clear()
            (served / "guide/snow.html").unlink()
            back = await bench.build(source)
            assert (back.state, back.documents, back.removed, back.problems) == (SourceState.READY, 2, 1, ())

    asyncio.run(main())


def test_a_site_with_more_pages_than_wanted_is_ready_and_says_so(shelf, served: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(SITE, site=WholeSite(pages=2))).source.id
            report = await bench.build(source)
            assert (report.state, report.documents) == (SourceState.READY, 2)
            assert [(problem.reason.code, problem.reason.detail) for problem in report.problems] == [
                ("page-limit", "2")
            ]

    asyncio.run(main())


@pytest.mark.shared
def test_real_pages_are_cited_by_their_addresses(shelf, shared: Path, web_server: WebServer) -> None:
    top = web_server.site("docs.python.org", shared / "corpus/python-html")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(f"{top}faq/index.html", site=WholeSite())).source.id
            report = await bench.build(source)
            assert report.state is SourceState.READY
            assert report.documents == 9
            found = (
                await bench.assistant.search("Why are floating point calculations inaccurate", SearchOptions())
            ).passages
            assert any(passage.url == f"{top}faq/design.html" for passage in found[:5])

    asyncio.run(main())
