"""Words are found in every state that a library may be in, and by none of them is a search kept waiting twice."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import aclosing, closing
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.errors import CannotWrite, WorkerDied
from gangdan_gui.domain.events import BuildFinished, DocumentDone
from gangdan_gui.retrieving.words import WORDS_VERSION
from gangdan_gui.services.requests import BuildOptions, SearchOptions, Services
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.storing.manifest import FILE_NAME
from gangdan_gui.storing.posting_table import PostingTable
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder

DOCUMENTS = {
    "sea.md": "# Sea\n\nThe moon pulls the water, so that the tides come in and go out twice a day on every coast.\n",
    "light.md": "# 光\n\n植物在光下制造养分并放出氧气，把水草放在阳光里就能看到气泡，"
    "这就是光合作用的证据，课堂上可以演示给学生看。\n",
    "norm.md": "# Norms\n\nCall `np.linalg.norm` with a vector, which returns its length, and with a matrix as well.\n",
}
Use = Callable[[Services], Awaitable[None]]


@pytest.fixture
def at_library(home: Path) -> Callable[[Use], None]:
    def run(use: Use) -> None:
        async def go() -> None:
            replaced = Replaced(lambda _: HashEmbedder(), MemoryStore())
            async with open_application(home, "test", replaced=replaced) as application:
                await use(application.services)

        asyncio.run(go())

    return run


@pytest.fixture
def built(at_library: Callable[[Use], None], folder: Path) -> None:
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")

    async def build(services: Services) -> None:
        source = (await services.library.add(str(folder))).source.id
        await rebuild(services, source)

    at_library(build)


async def rebuild(services: Services, source: str = "") -> None:
    ids = [source] if source else [summary.source.id for summary in await services.library.sources()]
    async with aclosing(services.library.build(ids, BuildOptions())) as events:
        assert [event.report.state.value async for event in events if isinstance(event, BuildFinished)] == ["ready"]


async def found(services: Services, question: str) -> list[str]:
    result = await services.assistant.search(question, SearchOptions(mode="keyword", count=50))
    return [passage.path for passage in result.passages]


def alter(home: Path, *statements: str) -> None:
    with closing(sqlite3.connect(home / FILE_NAME)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def indexed(home: Path) -> tuple[str, int, int]:
    """By what the index was made, how many rows it has, and how many chunks it does not know."""
    with closing(sqlite3.connect(home / FILE_NAME)) as connection:
        query = (
            "SELECT (SELECT terms FROM generations), (SELECT count(*) FROM postings),"
            " (SELECT count(*) FROM chunks WHERE slot < 0)"
        )
        found: tuple[str, int, int] = connection.execute(query).fetchone()
    return found


QUESTIONS = {"When does the tide come?": "sea.md", "光合作用": "light.md", "np.linalg.norm": "norm.md"}
# What older versions have left: no index, the index of other words, one that does not know all chunks.
OLDER = {
    "none": ("DELETE FROM postings", "UPDATE chunks SET slot = -1", "UPDATE generations SET terms = '', slots = 0"),
    "other": ("UPDATE generations SET terms = 'older'", "UPDATE postings SET term = 'old-' || term WHERE term <> ''"),
    "part": ("UPDATE chunks SET slot = -1 WHERE row = 1",),
}


def test_a_build_leaves_nothing_to_index(built: None, home: Path, at_library: Callable[[Use], None]) -> None:
    version, rows, unknown = indexed(home)
    assert (version, unknown) == (WORDS_VERSION, 0)

    async def use(services: Services) -> None:
        for question, path in QUESTIONS.items():
            assert await found(services, question) == [path]
        assert await found(services, "volcano") == []

    at_library(use)
    assert indexed(home) == (version, rows, 0), "searching writes nothing"


@pytest.mark.parametrize("left", OLDER)
def test_what_is_lacking_is_indexed_at_the_first_search(
    built: None, home: Path, at_library: Callable[[Use], None], left: str
) -> None:
    alter(home, *OLDER[left])

    async def use(services: Services) -> None:
        for question, path in QUESTIONS.items():
            assert await found(services, question) == [path]

    at_library(use)
    assert indexed(home)[0] == WORDS_VERSION
    assert indexed(home)[2] == 0


def test_a_library_that_is_only_read_is_indexed_in_memory(
    built: None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(home, *OLDER["none"])

    async def go() -> None:
        writing = open_application(home, "window", replaced=Replaced(lambda _: HashEmbedder(), MemoryStore()))
        reading = open_application(
            home, "test", may_read_only=True, replaced=Replaced(lambda _: HashEmbedder(), MemoryStore())
        )
        async with writing as window, reading as application:
            assert application.read_only
            for question, path in QUESTIONS.items():
                assert await found(application.services, question) == [path]
            assert indexed(home) == ("", 0, 3)
            assert await found(window.services, "tides") == ["sea.md"]
            assert await found(application.services, "tides") == ["sea.md"]

    asyncio.run(go())


def test_where_nothing_can_be_written_the_words_are_kept_in_memory(
    built: None, home: Path, at_library: Callable[[Use], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(home, *OLDER["other"])

    async def full(*_: object) -> None:
        raise CannotWrite(path=str(home), why="no space left")

    monkeypatch.setattr(PostingTable, "add", full)

    async def use(services: Services) -> None:
        for question, path in QUESTIONS.items():
            assert await found(services, question) == [path]
        assert indexed(home)[0] == "older"
        monkeypatch.undo()
        await rebuild(services)
        assert indexed(home)[0] == WORDS_VERSION
        assert await found(services, "tides") == ["sea.md"]

    at_library(use)


def test_without_the_process_that_counts_what_is_indexed_is_searched(
    built: None, home: Path, at_library: Callable[[Use], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(home, "UPDATE chunks SET slot = -1 WHERE text LIKE '%moon%'")

    async def use(services: Services) -> None:
        assert await found(services, "np.linalg.norm of the moon") == ["norm.md"]
        alter(home, "UPDATE generations SET terms = 'older'")
        assert await found(services, "np.linalg.norm of the moon") == []

    monkeypatch.setattr(KeywordIndex, "_counted", died)
    at_library(use)


async def died(*_: object) -> None:
    raise WorkerDied(worker="words", code="-9")


def test_what_changes_is_found_as_it_is_now(
    built: None, home: Path, folder: Path, at_library: Callable[[Use], None]
) -> None:
    async def use(services: Services) -> None:
        (folder / "sea.md").write_text(DOCUMENTS["sea.md"].replace("moon", "volcano"), "utf-8")
        (folder / "norm.md").unlink()
        await rebuild(services)
        assert await found(services, "volcano") == ["sea.md"]
        assert await found(services, "moon") == []
        assert await found(services, "np.linalg.norm") == []

    at_library(use)


def test_a_search_while_a_build_writes_finds_what_is_there(
    built: None, folder: Path, at_library: Callable[[Use], None]
) -> None:
    async def use(services: Services) -> None:
        for number in range(12):
            (folder / f"more-{number:02}.md").write_text(f"# {number}\n\nA volcano of the number {number}.\n" * 3)
        counts = []
        (summary,) = await services.library.sources()
        async with aclosing(services.library.build([summary.source.id], BuildOptions())) as events:
            async for event in events:
                if isinstance(event, DocumentDone | BuildFinished):
                    counts.append(len(await found(services, "volcano")))
                    assert await found(services, "tides") == ["sea.md"]
        assert counts == sorted(counts)
        assert counts[-1] == 12

    at_library(use)


def test_a_question_in_chinese_is_cut_where_the_dictionary_does_not_hold_the_window(home: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from types import SimpleNamespace
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.workers.child import Child

async def main():
    child = Child("gangdan_gui.services.building.word_counter:WordCounter", name="words")
    index = KeywordIndex(SimpleNamespace(words=child))
    print(list(await index.words_of("光合作用 sorting")), list(await index.words_of("sorting")))
    await child.close()

if __name__ == "__main__":
    asyncio.run(main())
    print("rjieba" in sys.modules)
"""
    script = home / "cut.py"
    home.mkdir(exist_ok=True)
    script.write_text(code, "utf-8")
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(script)],
        capture_output=True, encoding="utf-8", cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["['光合', '合作', '作用', '光合作用', 'sort'] ['sort']", "False"]
