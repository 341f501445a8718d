"""A model that takes long to load does not hold a question up, and is there for the next one."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.embedding.embedders import Choice
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.searching import question_vectors
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.memory_store import MemoryStore
from tests.ollama_server import days
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer
from tests.stand_ins import HashEmbedder

TIDES = "The moon pulls the water of the sea, so that the tide comes in and goes out twice a day on every coast."


def test_what_loads_goes_on_loading(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sea"
    folder.mkdir()
    (folder / "tides.md").write_text(TIDES, "utf-8")
    held = days.Held(mark="search_query: what of")

    async def main(server: OllamaTestServer) -> None:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
            library, assistant = application.services.library, application.services.assistant
            source = (await library.add(str(folder))).source.id
            async with aclosing(library.build([source], BuildOptions(embedder="ollama"))) as events:
                assert [event async for event in events]
            server.days.append(held)
            with monkeypatch.context() as patch:
                patch.setattr(question_vectors, "QUESTION_SECONDS", 0.3)
                early = await assistant.search("what of the tide", SearchOptions())
            assert [notice.code for notice in early.notices] == ["words-only"]
            assert early.passages[0].keyword_rank == 1
            held.open()
            late = await assistant.search("what of the tide", SearchOptions())
            assert late.notices == ()
            assert late.passages[0].distance is not None

    with OllamaTestServer(quick()) as server:
        asyncio.run(main(server))


def embedders() -> Embedders:
    async def choose(*_: object) -> Choice:
        return Choice("hash")

    return Embedders(lambda *_: HashEmbedder(), choose, Settings)


def test_work_in_time_gives_its_result_or_its_error() -> None:
    async def fails() -> int:
        raise EmbedderUnavailable(embedder="x", why="refused")

    async def main() -> None:
        kept = embedders()
        assert await kept.within(10, asyncio.sleep(0, 5)) == 5
        with pytest.raises(EmbedderUnavailable):
            await kept.within(10, fails())
        await kept.close()

    asyncio.run(main())


def test_work_that_goes_on_ends_by_itself_or_with_all_others() -> None:
    ended: list[str] = []
    over = asyncio.Event()

    async def waits(gate: asyncio.Event, name: str) -> None:
        try:
            await gate.wait()
            ended.append(f"{name} came to its end")
            over.set()
            raise EmbedderUnavailable(embedder=name, why="nobody is left to hear it")
        except asyncio.CancelledError:
            ended.append(f"{name} was cancelled")
            raise

    async def main() -> None:
        kept, open_gate, closed_gate = embedders(), asyncio.Event(), asyncio.Event()
        for name, gate in (("one", open_gate), ("two", closed_gate)):
            with pytest.raises(TimeoutError):
                await kept.within(0, waits(gate, name))
        assert ended == []
        open_gate.set()
        await over.wait()
        stopped = asyncio.create_task(kept.within(60, waits(closed_gate, "three")))
        await asyncio.sleep(0)
        stopped.cancel()
        await asyncio.wait([stopped])
        assert stopped.cancelled()
        await kept.close()
        await kept.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert ended == ["one came to its end", "three was cancelled", "two was cancelled"]
