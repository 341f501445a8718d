"""Sources from the web are added, built, searched, kept through bad days, removed and restored."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.errors import AddressRefused, AlreadyAdded
from gangdan_gui.domain.events import BuildFinished, Stage, StageProgress
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.wording import tell
from tests.web_server import days
from tests.web_server.exchange import Reply
from tests.web_server.server import WebServer

WATER = "# Water\n\nThe water cycle: rain falls on hills, runs into rivers, reaches the sea and rises as vapour."
SNOW = "# Snow\n\nSnow is frozen water that falls in flakes when the air is cold; it covers the hills in winter."
GUIDE = "https://github.com/octo/guide"


@pytest.fixture
def served(tmp_path: Path, web_server: WebServer, home: Path) -> Path:
    """The folder of the repository that the library of `home` is given."""
    folder = tmp_path / "guide"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/water.md").write_text(WATER, "utf-8")
    (folder / "docs/snow.md").write_text(SNOW, "utf-8")
    (folder / "docs/picture.png").write_bytes(b"\x89PNG")
    web_server.repository("octo/guide", folder)
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))
    return folder


def test_a_repository_is_added_built_and_found_with_its_permanent_address(
    shelf, served: Path, web_server: WebServer
) -> None:
    commit = web_server.repositories["octo/guide"].commit

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(GUIDE)).source
            assert (added.kind, added.title, added.id) == (SourceKind.GITHUB, "guide", "guide")
            events = await bench.events(added.id)
            report = next(event.report for event in events if isinstance(event, BuildFinished))
            assert (report.state, report.fetched, report.problems) == (SourceState.READY, 2, ())
            done = [event.done for event in events if isinstance(event, StageProgress) and event.stage is Stage.FETCH]
            assert done == sorted(done)
            assert done[-1] == 2
            found = (await bench.assistant.search("water cycle rain rivers", SearchOptions())).passages[0]
            assert (found.path, found.url, found.commit) == (
                "docs/water.md", f"{GUIDE}/blob/{commit}/docs/water.md", commit,
            )  # fmt: skip
            again = await bench.build(added.id)
            assert (again.fetched, again.unchanged, again.state) == (0, 2, SourceState.READY)

    asyncio.run(main())


def test_the_library_is_as_it_was_after_it_was_closed(shelf, served: Path, home: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(f"{GUIDE}/tree/main/docs", title="水的教程", exclude=["snow.md"])).source
        async with shelf.open() as bench:
            assert [summary.source for summary in await bench.library.sources()] == [added]
            assert (added.revision, added.include) == ("main", ("docs/**",))
            assert [file.path for file in (await _built(bench, added.id)).files] == ["docs/water.md"]

    asyncio.run(main())


def test_nothing_is_lost_while_the_network_is_away(shelf, served: Path, web_server: WebServer) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            await bench.build(source)
            web_server.days.append(days.failing())
            report = await bench.build(source)
            assert (report.state, report.documents, report.removed) == (SourceState.READY, 2, 0)
            assert [(one.path, one.stage, one.reason.code) for one in report.problems] == [("", "fetch", "http-status")]
            assert await bench.texts("water cycle rain rivers", source)

    asyncio.run(main())


def test_a_source_that_can_not_be_reached_at_all_has_failed_with_one_problem(shelf, served: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add("https://nowhere.example/guide/")).source.id
            report = await bench.build(source)
            assert report.state is SourceState.FAILED
            assert [one.reason.code for one in report.problems] == ["unreachable"]
            assert report.failed == 1

    asyncio.run(main())


def test_what_is_missing_makes_it_partial_and_comes_with_the_next_build(
    shelf, served: Path, web_server: WebServer
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE, include=["docs/water.md", "docs/snow.md"])).source.id
            web_server.days.append(days.too_many("/snow.md", "3600"))
            report = await bench.build(source)
            assert (report.state, report.documents, report.failed) == (SourceState.PARTIAL, 1, 1)
            listed = {file.path: file.reason for file in (await bench.library.report(source)).files}
            assert listed["docs/snow.md"] is not None
            assert listed["docs/snow.md"].code == "rate-limited"
            web_server.days.clear()
            web_server.asked.clear()
            report = await bench.build(source)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 2, ())
            assert [target.rpartition("/")[2] for target in web_server.targets("/raw/")] == ["snow.md"]

    asyncio.run(main())


def test_a_changed_and_a_deleted_page_are_new_and_gone(shelf, served: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            await bench.build(source)
            (served / "docs/snow.md").unlink()
            (served / "docs/water.md").write_text(WATER.replace("vapour", "steam"), "utf-8")
            report = await bench.build(source)
            assert (report.fetched, report.removed, report.documents) == (1, 1, 1)
            assert all("vapour" not in text for text in await bench.texts("rain rivers sea", source))

    asyncio.run(main())


def test_a_cancelled_download_leaves_the_source_as_it_was(
    shelf, served: Path, web_server: WebServer, home: Path
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            held = days.Held("/codeload/")
            web_server.days.append(held)
            task = asyncio.create_task(bench.build(source))
            await asyncio.to_thread(held.entered.acquire)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await bench.library.sources())[0].state is SourceState.NEW
            assert not list((home / "files").rglob("*.part"))
            web_server.days.clear()
            assert (await bench.build(source)).state is SourceState.READY

    asyncio.run(main())


def test_the_trash_keeps_what_was_brought_and_a_purge_does_not(shelf, served: Path, home: Path) -> None:
    place = home / "files" / "guide"

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(GUIDE)).source.id
            await bench.build(source)
            await bench.library.remove(source)
            assert (place / "docs/water.md").exists()
            back = await bench.library.restore(source)
            assert (back.state, back.documents) == (SourceState.READY, 2)
            await bench.library.remove(source)
            await bench.library.add(GUIDE)  # the same title again: there is nothing left to undo
            assert not place.exists()
            assert not place.with_suffix(".json").exists()

    asyncio.run(main())


def test_the_same_place_twice_is_refused(shelf, served: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await bench.library.add(GUIDE)
            for same in (GUIDE, f"{GUIDE}.git", "https://www.github.com/Octo/GUIDE/", "github.com/octo/guide"):
                with pytest.raises(AlreadyAdded):
                    await bench.library.add(same)
            await bench.library.add(f"{GUIDE}/tree/main/docs")
            await bench.library.add(GUIDE, title="Another look")
            assert len(await bench.library.sources()) == 3

    asyncio.run(main())


def test_what_is_no_address_is_told_in_words(shelf) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            with pytest.raises(AddressRefused) as refused:
                await bench.library.add("ftp://example.org/a")
            told = tell(refused.value)
            assert "http" in told.message
            assert "not-http" not in told.message
            assert await bench.library.sources() == ()

    asyncio.run(main())


def test_the_catalogue_s_sources_are_added_by_their_id(shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Source(
        "octo-guide", "Octo's guide", SourceKind.GITHUB, (GUIDE,), include=("docs/**",), language="en",
        licence="CC0-1.0", description="Water and snow", description_zh="水与雪", revision="a" * 40, size=4000,
    )  # fmt: skip

    async def main() -> None:
        async with shelf.open() as bench:

            async def offered() -> tuple[Source, ...]:
                return (offer,)

            monkeypatch.setattr(bench.library, "offered", offered)
            assert (await bench.library.add("octo-guide")).source == offer
            with pytest.raises(AlreadyAdded):
                await bench.library.add("octo-guide")
            other = (await bench.library.add("octo-guide", title="水")).source
            assert (other.id != offer.id, other.licence, other.revision) == (True, "CC0-1.0", "a" * 40)
        async with shelf.open() as bench:
            assert [summary.source for summary in await bench.library.sources()] == [offer, other]

    asyncio.run(main())


@pytest.mark.parametrize("text", ["github", "https://a.example/", "https://a.example/=ftp://b.example/"])
def test_mirrors_that_are_none_are_told_and_not_used(home: Path, text: str) -> None:
    home.mkdir()
    file = home / "settings.toml"
    file.write_text(f'mirrors = "{text}"', "utf-8")
    loaded = SettingsFile(file).load()
    assert loaded.settings.mirrors == ""
    assert [problem.facts["name"] for problem in loaded.problems] == ["mirrors"]
    assert "https://" in tell(loaded.problems[0]).advice


async def _built(bench, source: str):
    await bench.build(source)
    return await bench.library.report(source)


def _built_and_asked(home: Path, location: str, include: tuple[str, ...], question: str) -> tuple[list[str], list[str]]:
    """Add, build with the built-in embedder and search; problems, and addresses found."""

    async def main() -> tuple[list[str], list[str]]:
        async with open_application(home, "test", replaced=Replaced()) as application:
            library = application.services.library
            source = (await library.add(location, include=include)).source.id
            async with aclosing(library.build([source], BuildOptions(embedder="builtin"))) as events:
                reports = [event.report async for event in events if isinstance(event, BuildFinished)]
            assert reports[0].state is SourceState.READY
            result = await application.services.assistant.search(question, SearchOptions((source,)))
            return [one.reason.code for one in reports[0].problems], [passage.url for passage in result.passages]

    return asyncio.run(main())


def test_real_parts_from_the_archive_to_the_passage(served: Path, home: Path, web_server: WebServer) -> None:
    problems, found = _built_and_asked(home, GUIDE, (), "How does rain get back into the sky?")
    commit = web_server.repositories["octo/guide"].commit
    assert problems == []
    assert found[0] == f"{GUIDE}/blob/{commit}/docs/water.md"


@pytest.mark.slow
@pytest.mark.shared
def test_numpy_from_the_archive_to_the_passage(shared: Path, home: Path, web_server: WebServer) -> None:
    web_server.repository("numpy/numpy", shared / "corpus" / "numpy")
    SettingsFile(home / "settings.toml").save(Settings(mirrors=web_server.mirrors))
    where = "https://github.com/numpy/numpy"
    pages = ("doc/source/user/absolute*.rst", "doc/source/user/basics.c*.rst")
    _, found = _built_and_asked(home, where, pages, "How do I make an array filled with zeros?")
    commit = web_server.repositories["numpy/numpy"].commit
    wanted = {f"{where}/blob/{commit}/doc/source/user/{name}.rst" for name in ("absolute_beginners", "basics.creation")}
    assert found[0] in wanted
    assert all(url.startswith(f"{where}/blob/{commit}/doc/source/user/") for url in found)


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("# 数学\n\n放物線の方程式\n", "Shift_JIS"),
        ("# Урок\n\nПарабола и прямая\n", "koi8-r"),
        ("# 你好\n\n機器學習入門教程，數學課本。\n", "big5"),
        ("# 你好\n\n机器学习入门教程\n", "gb2312"),
    ],
)
def test_the_encoding_that_only_the_server_names_is_read(shelf, web_server: WebServer, text: str, charset: str) -> None:
    web_server.days.append(days.on("/lesson", Reply(200, text.encode(charset), f"text/markdown; charset={charset}")))

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(f"{web_server.address}/lesson.md")).source
            await bench.build(added.id)
            assert (await bench.library.document(added.id, "lesson.md")).text == text

    asyncio.run(main())


def test_a_folder_that_can_not_be_written_is_said_and_what_was_there_answers(shelf, served: Path, home: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(GUIDE)).source
            await bench.build(added.id)
            (home / "files").rename(home / "moved")
            (home / "files").write_text("in the way", "utf-8")
            report = await bench.build(added.id)
            assert (report.state, report.documents) == (SourceState.PARTIAL, 2)
            assert [problem.reason.code for problem in report.problems] == ["not-written"]
            assert str(home / "files") in report.problems[0].path
            assert await bench.texts("water cycle rain rivers")

    asyncio.run(main())


def test_a_proxy_counts_from_the_next_download_without_a_new_start(shelf, web_server: WebServer, home: Path) -> None:
    page = "http://docs.example.org/water.md"
    web_server.days.append(days.on(page, Reply(200, WATER.encode(), "text/markdown")))

    async def main() -> None:
        async with shelf.open() as bench:
            added = (await bench.library.add(page)).source
            report = await bench.build(added.id)
            assert [problem.reason.code for problem in report.problems] == ["unreachable"]
            proxy = web_server.address.replace("://", "://teacher:secret@")
            SettingsFile(home / "settings.toml").save(Settings(proxy="manual", proxy_address=proxy))
            assert (await bench.build(added.id)).state is SourceState.READY
            found = (await bench.assistant.search("water cycle", SearchOptions())).passages[0]
            assert found.url == page

    asyncio.run(main())
    assert web_server.targets() == [page]
    assert "secret" not in "".join(log.read_text("utf-8") for log in (home / "logs").iterdir())
