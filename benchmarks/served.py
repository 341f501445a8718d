"""The test server in a process of its own, so that it takes no time of what is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EMBEDDING, CHAT = "nomic-embed-text", "talker"


@contextmanager
def served(days: Sequence[str] = ()) -> Iterator[str]:
    """The address of a server with an embedding model that costs nothing and a chat model, on the given days."""
    command = [sys.executable, "-m", "tests.ollama_server", "--port", "0", "--quick", EMBEDDING, "--talking", CHAT]
    command += [word for day in (*days, "hashed") for word in ("--day", day)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[0]
        finally:
            process.terminate()
