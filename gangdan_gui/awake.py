"""Keeps the computer from going to sleep by itself, in the way that its system has for that; the screen may go dark."""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
import subprocess
import sys

_log = logging.getLogger(__name__)
_CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001
_PATIENCE = 2.0


class Awake:
    """Held or not. Where the system has no way, the computer sleeps as ever. Used from one thread."""

    def __init__(self) -> None:
        self._helper: subprocess.Popen[bytes] | None = None

    def hold(self) -> None:
        """Let it not sleep until `release`, or until this program ends."""
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(_CONTINUOUS | _SYSTEM_REQUIRED)
        elif self._helper is None:
            self._helper = _started(_command())

    def release(self) -> None:
        """Let it sleep again. May be called when it is not held."""
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(_CONTINUOUS)
        helper, self._helper = self._helper, None
        if helper is not None:
            assert helper.stdin is not None
            helper.stdin.close()
            helper.terminate()
            try:
                helper.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                helper.kill()
                helper.wait()


def _command() -> list[str]:
    """A program that keeps the computer awake while it runs, and ends with this one; empty where there is none."""
    if sys.platform == "darwin":
        return ["caffeinate", "-i", "-w", str(os.getpid())]
    if shutil.which("systemd-inhibit"):
        # `cat` ends when the pipe to it closes, so with this program in whatever way it ends.
        why = "--why=Building sources tonight"
        return ["systemd-inhibit", "--what=idle:sleep", "--who=GangDan", why, "--mode=block", "cat"]
    return []


def _started(command: list[str]) -> subprocess.Popen[bytes] | None:
    if not command:
        return None
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        _log.info("the computer can't be kept awake", exc_info=True)
        return None
