"""A library whose collections are on a department's server: away, back, and new."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.domain.events import DocumentDone
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import OK, PROBLEM, BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.services.upkeep.failed_check import or_failure
from gangdan_gui.storing import vector_memory
from tests.chroma_run import ChromaRun, chroma_running
from tests.services.conftest import Shelf

QUESTION = "Where do penguins live?"


@pytest.fixture
def documents(folder: Path) -> Path:
    for name, text in (("ice", "Penguins live on the ice of the south."), ("sand", "Camels walk in the desert.")):
        (folder / f"{name}.md").write_text(f"# {name}\n\n{text} They have lived there for a very long time indeed.\n")
    return folder


@pytest.fixture
def server(shelf: Shelf, home: Path, tmp_path: Path) -> Iterator[ChromaRun]:
    """A department's, which the settings of the library name."""
    with chroma_running(tmp_path / "server") as running:
        SettingsFile(home / "settings.toml").save(Settings(chroma_address=running.url, chroma_token="x"))
        shelf.store = None  # type: ignore[assignment]
        yield running


def test_nothing_is_lost_while_a_server_is_away_and_a_new_one_is_filled_again(
    shelf: Shelf, documents: Path, home: Path, tmp_path: Path, server: ChromaRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_memory, "MOST_BYTES", 0)  # what is in memory would answer without it

    async def run() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(documents))).source.id
            report = await bench.build(source)
            assert (report.state, report.chunks_total) == (SourceState.READY, 2)
            assert not (home / "chroma").exists()
            found = await bench.assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].distance is not None
            assert found.notices == ()
            check = await or_failure("store", bench.doctor._checks._store)
            assert (check.state, check.facts["address"]) == (OK, server.url)

            server.stop()
            found = await bench.assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].path == "ice.md"
            assert found.passages[0].keyword_rank == 1
            assert found.notices == (Reason("store-away", documents.name),)
            check = await or_failure("store", bench.doctor._checks._store)
            assert (check.state, check.facts["failure"]) == (PROBLEM, "store-away")
            assert (await bench.library.sources())[0].state is SourceState.READY
            report = await bench.build(source)
            assert report.state is SourceState.PARTIAL
            assert report.problems[-1].reason == Reason("server-away", server.url)
            assert await bench.texts(QUESTION)

            embedded = len(bench.embedder.embedded)
            server.start(tmp_path / "new server")
            report = await bench.build(source)
            assert (report.state, report.chunks_total, report.embedded) == (SourceState.READY, 2, 0)
            assert len(bench.embedder.embedded) == embedded
            found = await bench.assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].distance is not None

    asyncio.run(run())


def test_a_token_is_shown_nowhere(home: Path) -> None:
    file = SettingsFile(home / "settings.toml")
    file.save(Settings(chroma_token="hush-hush"))
    assert "hush-hush" not in repr(file.load())
    with pytest.raises(InvalidSetting) as caught:
        file.save(Settings(chroma_token="hush\nhush"))
    assert "hush" not in str(caught.value)


@pytest.mark.slow
def test_a_server_that_died_in_a_build_and_came_back_empty_is_told_and_filled_by_the_next(
    shelf: Shelf, documents: Path, tmp_path: Path, server: ChromaRun
) -> None:
    async def run() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(documents))).source.id
            assert (await bench.build(source)).state is SourceState.READY
            for name in ("fish", "fowl"):
                text = f"# {name}\n\nOf {name} there are many kinds, most of which have been here for a long time."
                (documents / f"{name}.md").write_text(text)
            died = False
            async with aclosing(bench.library.build([source], BuildOptions())) as events:
                async for event in events:
                    if isinstance(event, DocumentDone) and not died:
                        died = True
                        server.stop()
                        server.start(tmp_path / "empty server")
            assert died
            found = await bench.assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].path == "ice.md"
            assert found.passages[0].distance is None
            assert [one.code for one in found.notices if one.code != "partly-built"] == ["vectors-damaged"]
            report = await bench.build(source)
            assert (report.state, report.embedded, report.problems) == (SourceState.READY, 0, ())
            found = await bench.assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].distance is not None
            assert found.notices == ()

    asyncio.run(run())
