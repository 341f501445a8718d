"""What the user should know of a source: which embedder it got and why, and what that knows of its language."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.services.requests import BuildOptions
from tests.memory_store import MemoryStore
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

ENGLISH = "# Water\n\n" + "Rain falls on the hills and runs into the river, and the river into the sea. " * 4
CHINESE = "# 水的循环\n\n" + "雨落在山上，流进小溪，小溪汇成大河，大河流入海洋，海水又升到天上变成云。" * 4


async def build(application: Application, source: str, embedder: str | None = None) -> BuildReport:
    async with aclosing(application.services.library.build([source], BuildOptions(embedder=embedder))) as events:
        return [event.report async for event in events if isinstance(event, BuildFinished)][-1]


def codes(report: BuildReport) -> list[str]:
    return [notice.code for notice in report.notices]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama_server: OllamaTestServer) -> Path:
    ollama_server.serve(quick(), quick("bge-m3"))
    monkeypatch.setenv("OLLAMA_HOST", ollama_server.address)
    place = tmp_path / "documents"
    place.mkdir()
    return place


def test_advice_is_for_sources_whose_documents_are_mainly_chinese(home: Path, folder: Path) -> None:
    (folder / "one.md").write_text(ENGLISH, "utf-8")
    (folder / "two.md").write_text(CHINESE, "utf-8")
    (folder / "three.md").write_text(ENGLISH.replace("hills", "roofs"), "utf-8")

    async def main() -> None:
        async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
            library = application.services.library
            source = (await library.add(str(folder))).source.id
            assert codes(await build(application, source)) == ["ollama-has-model"]
            assert (await library.sources())[0].notices == ()
            for name in ("four", "five"):
                (folder / f"{name}.md").write_text(CHINESE.replace("雨", name), "utf-8")
            report = await build(application, source)
            assert codes(report) == ["english-centred"]
            assert report.notices[0].detail == "nomic-embed-text"
            assert (await library.sources())[0].notices == report.notices
            assert (await library.report(source)).summary.notices == report.notices
            for other in ("builtin", "ollama:bge-m3"):
                assert codes(await build(application, source, other)) == []
                assert (await library.sources())[0].notices == ()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("language", "there", "chosen"),
    [
        ("zh", True, "ollama:bge-m3"),
        ("zh", False, "builtin"),
        ("en", True, "ollama:nomic-embed-text"),
        ("", True, "ollama:nomic-embed-text"),
    ],
)
def test_a_source_that_is_said_to_be_chinese_gets_what_knows_chinese(
    home: Path, folder: Path, ollama_server: OllamaTestServer, language: str, *, there: bool, chosen: str
) -> None:
    if not there:
        del ollama_server.models["bge-m3:latest"]
    (folder / "one.md").write_text(CHINESE, "utf-8")
    home.mkdir()
    lines = (
        "sources:", "  - id: water", "    title: Water", "    kind: local", f"    location: {folder}",
        f"    language: '{language}'" if language else "",
    )  # fmt: skip
    (home / "sources.yaml").write_text("\n".join(lines), "utf-8")

    async def main() -> None:
        async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
            assert application.problems == ()
            report = await build(application, "water")
            (summary,) = await application.services.library.sources()
            assert summary.embedder == chosen
            assert bool(summary.notices) is (chosen == "ollama:nomic-embed-text")
            assert codes(report)[0].endswith("-knows-chinese") is (language == "zh")

    asyncio.run(main())
