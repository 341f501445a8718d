"""The call of pandoc, a program of its own. Its sandbox is on: it reads its input and the files named in the call."""

from __future__ import annotations

import functools
import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gangdan_gui.domain.reasons import Reason

# Far more than the largest text takes.
_SECONDS = 120
# Without it a console window flashes up on Windows for each call.
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class PandocFailed(Exception):
    """There is no result. `reason` is `too-slow`, or `conversion-failed` with what pandoc said."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def run_pandoc(options: Sequence[str], content: str | bytes, seconds: float = _SECONDS) -> bytes:
    """What pandoc makes of a text, or of the bytes of a file. Blocking. Raises PandocFailed."""
    command = [_program(), "--sandbox", "--quiet", *options]
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=seconds, creationflags=_NO_WINDOW, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise PandocFailed(Reason("too-slow")) from error
    except OSError as error:
        raise PandocFailed(Reason("conversion-failed", f"pandoc: {error.strerror or error}")) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise PandocFailed(Reason("conversion-failed", lines[0] if lines else f"pandoc: {done.returncode}"))
    return done.stdout


@functools.cache
def _program() -> str:
    """The pandoc that came with us, whatever else is installed: its output is what the tests have seen.

    It is found beside its package without importing it, which would cost more than converting a file.
    """
    package = importlib.util.find_spec("pypandoc")
    for folder in (package.submodule_search_locations if package else None) or ():
        ours = Path(folder, "files", "pandoc.exe" if sys.platform == "win32" else "pandoc")
        if ours.is_file():
            return str(ours)
    return "pandoc"
