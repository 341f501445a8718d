"""Searching by words on the command line: by wish, and where Ollama has gone since the source was built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.services.settings import Settings, SettingsFile
from tests.journeys.course import write_course
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer
from tests.program import run_here

pytestmark = pytest.mark.usefixtures("one_model")


def run(home: Path, *words: str, code: int = 0) -> tuple[str, str]:
    """Run the program on a library; what it printed and what it said besides."""
    done = run_here(*words, "--home", str(home))
    said = done.stderr.decode("utf-8")
    assert done.returncode == code, (done.returncode, said)
    return done.stdout.decode("utf-8"), said


def answer(home: Path, *words: str) -> dict[str, Any]:
    found = json.loads(run(home, *words, "--json")[0])
    assert isinstance(found, dict)
    return found


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return write_course(tmp_path / "course")


def test_words_by_wish(home: Path, course: Path) -> None:
    answer(home, "sources", "add", str(course))
    answer(home, "build", "--embedder", "builtin")
    found = answer(home, "search", "水草冒气泡", "--mode", "keyword")
    assert found["hits"][0]["path"] == "讲义/实验.txt"
    assert [hit["keyword_rank"] for hit in found["hits"]] == sorted(hit["keyword_rank"] for hit in found["hits"])
    assert {hit["distance"] for hit in found["hits"]} == {None}
    assert (found["supported"], found["notices"]) == ("weak", [])
    nothing = answer(home, "search", "zzyzx", "--mode", "keyword")
    assert (nothing["hits"], nothing["supported"]) == ([], "no")
    dense = answer(home, "search", "水草冒气泡", "--mode", "dense")
    assert (dense["hits"][0]["keyword_rank"], dense["notices"]) == (None, [])
    assert dense["hits"][0]["distance"] is not None
    both = answer(home, "search", "水草冒气泡")
    assert both["hits"][0]["path"] == "讲义/实验.txt"
    assert (both["hits"][0]["keyword_rank"], both["notices"]) == (1, [])
    assert both["hits"][0]["distance"] is not None


def _is_no_run_like_others(home: Path) -> None:
    """Test questions that are asked while the server is away."""
    printed, said = run(home, "golden", "run", "--json", code=1)
    found = json.loads(printed)["run"]
    assert (len(found["lacking"]), found["comparable"], found["worse"]) == (1, False, [])
    assert "Course" in found["lacking"][0]
    assert "compared only with those of runs that had no more" in said


def test_a_source_of_an_ollama_that_has_gone(home: Path, course: Path) -> None:
    with OllamaTestServer(quick()) as server:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        answer(home, "sources", "add", str(course), "--title", "Course")
        answer(home, "build", "--embedder", "ollama")
        quote = ("--document", "Course/sorting.html", "--quote", "selection sort")
        answer(home, "golden", "add", "how do pupils sort cards", *quote)
        run(home, "golden", "run")
    _is_no_run_like_others(home)
    question = "how do pupils sort cards"
    found = answer(home, "search", question)
    assert found["hits"][0]["path"] == "sorting.html"
    assert found["hits"][0]["keyword_rank"] == 1
    assert [notice for notice in found["notices"] if "words alone" in notice and "Course" in notice] == found["notices"]
    assert len(found["notices"]) == 1
    printed, said = run(home, "search", question)
    assert "words alone" in said
    assert "words alone" not in printed
    asked = answer(home, "ask", question, "--strict")
    assert asked["notices"] == found["notices"]
    assert asked["citations"][0]["path"] == "sorting.html"
    assert asked["passages"][0]["distance"] is None
    states = [source["state"] for source in answer(home, "sources", "list")["sources"]]
    assert states == ["ready"]
    with OllamaTestServer(quick(digest="b" * 64)) as server:
        SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address))
        changed = answer(home, "search", question)
        assert "another one now" in changed["notices"][0]
        assert answer(home, "sources", "list")["sources"][0]["state"] == "ready"
