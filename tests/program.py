"""Runs the program's commands in this process, where a process of their own is not what is tested."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from gangdan_gui.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended and what it printed; named as `subprocess.CompletedProcess` names it."""

    returncode: int
    stdout: bytes
    stderr: bytes


def run_here(*words: str, environment: Mapping[str, str] | None = None) -> Ran:
    """Run one command as the command line would, with streams that are not UTF-8 until the program makes them so."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    with patch.dict(os.environ, environment or {}), redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    printed = [stream.detach() for stream in (out, err)]
    return Ran(code, *(bytes(stream.getvalue()) for stream in printed))  # type: ignore[attr-defined]
