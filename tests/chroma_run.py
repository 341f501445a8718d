"""A real Chroma server on the loopback, as a department would run one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

_RUN = "import sys; from chromadb.cli.cli import app; sys.exit(app())"


@dataclass(slots=True)
class ChromaRun:
    """A server that can be stopped, and started again at the same port with another folder."""

    port: int
    folder: Path
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is asked."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, folder: Path | None = None) -> None:
        """Run it until it listens."""
        command = [sys.executable, "-c", _RUN, "run", "--path", str(folder or self.folder), "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            errors="replace", env={**os.environ, "PYTHONUTF8": "1"},
        )  # fmt: skip
        listening = threading.Event()
        # What nobody reads would hold it up once the pipe is full.
        threading.Thread(target=_listen, args=(self.process, listening), daemon=True).start()
        listening.wait()
        assert self.process.poll() is None, "the server ended at once"

    def stop(self) -> None:
        """End it."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()


def _listen(process: subprocess.Popen[str], listening: threading.Event) -> None:
    """Read all that a server says, and tell when it listens, or has ended."""
    assert process.stdout is not None
    with process.stdout as said:
        for line in said:
            if "listening on" in line:
                listening.set()
    listening.set()


@contextmanager
def chroma_running(folder: Path) -> Iterator[ChromaRun]:
    """A server on a free port with its data in that folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = ChromaRun(port, folder)
    run.start()
    try:
        yield run
    finally:
        run.stop()


@pytest.fixture(scope="session")
def chroma_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaRun]:
    """One server for all tests that let it run; each takes a library of its own."""
    with chroma_running(tmp_path_factory.mktemp("server")) as run:
        yield run
