"""From a folder to answers through a server that speaks as Ollama does, with real vectors."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildFinished, BuildReport, BuildStarted, ModelAwaited, StageProgress
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.journeys.course import write_course
from tests.ollama_server import days
from tests.ollama_server.server import OllamaTestServer


async def _build(library, source: str, options: BuildOptions | None = None) -> BuildReport:
    async with aclosing(library.build([source], options or BuildOptions())) as events:
        (report,) = [event.report async for event in events if isinstance(event, BuildFinished)]
    return report


def test_a_source_is_built_through_ollama_and_keeps_its_embedder(
    home: Path, tmp_path: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", str(ollama_server.address))
    course = write_course(tmp_path / "course")

    async def main() -> None:
        async with open_application(home, "test") as application:
            library, assistant = application.services.library, application.services.assistant
            source = (await library.add(str(course))).source.id
            report = await _build(library, source)
            assert (report.state, report.documents) == (SourceState.READY, 6)
            (summary,) = await library.sources()
            assert summary.embedder == "ollama:nomic-embed-text", "Ollama answers and has the model"
            result = await assistant.search("学习率太大会怎样？", SearchOptions(count=5))
            assert result.passages[0].path == "讲义/梯度下降.md"
            texts = ollama_server.embedded()
            assert sum(text.startswith("search_document: ") for text in texts) >= report.chunks_total
            # The model reads English only: it is asked with the words of the documents that the question's stand for.
            asked = [text for text in texts if text.startswith("search_query: ")][-1]
            assert set(asked.removeprefix("search_query: ").split()) <= {
                word for bridged in result.bridged for shown, _ in bridged.found for word in shown.split()
            }

            ollama_server.stop()
            (course / "new.md").write_text("# Tides\n\n" + "The moon pulls the sea twice a day. " * 4, "utf-8")
            away = await _build(library, source)
            assert away.chunks_total == report.chunks_total
            assert [problem.reason.code for problem in away.problems] == ["embedder-unavailable"]
            (summary,) = await library.sources()
            assert summary.embedder == "ollama:nomic-embed-text", "being away never switches a source's embedder"
            words = await assistant.search("学习率太大会怎样？", SearchOptions())
            assert words.passages[0].path == "讲义/梯度下降.md"
            assert (words.passages[0].distance, words.passages[0].keyword_rank) == (None, 1)
            assert [notice.code for notice in words.notices] == ["words-only", "partly-built"]

            switched = await _build(library, source, BuildOptions(embedder="builtin"))
            assert (switched.state, switched.documents) == (SourceState.READY, 7)
            assert (await assistant.search("学习率太大会怎样？", SearchOptions(count=5))).passages

    asyncio.run(main())


def test_an_unchanged_source_needs_no_embedder(
    home: Path, tmp_path: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", str(ollama_server.address))
    course = write_course(tmp_path / "course")

    async def main() -> None:
        async with open_application(home, "test") as application:
            library = application.services.library
            source = (await library.add(str(course))).source.id
            built = await _build(library, source)
            ollama_server.stop()
            again = await _build(library, source)
            assert (again.state, again.problems, again.unchanged) == (SourceState.READY, (), built.fetched)
            (course / "sorting.html").unlink()
            fewer = await _build(library, source)
            assert (fewer.state, fewer.documents, fewer.removed) == (SourceState.READY, built.documents - 1, 1)

    asyncio.run(main())


def test_a_model_that_has_to_be_loaded_is_named_before_anything_is_done(
    home: Path, tmp_path: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", str(ollama_server.address))
    course = write_course(tmp_path / "course")
    held = days.Held()
    ollama_server.days.append(held)

    async def main() -> None:
        async with open_application(home, "test") as application:
            library = application.services.library
            source = (await library.add(str(course))).source.id
            async with aclosing(library.build([source], BuildOptions())) as events:
                assert await anext(events) == BuildStarted(source)
                assert await anext(events) == ModelAwaited(source, "nomic-embed-text")
                held.open()
                rest = [event async for event in events]
            assert isinstance(rest[0], StageProgress)
            assert isinstance(rest[-1], BuildFinished)

    asyncio.run(main())
