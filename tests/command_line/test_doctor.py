"""`doctor`, `build --embedder` and `--self-test --ollama` as they are typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer
from tests.program import run_here

pytestmark = pytest.mark.usefixtures("one_model")

LESSON = "# 水的循环\n\n" + "雨落在山上，流进小溪，小溪汇成大河，大河流入海洋，海水又升到天上变成云。" * 4


def run(home: Path, *words: str, ollama: str = "127.0.0.1:9", code: int = 0) -> tuple[Any, str]:
    """A command's JSON, and what it said beside."""
    done = run_here(*words, environment={"OLLAMA_HOST": ollama, "GANGDAN_HOME": str(home)})
    assert done.returncode == code, done.stderr.decode()
    return json.loads(done.stdout), done.stderr.decode()


def run_apart(home: Path, *words: str, ollama: str = "127.0.0.1:9", code: int = 0) -> tuple[Any, str]:
    """The same in a process of its own, as a window needs."""
    environment = os.environ | {"OLLAMA_HOST": ollama, "GANGDAN_HOME": str(home), "PYTHONFAULTHANDLER": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "gangdan_gui", *words],
        capture_output=True, encoding="utf-8", env=environment, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "water.md").write_text(LESSON, "utf-8")
    return folder


def test_the_doctor_says_what_was_found_and_what_to_do(home: Path, ollama_server: OllamaTestServer) -> None:
    found, said = run(home, "doctor", "--json", ollama=ollama_server.address)
    assert said == ""
    for check in found["checks"]:
        assert list(check) == ["id", "state", "found", "advice"]
        assert check["found"]
        assert "<" not in check["found"] + check["advice"]
    states = {check["id"]: check["state"] for check in found["checks"]}
    order = ["address", "version", "models", "embedding", "chat", "store", "folders", "disk"]
    assert [name for name in states if name in order] == order
    assert states.pop("chat") == "not checked"
    assert set(states.values()) == {"ok"}


def test_a_problem_ends_with_one_and_its_absence_with_zero(home: Path) -> None:
    home.mkdir()
    found, _ = run(home, "doctor", "--json")
    assert "problem" not in {check["state"] for check in found["checks"]}
    (home / "settings.toml").write_text('chat_model = "qwen2.5:3b"\n', "utf-8")
    found, _ = run(home, "doctor", "--json", code=1)
    assert found["checks"][0]["state"] == "problem"
    assert "127.0.0.1:9" in found["checks"][0]["found"]


def test_a_build_says_which_embedder_it_chose_and_what_that_knows(
    home: Path, lessons: Path, ollama_server: OllamaTestServer
) -> None:
    added, _ = run(home, "sources", "add", str(lessons), "--json", ollama=ollama_server.address)
    source = added["source"]["id"]
    _, said = run(home, "build", source, "--json", ollama=ollama_server.address)
    assert "embedded with nomic-embed-text, because Ollama answers and has it" in said
    assert "made for English" in said
    assert "bge-m3" in said
    _, said = run(home, "build", source, "--json", ollama=ollama_server.address)
    assert "because" not in said, "nothing was chosen now"
    assert "made for English" in said
    _, said = run(home, "build", source, "--embedder", "builtin", "--json", ollama=ollama_server.address)
    assert "made for English" not in said


def test_ollama_alone_means_the_model_of_the_settings(
    home: Path, lessons: Path, ollama_server: OllamaTestServer
) -> None:
    ollama_server.serve(quick("bge-m3"))
    home.mkdir()
    (home / "settings.toml").write_text('embedding_model = "bge-m3"\n', "utf-8")
    added, _ = run(home, "sources", "add", str(lessons), "--json")
    source = added["source"]["id"]
    run(home, "build", source, "--embedder", "ollama", "--json", ollama=ollama_server.address)
    listed, _ = run(home, "sources", "list", "--json")
    assert [one["embedder"] for one in listed["sources"]] == ["ollama:bge-m3"]


@pytest.mark.parametrize("chats", [True, False])
def test_the_self_test_uses_the_models_of_a_server(
    home: Path, tmp_path: Path, ollama_server: OllamaTestServer, chats: bool
) -> None:
    if chats:
        ollama_server.serve(talking("The sea rises ", "and falls twice a day [1].", name="qwen2.5:3b"))
    file = tmp_path / "report.json"
    report, _ = run_apart(home, "--self-test", "--ollama", ollama_server.address, "--report", str(file))
    assert json.loads(file.read_text("utf-8")) == report
    assert report["ok"] is True
    assert report["embedder"] == "ollama:nomic-embed-text"
    assert report["chat_model"] == ("qwen2.5:3b" if chats else "")
    seen = {step["step"]: step["seen"] for step in report["steps"]}
    assert list(seen)[:4] == ["ollama", "build", "ask", "answer"]
    assert ("qwen2.5:3b: 40 characters" in seen["answer"]) is chats
    assert bool(ollama_server.requests("/api/chat")) is chats
    assert not home.exists()


def test_the_self_test_says_what_is_wrong_with_a_server(home: Path) -> None:
    report, _ = run_apart(home, "--self-test", "--ollama", "127.0.0.1:9", code=1)
    (step,) = report["steps"]
    assert (step["step"], step["ok"]) == ("ollama", False)
    assert "127.0.0.1:9" in step["seen"]


def test_a_server_without_an_embedding_model_fails_the_self_test(home: Path) -> None:
    with OllamaTestServer(talking("Yes")) as server:
        report, _ = run_apart(home, "--self-test", "--ollama", server.address, code=1)
    assert "ollama pull nomic-embed-text" in report["steps"][0]["seen"]


def test_what_is_no_address_is_refused(home: Path) -> None:
    done = run_here("--self-test", "--ollama", "no:address:at all")
    assert done.returncode == 2
    assert b"--ollama" in done.stderr
