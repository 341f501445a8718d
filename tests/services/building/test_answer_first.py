"""While a chat model writes, a build sends nothing; it goes on when the answer is there, is stopped, or fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import AnswerFinished, BuildFinished, BuildHeld, Hold
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.ollama_server import days
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

FILES = 30


class Scene:
    """A source that answers, one that is to be built, and a chat model that is held in the middle of its work."""

    def __init__(self, bench: Bench, small: str, large: str, held: days.Held) -> None:
        self.bench, self.small, self.large, self.held = bench, small, large, held
        self.holds: list[Hold | None] = []
        self.waits = asyncio.Event()

    async def build(self) -> SourceState:
        async with aclosing(self.bench.library.build((self.large,), BuildOptions())) as events:
            async for event in events:
                if isinstance(event, BuildHeld):
                    self.holds.append(event.why)
                    self.waits.set()
                if isinstance(event, BuildFinished):
                    return event.report.state
        raise AssertionError("a build ends with its report")

    async def ask(self) -> bool:
        """Whether the answer came whole."""
        asking = self.bench.assistant.ask("what do tides do", SearchOptions((self.small,)))
        async with aclosing(asking) as events:
            return [event.answer.complete async for event in events if isinstance(event, AnswerFinished)] == [True]

    async def writing(self) -> asyncio.Task[bool]:
        """An answer that the model is at."""
        asked = asyncio.create_task(self.ask())
        await asyncio.to_thread(self.held.entered.acquire)
        return asked


@pytest.fixture
def play(shelf: Shelf, tmp_path: Path) -> Callable[[Callable[[Scene], Coroutine[Any, Any, None]]], None]:
    def folder(name: str, count: int) -> str:
        (tmp_path / name).mkdir()
        for number in range(count):
            words = (
                f"Page {number} of {name} says what tides do, and what becomes of the sand of beach {number} by them."
            )
            (tmp_path / name / f"{number:02}.md").write_text(words, "utf-8")
        return str(tmp_path / name)

    def run(scene: Callable[[Scene], Coroutine[Any, Any, None]]) -> None:
        held = days.Held(path=days.CHAT)

        async def main(server: OllamaTestServer) -> None:
            settings = Settings(ollama_address=server.address, chat_model="talker")
            SettingsFile(shelf.home / "settings.toml").save(settings)
            async with shelf.open() as bench:
                small = (await bench.library.add(folder("small", 3))).source.id
                large = (await bench.library.add(folder("large", FILES))).source.id
                await bench.build(small)
                bench.embedder.embedded.clear()
                await scene(Scene(bench, small, large, held))

        with OllamaTestServer(talking("They move", " the sand."), quick(), days=[held]) as server:
            try:
                asyncio.run(main(server))
            finally:
                held.open()

    return run


def test_nothing_is_embedded_while_an_answer_is_written(
    play: Callable[[Callable[[Scene], Coroutine[Any, Any, None]]], None],
) -> None:
    async def scene(at: Scene) -> None:
        asked = await at.writing()
        build = asyncio.create_task(at.build())
        await at.waits.wait()
        assert at.holds == [Hold.ASKING]
        assert at.bench.embedder.embedded == []
        at.held.open()
        assert await asked
        assert await build is SourceState.READY
        assert at.holds[-1] is None
        assert len(at.bench.embedder.embedded) == FILES

    play(scene)


def test_a_build_goes_on_when_an_answer_is_stopped(
    play: Callable[[Callable[[Scene], Coroutine[Any, Any, None]]], None],
) -> None:
    async def scene(at: Scene) -> None:
        asked = await at.writing()
        build = asyncio.create_task(at.build())
        await at.waits.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await build is SourceState.READY
        assert not at.bench.library._parts.asking.open

    play(scene)
