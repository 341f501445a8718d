"""Sources on the command line: named by id or title, slips of ids, the trash, and options that belong to others."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui import __main__
from tests.program import Ran, run_here

pytestmark = pytest.mark.usefixtures("one_model")

Run = Callable[..., Ran]
LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."


@pytest.fixture
def add(run: Run, tmp_path: Path) -> Callable[[str, str], str]:
    """Adds a folder with one lesson under a title; its id."""

    def call(name: str, title: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "water.md").write_text(LESSON, "utf-8")
        return str(said(run("sources", "add", str(folder), "--title", title, "--json"))["source"]["id"])

    return call


def said(done: Ran) -> dict[str, Any]:
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def refused(done: Ran) -> dict[str, str]:
    assert done.returncode == 2
    found = said(done)["error"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("typed", "meant"), [("numpyy", "numpy"), ("Nunpy", "numpy"), ("d2lzh", "d2l-zh")])
def test_a_slip_of_an_id_is_told_with_what_may_be_meant(run: Run, typed: str, meant: str) -> None:
    error = refused(run("sources", "add", typed, "--json"))
    assert error["id"] == "not-offered"
    assert error["advice"].startswith(f"Did you mean {meant}")
    assert b"Traceback" not in run("sources", "add", typed).stderr


def test_what_is_like_no_id_is_a_path(run: Run) -> None:
    assert refused(run("sources", "add", "xxxxxxxxxxx", "--json"))["id"] == "location-missing"


def test_commands_take_a_title_for_an_id(run: Run, add: Callable[[str, str], str]) -> None:
    source, other = add("a", "我的课程"), add("b", "Other")
    assert said(run("build", "我的课程", "Other", "--json"))["sources"][0]["id"] == source
    assert said(run("sources", "show", "我的课程", "--json"))["source"]["id"] == source
    for asking in ("search", "ask"):
        found = said(run(asking, "rain", "-c", "我的课程", "--json"))
        passages = found["hits"] if asking == "search" else found["passages"]
        assert {passage["source"] for passage in passages} == {source}
    assert said(run("sources", "remove", "Other", "--json")) == {"removed": other}
    assert refused(run("sources", "show", "课程", "--json"))["id"] == "unknown-source"


def test_a_title_of_several_names_their_ids(run: Run, add: Callable[[str, str], str]) -> None:
    ids = [add("a", "Water"), add("b", "Water")]
    for words in (["build", "Water"], ["sources", "show", "Water"], ["search", "rain", "-c", "Water"]):
        error = refused(run(*words, "--json"))
        assert error["id"] == "ambiguous-title"
        assert all(source in error["advice"] for source in ids)
    assert run("sources", "show", ids[1]).returncode == 0


def test_what_is_in_the_trash_is_listed_and_comes_back(run: Run, add: Callable[[str, str], str]) -> None:
    assert b"empty" in run("sources", "trash").stdout
    source = add("a", "Water")
    assert run("build", source).returncode == 0
    told = run("sources", "remove", source).stdout.decode()
    assert f"sources restore {source}" in told
    assert [one["id"] for one in said(run("sources", "trash", "--json"))["sources"]] == [source]
    assert "Water" in run("sources", "trash").stdout.decode()
    restored = said(run("sources", "restore", "Water", "--json"))["source"]
    assert (restored["id"], restored["state"], restored["documents"]) == (source, "ready", 1)
    assert said(run("sources", "trash", "--json")) == {"sources": []}
    assert refused(run("sources", "restore", source, "--json"))["id"] == "not-in-trash"


def test_conversations_are_listed_with_the_time_here(run: Run, add: Callable[[str, str], str], tmp_path: Path) -> None:
    run("build", add("a", "Water"))
    written = tmp_path / "rain.md"
    asked = run("ask", "rain", "--export", str(written))
    assert asked.returncode == 0
    assert f"Wrote {written} ({written.stat().st_size} bytes)." in asked.stderr.decode()
    (kept,) = said(run("conversations", "list", "--json"))["conversations"]
    moment = datetime.fromisoformat(kept["updated"])
    assert moment.utcoffset() is not None
    here = moment.astimezone().strftime("%Y-%m-%d %H:%M")
    assert f"  {here}  " in run("conversations", "list").stdout.decode()


@pytest.mark.parametrize("words", [["--ollama", "127.0.0.1:1"], ["--report", "x.json", "sources", "list"]])
def test_options_of_the_self_test_are_refused_elsewhere(run: Run, words: list[str]) -> None:
    done = run_here(*words)
    assert done.returncode == 2
    assert f"{words[0]} is for --self-test" in done.stderr.decode()


class Interrupted:
    """Finds one module by interrupting, as Ctrl+C does in the middle of an import."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "gangdan_gui.cli":
            raise KeyboardInterrupt


def test_an_interrupt_during_the_imports_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gangdan_gui.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    assert __main__.main() == 130
