"""Damage to what a library keeps beside the vectors: records, converted texts, the list, conversations, locks."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import OK, PROBLEM, SearchOptions
from gangdan_gui.services.upkeep.doctor import Doctor
from gangdan_gui.services.upkeep.library_checks import LibraryChecks
from tests.faults.conftest import Built
from tests.faults.damages import MANIFEST, cut, emptied, gone, junk, junk_inside, zeroed
from tests.faults.desk import Desk, desk
from tests.faults.lessons import lesson, subject, write_lessons
from tests.faults.small_index import SmallIndexStore
from tests.memory_store import MemoryStore
from tests.program import run_here
from tests.stand_ins import HashEmbedder

Damage = Callable[[Path], None]
_DIMENSION = 64
_LENGTH = 4 * _DIMENSION


def checks(opened: Desk) -> LibraryChecks:
    """The doctor's checks of the library, without those of Ollama and the embedders."""
    doctor = opened.services.doctor
    assert isinstance(doctor, Doctor)
    return doctor._checks


@contextmanager
def no_network() -> Iterator[None]:
    """Whoever asks for an address gets none."""
    with patch.object(socket, "getaddrinfo", side_effect=OSError("no network")):
        yield


@pytest.mark.parametrize("damage", [junk, junk_inside, cut, emptied, gone])
def test_lost_records_are_begun_anew_from_the_list_and_the_files(built: Built, damage: Damage) -> None:
    async def main() -> None:
        store = MemoryStore()
        async with desk(built.home, store=store) as opened:
            before = await opened.texts()
        damage(built.home / MANIFEST)
        async with desk(built.home, store=store) as opened:
            if damage is not cut:  # which may leave what is looked at first
                health = await opened.services.doctor.health()
                assert (health.id, health.state) == ("records", PROBLEM)
            with no_network():
                done = await opened.repair()
            assert {check.facts["case"] for check in done} >= {"built"}
            assert await opened.contradictions() == []
            assert await opened.texts() == before
            assert {one.state for one in await opened.services.library.sources()} == {SourceState.READY}

    asyncio.run(main())


