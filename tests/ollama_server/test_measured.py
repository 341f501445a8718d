"""The days to measure against do what their names say."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.ollama_server.measured import DIMENSION, Hashed, paced, working
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer

ROOT = Path(__file__).resolve().parents[2]


def _rows(address: str, *texts: str) -> list[list[float]]:
    asked = {"model": "m", "input": list(texts)}
    rows: list[list[float]] = httpx.post(f"{address}/api/embed", json=asked, trust_env=False).json()["embeddings"]
    return rows


def test_hashed_vectors_are_unit_vectors_of_their_texts() -> None:
    with OllamaTestServer(quick("m", DIMENSION), days=[working(0), Hashed()]) as server:
        one, two, again, lone = _rows(server.address, "one", "two", "one", "潮汐")
        refused = httpx.post(f"{server.address}/api/embed", content=b"[", trust_env=False)
    assert one == again
    assert len({tuple(row) for row in (one, two, lone)}) == 3
    assert all(len(row) == DIMENSION and math.isclose(math.hypot(*row), 1, abs_tol=1e-5) for row in (one, two, lone))
    assert refused.status_code == 400


def test_a_paced_answer_comes_whole_and_in_order() -> None:
    text = "Tides rise  twice.\n\n```python\nhours = [0.5, 12.9]\n潮汐每天涨落两次"
    with OllamaTestServer(talking(name="m"), days=[paced(text, 10_000, 0.01)]) as server:
        asked = {"model": "m", "messages": []}
        reply = httpx.post(f"{server.address}/api/chat", json=asked, trust_env=False)
    *pieces, last = [json.loads(line) for line in reply.text.splitlines()]
    assert "".join(piece["message"]["content"] for piece in pieces) == text
    assert (last["done"], last["eval_count"]) == (True, len(pieces))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to send")
def test_they_can_be_named_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "answer.md").write_text("Twice a day.", "utf-8")
    days = ["slow=0", "working=0", "hashed", f"paced=10000:0:{tmp_path / 'answer.md'}"]
    command = [sys.executable, "-m", "tests.ollama_server", "--port", "0", "--quick", "m", "--talking", "talker"]
    command += [word for day in days for word in ("--day", day)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ.copy()) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[0]
            assert len(_rows(address, "one")[0]) == DIMENSION
            asked = {"model": "talker", "messages": []}
            reply = httpx.post(f"{address}/api/chat", json=asked, trust_env=False, timeout=30)
            assert "".join(json.loads(line)["message"]["content"] for line in reply.text.splitlines()) == "Twice a day."
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
