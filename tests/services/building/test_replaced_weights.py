"""A model that is replaced under its name while a source is being built: no vector of it gets among the others."""

from __future__ import annotations

import asyncio
import struct
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildFinished, DocumentDone
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.requests import BuildOptions
from tests.memory_store import MemoryStore
from tests.ollama_server.models import ServedModel, quick, vector
from tests.ollama_server.server import OllamaTestServer

DIMENSION = 8


def of_other_weights() -> ServedModel:
    return ServedModel(
        "nomic-embed-text", lambda texts: [vector(f"other {text}") for text in texts], DIMENSION, "ab" * 32
    )


@pytest.mark.parametrize("somebody_asks", [True, False])
def test_what_was_stored_stays_and_nothing_of_the_other_weights_comes_to_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, somebody_asks: bool
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(60):
        words = " ".join(f"word{number}x{n} of the page" for n in range(120))
        (folder / f"page{number:02}.md").write_text(words, "utf-8")
    store = MemoryStore()

    async def main() -> None:
        with OllamaTestServer(quick(dimension=DIMENSION)) as server:
            monkeypatch.setenv("OLLAMA_HOST", server.address)
            async with open_application(home, "test", replaced=Replaced(store=store)) as application:
                library, assistant = application.services.library, application.services.assistant
                assert isinstance(assistant, Assistant)
                source = (await library.add(str(folder))).source.id
                report = None
                async with aclosing(library.build([source], BuildOptions())) as events:
                    async for event in events:
                        if isinstance(event, DocumentDone) and server.models["nomic-embed-text:latest"].digest == "":
                            server.serve(of_other_weights())
                            if somebody_asks:  # which makes the embedder know the other weights
                                await assistant._parts.embedders.get("ollama:nomic-embed-text").identify()
                        if isinstance(event, BuildFinished):
                            report = event.report
                assert report is not None
                assert report.state is SourceState.PARTIAL
                (problem,) = report.problems
                assert problem.reason.code == "embedder-unavailable"
                assert "replaced by another version" in problem.reason.detail
                assert 0 < report.chunks_total < 60 * 4

    asyncio.run(main())
    (rows,) = store.collections.values()
    assert rows
    for row in rows.values():
        expected = vector(f"search_document: {row.text}")
        assert struct.unpack(f"{DIMENSION}f", row.vector) == pytest.approx(expected, abs=1e-6)
