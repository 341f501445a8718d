"""A chat model asked on the command line, against the test server of Ollama."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.course import write_course
from tests.ollama_server import days
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer
from tests.program import run_here

QUESTION = "Which shapes of arrays can be added?"


@dataclass
class Run:
    """How a command ended."""

    code: int
    said: dict[str, Any]
    noted: str


def run(home: Path, address: str, *words: str) -> Run:
    done = run_here(*words, "--json", "--home", str(home), environment={"OLLAMA_HOST": address})
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return Run(done.returncode, json.loads(done.stdout), done.stderr.decode())


def watch(home: Path, address: str, *words: str) -> str:
    """What a person sees in a terminal."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        running = subprocess.Popen(
            [sys.executable, "-m", "gangdan_gui", *words, "--home", str(home)],
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OLLAMA_HOST": address},
        )
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # how Linux says that the other end was closed
            while piece := screen.read(4096):
                seen += piece
        assert running.wait(100) == 0
    return seen.decode()


@pytest.mark.slow
def test_answers_whole_partial_and_impossible(home: Path, tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")
    with OllamaTestServer(talking("Equal ones 【1】.", name="qwen3:0.6b"), quick("embeds")) as server:
        run(home, server.address, "sources", "add", str(course))
        assert run(home, server.address, "build").code == 0

        whole = run(home, server.address, "ask", QUESTION, "--model", "qwen3:0.6b")
        assert (whole.code, whole.said["complete"], whole.said["model"]) == (0, True, "qwen3:0.6b")
        assert whole.said["answer"] == "Equal ones [1]."
        assert [(cited["number"], cited["path"]) for cited in whole.said["citations"]] == [(1, "broadcasting.rst")]
        assert whole.said["passages"][0]["path"] == "broadcasting.rst"

        plain = run(home, server.address, "ask", QUESTION)
        assert (plain.code, plain.said["model"]) == (0, "")
        assert set(plain.said) == set(whole.said)

        watched = watch(home, server.address, "ask", QUESTION, "--model", "qwen3:0.6b").splitlines()
        assert watched[:2] == ["(qwen3:0.6b reads the passages)", "Equal ones 【1】."]
        assert watched[-1].startswith("[1] course › Broadcasting")

        server.days.append(days.once(days.chats(days.said("Equal"))))
        partial = run(home, server.address, "ask", QUESTION, "--model", "qwen3:0.6b")
        assert (partial.code, partial.said["answer"], partial.said["complete"]) == (1, "Equal", False)
        assert "The answer is not complete: the connection to Ollama broke." in partial.noted

        missing = run(home, server.address, "ask", QUESTION, "--model", "no")
        assert (missing.code, missing.said["error"]["id"]) == (2, "ollama-model-missing")
        assert "ollama pull no" in missing.said["error"]["advice"]
        mute = run(home, server.address, "ask", QUESTION, "--model", "embeds")
        assert (mute.code, mute.said["error"]["id"]) == (2, "ollama-refused")
    away = run(home, server.address, "ask", QUESTION, "--model", "qwen3:0.6b")
    assert (away.code, away.said["error"]["id"]) == (2, "ollama-unreachable")
    assert server.address in away.said["error"]["message"]
