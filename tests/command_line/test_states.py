"""The states of a source on the command line: kept, returned to, given up, frozen."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.services.sources.freezing import today
from tests.program import Ran

pytestmark = pytest.mark.usefixtures("one_model")

Run = Callable[..., Ran]
TOMORROW = (date.fromisoformat(today()) + timedelta(days=1)).isoformat()


def said(done: Ran, code: int = 0) -> dict[str, Any]:
    assert done.returncode == code, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def built(run: Run, tmp_path: Path) -> Path:
    """The folder of a source called Water that is built."""
    folder = tmp_path / "water"
    folder.mkdir()
    lines = "\n\n".join(f"Rain number {n} falls on hills, runs into rivers and reaches the sea." for n in range(30))
    (folder / "water.md").write_text(f"# Water\n\n{lines}", "utf-8")
    run("sources", "add", str(folder), "--title", "Water")
    said(run("build", "Water", "--embedder", "builtin", "--json"))
    return folder


def test_a_state_that_was_kept_is_shown_returned_to_and_given_up(run: Run, built: Path) -> None:
    (first,) = said(run("sources", "list", "--json"))["sources"]
    assert first["previous"] is None
    assert first["live"]["chunking"] == {"splitter": "window", "size": 800, "overlap": 150, "min": 50}
    assert (first["live"]["embedder"], first["live"]["chunks"]) == ("builtin", first["chunks"])
    said(run("build", "Water", "--size", "300", "--overlap", "50", "--keep-previous", "--json"))
    shown = run("sources", "show", "Water").stdout.decode()
    assert "kept        builtin, window of 800 characters" in shown
    assert "an earlier state is kept" in run("sources", "list").stdout.decode()

    back = said(run("sources", "back", "Water", "--json"))["source"]
    assert back["live"] == first["live"]
    assert back["previous"]["chunking"]["size"] == 300
    given_up = said(run("sources", "forget", "Water", "--json"))["source"]
    assert given_up["previous"] is None
    error = said(run("sources", "back", "Water", "--json"), 2)["error"]
    assert error["id"] == "no-previous"
    assert error["advice"]


def test_a_frozen_source_takes_nothing_new_and_says_so(run: Run, built: Path) -> None:
    frozen = said(run("sources", "freeze", "Water", "--until", TOMORROW, "--json"))["source"]
    assert frozen["frozen_until"] == TOMORROW
    (built / "more.md").write_text(
        "Snow falls on mountains in winter and melts in spring, as everybody knows.", "utf-8"
    )
    (report,) = said(run("build", "Water", "--json"))["sources"]
    assert (report["documents"], report["files"]["fetched"]) == (1, 0)
    (listed,) = said(run("sources", "list", "--json"))["sources"]
    assert (listed["state"], listed["frozen_until"]) == ("ready", TOMORROW)
    assert any(TOMORROW in notice for notice in listed["notices"])
    assert f"frozen until {TOMORROW}" in run("sources", "list").stdout.decode()

    assert said(run("sources", "freeze", "Water", "--off", "--json"))["source"]["frozen_until"] == ""
    (report,) = said(run("build", "Water", "--json"))["sources"]
    assert report["documents"] == 2


@pytest.mark.parametrize(
    "words", [(), ("--until", "soon"), ("--until", "2020-01-01"), ("--until", today()), ("--until", TOMORROW, "--off")]
)
def test_a_term_is_a_day_to_come(run: Run, words: tuple[str, ...]) -> None:
    assert said(run("sources", "freeze", "Water", *words, "--json"), 2)["error"]["id"] == "usage"


@pytest.mark.parametrize("words", [("back",), ("forget",), ("freeze", "--off")])
def test_what_is_not_there_is_told(run: Run, words: tuple[str, ...]) -> None:
    action, *rest = words
    assert said(run("sources", action, "nobody", *rest, "--json"), 2)["error"]["id"] == "unknown-source"
