"""Test questions on the command line: made, taken in, asked, compared."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from gangdan_gui.services.settings import Settings, SettingsFile
from tests.ollama_server.models import talking
from tests.ollama_server.server import OllamaTestServer
from tests.program import Ran

pytestmark = pytest.mark.usefixtures("one_model")

Run = Callable[..., Ran]
LESSON = (
    "# Water cycle\n\nThe water cycle lets rain fall on hills, run into rivers, reach the sea and rise as vapour.\n\n"
    "# Clouds\n\nA cloud is a mass of small drops of water that hang in the air until they are too heavy.\n"
)
_QUOTE = "rain fall on hills"


@pytest.fixture(autouse=True)
def course(run: Run, tmp_path: Path) -> None:
    """A folder that is built as the source `Course`."""
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "water.md").write_text(LESSON, "utf-8")
    run("sources", "add", str(folder), "--title", "Course")
    assert run("build", "Course", "--embedder", "builtin").returncode == 0


def said(done: Ran, code: int = 0) -> dict[str, Any]:
    assert done.returncode == code, done.stderr.decode()
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_a_question_is_made_asked_compared_and_removed(run: Run, home: Path, tmp_path: Path) -> None:
    assert b"golden add" in run("golden", "list").stdout
    assert b"golden run" in run("golden", "runs").stdout
    made = said(
        run("golden", "add", "What falls on hills?", "--document", "Course/water.md", "--quote", _QUOTE, "--json")
    )
    kept = made["question"]
    assert (kept["family"], kept["expected"][0]["start"]) == ("exact-term", LESSON.index(_QUOTE))
    assert said(run("golden", "list", "--json"))["questions"] == [kept]
    assert "What falls on hills?" in run("golden", "list").stdout.decode()

    first = said(run("golden", "run", "--json"))["run"]
    assert first["questions"][0] | {"supported": ""} == {
        "id": kept["id"], "question": "What falls on hills?", "rank": 1, "supported": "", "cause": "", "reason": "",
        "remedy": "",
    }  # fmt: skip
    assert first["figures"]["all"]["recall@1"] == 1.0
    assert first["warnings"]
    second = run("golden", "run", "--mode", "keyword", "-k", "1")
    assert second.returncode == 0
    assert "1 of 1 questions" in second.stdout.decode()
    beside = said(run("golden", "compare", "--json"))
    assert beside["questions"] == [{"id": kept["id"], "question": "What falls on hills?", "ranks": [1, 1], "cause": ""}]
    assert [beside[name]["setting"] for name in ("first", "second")] == ["hybrid, 10", "keyword, 1"]
    assert len(said(run("golden", "runs", "--json"))["runs"]) == 2
    assert run("golden", "compare", "9").returncode == 2
    _tells_what_a_run_had_less(run, home / "golden" / "runs.jsonl")

    out = tmp_path / "out.jsonl"
    assert said(run("golden", "export", "-o", str(out), "--json"))["questions"] == 1
    assert said(run("golden", "remove", kept["id"], "--json")) == {"removed": kept["id"]}
    assert run("golden", "run").returncode == 2
    assert said(run("golden", "import", str(out), "--json")) == {"questions": 1, "lost": 0}
    assert said(run("golden", "list", "--json"))["questions"] == [kept]
    out.write_text(out.read_text("utf-8").replace(_QUOTE, "snow lies on them"), "utf-8")
    assert b"Of 1 what is expected stands nowhere" in run("golden", "import", str(out)).stdout


def _tells_what_a_run_had_less(run: Run, runs: Path) -> None:
    """As if the embedder had been away when the last of two runs was made."""
    first, last = runs.read_bytes().splitlines()
    setting = json.loads(first)["setting"]
    less = json.loads(last) | {"setting": setting, "lacking": [["words-only", "Course"]]}
    runs.write_bytes(b"\n".join([first, json.dumps(less).encode(), b""]))
    newest, oldest = said(run("golden", "runs", "--json"))["runs"]
    assert (newest["lacking"], oldest["lacking"]) == (
        ["searched by words alone, because the embedder can't be reached: Course"],
        [],
    )
    listed, here = run("golden", "runs").stdout.decode(), datetime.fromisoformat(newest["at"]).astimezone()
    assert "searched by words alone" in listed
    assert f"  {here:%Y-%m-%d %H:%M}  " in listed, "the time as the clock here shows it"
    assert said(run("golden", "compare", "--json"))["comparable"] is False
    assert b"nothing is said to be better or worse" in run("golden", "compare").stdout
    assert said(run("golden", "run", "--json"))["run"]["comparable"] is False, "the run before had less"


@pytest.mark.slow
def test_proposals_are_shown_and_kept_on_request(run: Run) -> None:
    shown = said(run("golden", "propose", "--json"))
    assert {one["question"] for one in shown["questions"]} == {
        "What is Water cycle?",
        "What are Clouds?",
        "What is a cloud?",
    }
    assert said(run("golden", "list", "--json"))["questions"] == []
    assert said(run("golden", "propose", "-n", "1", "--add", "--json"))["added"]
    assert len(said(run("golden", "list", "--json"))["questions"]) == 1


@pytest.mark.slow
def test_a_failure_says_why_and_exits_with_1(run: Run) -> None:
    run("golden", "add", "What hangs in the air?", "--document", "Course/water.md", "--quote", "mass of small drops")
    assert said(run("golden", "add", "How long do clouds live?", "--json"))["question"]["family"] == "unanswerable"
    text = "# Water\n\nNothing of what was said before is said here any more, but enough to be found at all.\n"
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()))):
        assert run("documents", "edit", "Course", "water.md", "--text", "-", "--build").returncode == 0
    done = said(run("golden", "run", "--json"), 1)["run"]["questions"]
    assert done[0]["cause"] == "not-in-sources"
    assert done[0]["remedy"]


def test_what_makes_no_question_is_refused(run: Run) -> None:
    for words in (
        ("--document", "Course/water.md"),
        ("--quote", "rain"),
        ("--document", "Course/water.md", "--quote", "no such words"),
        ("--document", "Course/no.md", "--quote", "rain"),
        ("--family", "paraphrase"),
        ("--document", "Course/water.md", "--quote", "rain", "--family", "unanswerable"),
    ):
        assert run("golden", "add", "what?", *words).returncode == 2, words
    assert said(run("golden", "list", "--json"))["questions"] == []


@pytest.mark.slow
def test_other_settings_are_tried_in_a_library_of_their_own(run: Run, home: Path) -> None:
    run("golden", "add", "What falls on hills?", "--document", "Course/water.md", "--quote", _QUOTE)
    tried = said(
        run("golden", "try", "--embedder", "builtin", "--size", "120", "--overlap", "20", "--min", "10", "--json")
    )
    assert "120/20/10" in tried["second"]["bound"]
    assert "120/20/10" not in tried["first"]["bound"]
    assert [one["ranks"][1] for one in tried["questions"]] == [1]
    assert said(run("golden", "runs", "--json"))["runs"] == [], "what is only tried is no run of this library"
    assert not (home / ".trial").exists()


def test_another_search_is_tried_without_building(run: Run) -> None:
    run("golden", "add", "What falls on hills?", "--document", "Course/water.md", "--quote", _QUOTE)
    tried = said(run("golden", "try", "--fusion", "rrf", "--keyword-weight", "0", "--json"))
    assert tried["first"]["bound"] == tried["second"]["bound"]
    assert (tried["first"]["setting"], tried["second"]["setting"]) == ("hybrid, 10, weighted 55", "hybrid, 10, rrf 0")
    assert "No question is answered otherwise." in run("golden", "try", "--fusion", "rrf").stdout.decode()
    assert run("golden", "try", "--keyword-weight", "101").returncode == 2
    _both_ways_can_be_said(run)


def _both_ways_can_be_said(run: Run) -> None:
    shown = run("golden", "try", "--fusion", "rrf", "--against", "-k", "3", "--mode", "keyword", "--json")
    beside = said(shown)
    assert b"nothing has to be built" in shown.stderr
    assert [beside[name]["setting"] for name in ("first", "second")] == [
        "keyword, 3, weighted 55",
        "hybrid, 10, rrf 55",
    ]
    built = ("golden", "try", "--embedder", "builtin", "--size", "160", "--dry-run")
    forecast = said(run(*built, "--json"))["forecast"]
    assert forecast["questions"] == 1
    assert forecast["passages"] > 1
    twice = said(run(*built, "--against", "--embedder", "builtin", "--size", "240", "--json"))["forecast"]
    assert twice["passages"] > forecast["passages"]
    assert b"passages are embedded for it, which takes less than a minute" in run(*built).stdout
    assert run("golden", "try", "--against", "--size", "nothing").returncode == 2
    assert run("golden", "try", "--against", "--dry-run").returncode == 2, "it is said of no way"


@pytest.mark.slow
def test_a_chat_model_answers_and_its_hits_are_counted(run: Run, home: Path, ollama_server: OllamaTestServer) -> None:
    SettingsFile(home / "settings.toml").save(Settings(ollama_address=ollama_server.address))
    ollama_server.serve(talking("So it is [1]."))
    run("golden", "add", "What falls on hills?", "--document", "Course/water.md", "--quote", _QUOTE)
    assert run("golden", "run", "--answers").returncode == 2, "nobody knows by which model"
    done = run("golden", "run", "--answers", "--model", "talker", "--json")
    assert b"nobody can say how long" in done.stderr
    found = said(done)["run"]
    assert found["answers"] == {"model": "talker", "asked": 1, "given": 1, "hits": 1, "hit_rate": 1.0}
    assert found["questions"][0]["answer"] | {"seconds": 0} == {
        "given": True, "cited": True, "alone": None, "fault": "", "reason": "", "remedy": "", "seconds": 0,
    }  # fmt: skip

    ollama_server.serve(talking("Nobody knows."))
    shown = run("golden", "run", "--model", "talker")
    assert shown.returncode == 1
    assert b"Not even the passage alone is cited" in shown.stdout
    assert b"0 of 1 answers of talker cite" in shown.stdout
    assert b"all about 1 min" in shown.stderr

    missing = run("golden", "run", "--model", "nobody", "--json")
    told = said(missing, 1)
    assert "nobody" in told["failure"]
    assert told["run"]["questions"][0]["rank"] == 1, "what was found is told all the same"
    assert told["run"]["answers"]["asked"] == 0
