"""A library that can't be written where it lies: questions are answered, all else is refused in one sentence."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import LibraryReadOnly
from gangdan_gui.domain.events import AnswerFinished
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.program import run_here
from tests.services.conftest import Shelf

QUESTION = "Where do penguins live?"


@pytest.fixture
def built(shelf: Shelf, folder: Path, home: Path) -> Path:
    """A library with one source of three documents."""
    for name, text in (("ice", "Penguins live on the ice of the south."), ("sand", "Camels walk in the desert."),
                       ("rock", "Goats climb on the rocks of the mountain.")):  # fmt: skip
        (folder / f"{name}.md").write_text(f"# {name}\n\n{text} They have lived there for a very long time indeed.\n")

    async def build() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).state is SourceState.READY

    asyncio.run(build())
    return home


@pytest.fixture
def on_network(built: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, on what is said to be a network drive."""
    monkeypatch.setattr("gangdan_gui.storing.library_place.why_read_only", lambda _: Reason("network-drive", "/mnt"))
    return built


@pytest.fixture
def locked(built: Path) -> Iterator[Path]:
    """The same, in a folder that not even its owner may write in; needs the right to mount."""
    if subprocess.run(["mount", "--bind", built, built], capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", built], check=True)
        yield built
    finally:
        subprocess.run(["umount", built], check=True)


def files(home: Path) -> dict[str, bytes]:
    return {str(file.relative_to(home)): file.read_bytes() for file in home.rglob("*") if file.is_file()}


def ask_there(home: Path, shelf: Shelf) -> None:
    before = files(home)

    async def run() -> None:
        async with open_application(home, "test", replaced=Replaced(lambda _: shelf.embedder)) as application:
            problem = application.problems[0]
            assert isinstance(problem, LibraryReadOnly)
            assert application.read_only
            assistant, library = application.services.assistant, application.services.library
            found = await assistant.search(QUESTION, SearchOptions())
            assert found.passages[0].path == "ice.md"
            assert all(passage.distance is not None for passage in found.passages)
            finished = [event async for event in assistant.ask(QUESTION, SearchOptions())][-1]
            assert isinstance(finished, AnswerFinished)
            assert finished.answer.passages
            assert Reason("not-kept") in finished.answer.notices
            kept = await assistant.conversation(finished.conversation)
            assert [exchange.question for exchange in kept.exchanges] == [QUESTION]
            again = [e async for e in assistant.ask("And camels?", SearchOptions(), finished.conversation)][-1]
            assert isinstance(again, AnswerFinished)
            assert again.conversation == finished.conversation
            (source,) = await library.sources()
            for attempt in (
                library.add("https://example.org/a.md"), library.remove(source.source.id),
                application.services.notes.write_note("title", "text"),
            ):  # fmt: skip
                with pytest.raises(LibraryReadOnly):
                    await attempt
            with pytest.raises(LibraryReadOnly):
                async for _ in library.build([source.source.id], BuildOptions()):
                    pass

    asyncio.run(run())
    assert files(home) == before


def test_questions_are_answered_on_a_network_drive(on_network: Path, shelf: Shelf) -> None:
    ask_there(on_network, shelf)


def test_questions_are_answered_in_a_read_only_folder(locked: Path, shelf: Shelf) -> None:
    ask_there(locked, shelf)


def test_commands_that_write_are_refused_and_others_say_that_it_is_only_read(on_network: Path) -> None:
    refused = run_here("--home", str(on_network), "sources", "add", ".", "--json")
    assert refused.returncode == 2
    assert json.loads(refused.stdout)["error"]["id"] == "library-read-only"
    assert "network drive" in refused.stderr.decode()
    for words in (("build",), ("notes", "add", "-"), ("sources", "remove", "documents")):
        assert run_here("--home", str(on_network), *words).returncode == 2
    listed = run_here("--home", str(on_network), "sources", "list", "--json")
    assert listed.returncode == 0
    assert [one["state"] for one in json.loads(listed.stdout)["sources"]] == ["ready"]
    assert "only read" in listed.stderr.decode()
    found = run_here("--home", str(on_network), "search", "penguins", "--mode", "keyword", "--json")
    assert found.returncode == 0
    assert json.loads(found.stdout)["hits"]


def test_a_library_is_not_begun_on_a_network_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangdan_gui.storing.library_place.why_read_only", lambda _: Reason("network-drive", "/mnt"))
    done = run_here("--home", str(tmp_path / "new"), "sources", "list")
    assert done.returncode == 2
    assert "network drive" in done.stderr.decode()
    assert not (tmp_path / "new").exists()
