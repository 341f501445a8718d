"""Ollama goes away in the middle of a build and comes back: what was whole answers, and nothing is embedded twice."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.wording import reason_sentence
from tests.memory_store import MemoryStore
from tests.ollama_server import days
from tests.ollama_server.exchange import Asked, Reply
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

PAGES = 90
LABEL = "ollama:nomic-embed-text"
PASSAGE = "search_document: "


class Leaving:
    """A server that answers so many requests for vectors, and then breaks every connection until `back`."""

    def __init__(self, after: int) -> None:
        self._left = after
        self._away = days.dropped()
        self.back = False

    def __call__(self, server: object, asked: Asked, regular: object) -> Reply | None:
        if asked.path != days.EMBED or self.back:
            return None
        self._left -= 1
        return None if self._left >= 0 else self._away(server, asked, regular)  # type: ignore[arg-type]


def write(folder: Path) -> None:
    folder.mkdir()
    for number in range(PAGES):
        words = f"Page {number} is about tides, and says of them what a class of pupils should know of number {number}."
        (folder / f"{number:03}.md").write_text(words, "utf-8")


async def build(application: Application, source: str, options: BuildOptions) -> BuildReport:
    async with aclosing(application.services.library.build((source,), options)) as events:
        return [event.report async for event in events if isinstance(event, BuildFinished)][-1]


def test_what_was_made_before_it_went_is_stored_and_not_made_again(home: Path, tmp_path: Path) -> None:
    write(tmp_path / "documents")
    leaving = Leaving(after=4)  # one to find out what its vectors are, three of passages
    store = MemoryStore()

    async def main(server: OllamaTestServer) -> None:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        async with open_application(home, "test", replaced=Replaced(store=store)) as application:
            source = (await application.services.library.add(str(tmp_path / "documents"))).source.id
            report = await build(application, source, BuildOptions(embedder=LABEL))
            assert report.state in (SourceState.PARTIAL, SourceState.FAILED)
            assert report.documents < report.expected == PAGES
            assert report.state is (SourceState.PARTIAL if report.documents else SourceState.FAILED)
            said = reason_sentence(report.problems[-1].reason)
            assert report.problems[-1].reason.code == "embedder-unavailable"
            assert "connection" in said
        leaving.back = True
        async with open_application(home, "test", replaced=Replaced(store=store)) as application:
            again = await build(application, source, BuildOptions())
            assert (again.state, again.documents, again.expected) == (SourceState.READY, PAGES, PAGES)
            assert again.from_cache + again.unchanged > 0

    with OllamaTestServer(quick(), days=[leaving]) as server:
        asyncio.run(main(server))
    replied = [text for text in server.embedded() if text.startswith(PASSAGE)]
    assert len(set(replied)) == PAGES


@pytest.mark.slow
def test_the_version_before_answers_while_a_new_one_could_not_be_made(home: Path, tmp_path: Path) -> None:
    write(tmp_path / "documents")
    leaving = Leaving(after=0)
    leaving.back = True
    store = MemoryStore()

    async def main(server: OllamaTestServer) -> None:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        async with open_application(home, "test", replaced=Replaced(store=store)) as application:
            library, assistant = application.services.library, application.services.assistant
            source = (await library.add(str(tmp_path / "documents"))).source.id
            assert (await build(application, source, BuildOptions(embedder=LABEL))).state is SourceState.READY
            leaving.back = False
            other = BuildOptions(chunking=ChunkSettings(size=60, overlap=10, minimum=0))
            report = await build(application, source, other)
            assert report.state is SourceState.PARTIAL
            assert report.documents == PAGES
            leaving.back = True
            found = await assistant.search("tides for pupils", SearchOptions((source,)))
            assert found.passages
            assert all("should know" in passage.text for passage in found.passages)  # the whole pages of before
            assert found.notices == ()
            assert (await build(application, source, BuildOptions())).state is SourceState.READY
            found = await assistant.search("tides for pupils", SearchOptions((source,)))
            assert found.passages[0].text

    with OllamaTestServer(quick(), days=[leaving]) as server:
        asyncio.run(main(server))
