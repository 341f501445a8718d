"""A question asked while a source is built reaches the server before the batches that wait."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.embedding.ollama import IN_FLIGHT
from gangdan_gui.services.requests import BuildOptions, LibraryService, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.memory_store import MemoryStore
from tests.ollama_server import days
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

PASSAGE, QUESTION = "search_document: ", "search_query: "
LABEL = "ollama:nomic-embed-text"
PAGES = 200


async def built(library: LibraryService, source: str) -> SourceState:
    async with aclosing(library.build([source], BuildOptions(embedder=LABEL))) as events:
        return [event.report.state async for event in events if isinstance(event, BuildFinished)][-1]


def folder_of(place: Path, word: str, count: int) -> str:
    place.mkdir()
    for number in range(count):
        text = f"Page {number} is about {word} and says of it what a class of pupils should know at the least."
        (place / f"{number:03}.md").write_text(text, "utf-8")
    return str(place)


def test_a_question_is_sent_before_waiting_batches_and_the_build_goes_on(home: Path, tmp_path: Path) -> None:
    held = days.Held(mark=f"{PASSAGE}Page")
    SettingsFile(home / "settings.toml").save(Settings())

    async def main(server: OllamaTestServer) -> None:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
            library, assistant = application.services.library, application.services.assistant
            small = (await library.add(folder_of(tmp_path / "small", "tides", 3))).source.id
            large = (await library.add(folder_of(tmp_path / "large", "bread", PAGES))).source.id
            assert await built(library, small) is SourceState.READY
            server.days.append(held)
            build = asyncio.create_task(built(library, large))
            for _ in range(IN_FLIGHT):  # the server computes these, and all the others wait
                await asyncio.to_thread(held.entered.acquire)
            before = len(server.embedded())
            result = await assistant.search("what about tides", SearchOptions((small,)))
            assert server.embedded()[before:] == [f"{QUESTION}what about tides"]
            assert len(result.passages) == 3
            assert result.notices == ()
            assert not build.done()
            held.open()
            assert await build is SourceState.READY
            assert sum(text.startswith(PASSAGE) for text in server.embedded()[before:]) > 0

    with OllamaTestServer(quick(), days=[days.slow(0.01)]) as server:
        asyncio.run(main(server))
    # None was lost, and none sent twice. (What ends without a line's end is a sentence that was measured by itself.)
    about = [text for text in server.embedded() if "about bread" in text and text.endswith("\n")]
    assert len(about) == len(set(about)) == PAGES