def test_an_older_copy_of_the_records_is_brought_to_what_the_files_are(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "changing"
    shutil.copytree(built.folders[0], folder)

    async def main() -> None:
        store, embedder = MemoryStore(), HashEmbedder(64)
        async with desk(built.home, store=store, embedder=embedder) as opened:
            source = (await opened.services.library.add(str(folder))).source.id
            await opened.build(source, built.first, built.second)
        shutil.copy(built.home / MANIFEST, tmp_path / "older")
        write_lessons(folder, range(3), version=2)
        (folder / "lesson 005.md").unlink()
        write_lessons(folder, range(50, 53))
        async with desk(built.home, store=store, embedder=embedder) as opened:
            await opened.build(source)
            wanted = await opened.texts()
        shutil.copy(tmp_path / "older", built.home / MANIFEST)
        async with desk(built.home, store=store, embedder=embedder) as opened:
            assert (await opened.services.doctor.health()).facts["damaged"] == "changing"
            done = await opened.repair()
            assert {check.state for check in done} == {OK}
            assert await opened.contradictions() == []
            await opened.build(source)
            assert await opened.contradictions() == []
            assert await opened.texts() == wanted
            assert (await opened.services.doctor.health()).state == OK

    asyncio.run(main())


@pytest.mark.parametrize(
    "vector", [b"\x01" * 8, bytes(_LENGTH), b"\xff" * _LENGTH], ids=["short", "zeros", "no numbers"]
)
def test_vectors_that_are_none_are_made_again_and_only_those(built: Built, vector: bytes) -> None:
    with closing(sqlite3.connect(built.home / MANIFEST)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
        connection.execute("UPDATE vectors SET vector = ? WHERE rowid % 10 = 0", (vector,))
        connection.commit()

    async def main() -> None:
        embedder = HashEmbedder(_DIMENSION)
        async with desk(built.home, store=MemoryStore(), embedder=embedder) as opened:
            assert (await opened.services.doctor.health()).state == PROBLEM
            done = await opened.repair()
            assert sum(int(check.facts["embedded"]) for check in done) == rows // 10 == len(embedder.embedded)
            assert await opened.contradictions() == []

    asyncio.run(main())


def test_an_embedder_that_is_away_keeps_back_only_what_it_has_to_make(built: Built) -> None:
    with closing(sqlite3.connect(built.home / MANIFEST)) as connection:
        connection.execute("DELETE FROM vectors WHERE rowid = 1")
        connection.commit()

    async def main() -> None:
        embedder = Away(64)
        store = MemoryStore()
        async with desk(built.home, store=store, embedder=embedder) as opened:
            done = await opened.repair()
            cases = [(check.state, check.facts["case"]) for check in done]
            assert sorted(cases) == [(OK, "mended"), (PROBLEM, "not-mended")]
            chunks = sum(one.chunks for one in await opened.services.library.sources())
            assert sum(map(len, store.collections.values())) == chunks - 1
            embedder.away = False
            assert [check.facts["embedded"] for check in await opened.repair()] == ["1"]
            assert await opened.contradictions() == []

    asyncio.run(main())


class Away(HashEmbedder):
    """Can't be used until it is back."""

    away = True

    async def embed_passages(self, texts):  # type: ignore[no-untyped-def]
        from gangdan_gui.domain.errors import EmbedderUnavailable

        if self.away:
            raise EmbedderUnavailable(embedder="hash", why="nobody is there")
        return await super().embed_passages(texts)


@pytest.mark.parametrize(
    "damage", [cut, *(pytest.param(damage, marks=pytest.mark.slow) for damage in (gone, emptied, junk))]
)
def test_converted_texts_that_are_lost_or_changed_are_made_again(built: Built, damage: Damage) -> None:
    files = sorted((built.home / "markdown").rglob("*.md"))
    for file in files[::7]:
        damage(file)

    async def main() -> None:
        store, embedder = SmallIndexStore(built.home), HashEmbedder(64)
        async with desk(built.home, store=store, embedder=embedder) as opened:
            before = await opened.texts()
            texts = await checks(opened)._texts()
            assert (texts.state, texts.facts["count"]) == (PROBLEM, str(len(files[::7])))
            embedder.embedded.clear()
            done = await opened.repair()
            assert {(check.state, check.facts["case"]) for check in done} == {(OK, "built")}
            document = await opened.services.library.document(built.first, "lesson 000.md")
            assert document.text == lesson(0)
            assert await opened.texts() == before
        assert embedder.embedded == []
        assert sorted((built.home / "markdown").rglob("*.md")) == files

    asyncio.run(main())


@pytest.mark.parametrize("damage", [gone, emptied, zeroed])
def test_a_list_that_is_lost_is_written_again_from_the_records(built: Built, damage: Damage) -> None:
    file = built.home / "sources.yaml"
    before = file.read_text("utf-8")
    damage(file)

    async def main() -> None:
        async with desk(built.home, store=MemoryStore()) as opened:
            found = [one.source.id for one in await opened.services.library.sources()]
            assert found == [built.first, built.second]
            assert await opened.services.library.trashed() == ()

    asyncio.run(main())
    assert file.read_text("utf-8") == before


def test_a_list_that_is_junk_hides_nothing_and_is_repaired(built: Built) -> None:
    file = built.home / "sources.yaml"
    before = file.read_text("utf-8")
    junk(file)

    async def main() -> None:
        async with desk(built.home) as opened:
            assert [one.source.id for one in await opened.services.library.sources()] == [built.first, built.second]
            done = await opened.repair()
            assert [check.facts["case"] for check in done] == ["list"]

    asyncio.run(main())
    assert file.read_text("utf-8") == before
    assert len(list(built.home.glob("sources-damaged-*.yaml"))) == 1


def test_a_list_with_one_bad_entry_is_left_to_whoever_wrote_it(built: Built) -> None:
    file = built.home / "sources.yaml"
    text = file.read_text("utf-8") + "  - id: [\n"
    file.write_text(text, "utf-8")

    async def main() -> None:
        async with desk(built.home) as opened:
            assert await opened.repair() == []

    asyncio.run(main())
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize("damage", [junk, cut, emptied, zeroed])
def test_a_damaged_conversation_is_named_and_the_others_go_on(built: Built, damage: Damage) -> None:
    async def main() -> None:
        async with desk(built.home, store=MemoryStore()) as opened:
            asked = []
            for number in (3, 4):
                async for event in opened.services.assistant.ask(subject(number), SearchOptions(model="")):
                    asked += [event.conversation] if hasattr(event, "answer") else []
                    assert not isinstance(event, Answer)
            damage(built.home / "conversations" / f"{asked[0]}.json")
            assert [one.id for one in await opened.services.assistant.conversations()] == [asked[1]]
            found = await checks(opened)._conversations()
            assert found.state == PROBLEM
            assert asked[0] in found.facts["files"]

    asyncio.run(main())


def test_locks_of_processes_that_are_gone_hold_nobody_up(built: Built) -> None:
    for name in ("lock", "lock.holder", "chroma.lock"):
        (built.home / name).write_text("the window (1)\n", "utf-8")

    async def main() -> None:
        async with desk(built.home) as opened:
            assert (await opened.search(subject(7))).notices == ()

    asyncio.run(main())


def test_a_repair_while_the_library_is_held_names_who_holds_it(built: Built) -> None:
    async def main() -> None:
        async with desk(built.home, store=MemoryStore(), holder="the window"):
            ran = await asyncio.to_thread(run_here, "doctor", "--repair", "--json", "--home", str(built.home))
        error = json.loads(ran.stdout)["error"]
        assert (ran.returncode, error["id"]) == (2, "library-locked")
        assert "the window" in error["message"]

    asyncio.run(main())


@pytest.mark.parametrize("byte", [pytest.param(b"?", marks=pytest.mark.slow, id="another letter"), b"\xff"])
def test_a_byte_that_the_disk_changed_in_a_text_is_noticed_and_put_right(built: Built, byte: bytes) -> None:
    file = built.home / MANIFEST
    data = file.read_bytes()
    assert b"subject007x the" in data
    file.write_bytes(data.replace(b"subject007x the", b"subject0" + byte + b"7x the", 1))

    async def main() -> None:
        embedder = HashEmbedder(64)
        async with desk(built.home, store=SmallIndexStore(built.home), embedder=embedder) as opened:
            assert (await opened.search(subject(3))).passages[0].path == "lesson 003.md"
            texts = await checks(opened)._texts()
            assert (texts.state, texts.facts["paths"]) == (PROBLEM, "first: lesson 007.md")
            assert {check.state for check in await opened.repair()} == {OK}
            assert (await checks(opened)._texts()).state == OK
            assert await opened.contradictions() == []
            assert all("subject007x the" in text for _, path, text in await opened.texts() if path == "lesson 007.md")
        assert embedder.embedded == []

    asyncio.run(main())


@pytest.mark.parametrize("column", ["state", "facts", pytest.param("warnings", marks=pytest.mark.slow)])
def test_a_record_of_a_document_that_the_disk_changed_is_made_again(built: Built, column: str) -> None:
    with closing(sqlite3.connect(built.home / MANIFEST)) as connection:
        connection.execute(f"UPDATE documents SET {column} = '}}' || {column} WHERE path = 'lesson 007.md'")
        connection.commit()

    async def main() -> None:
        embedder = HashEmbedder(64)
        async with desk(built.home, store=MemoryStore(), embedder=embedder) as opened:
            before = await opened.texts()
            assert (await checks(opened)._texts()).facts["paths"] == "first: lesson 007.md"
            assert {check.state for check in await opened.repair()} == {OK}
            assert (await checks(opened)._texts()).state == OK
            assert await opened.texts() == before
            assert {one.state for one in await opened.services.library.sources()} == {SourceState.READY}
        assert embedder.embedded == []

    asyncio.run(main())
