"""The call of pandoc, the program that reads reStructuredText. It reads its input and our filter, and no other file."""

from __future__ import annotations

import functools
import importlib.util
import subprocess
import sys
from pathlib import Path

from gangdan_gui.bundled import resource
from gangdan_gui.domain.errors import UnreadableFile

# Far more than the largest file takes; a file that runs into it is reported and the build goes on.
_SECONDS = 120
# Without it a console window flashes up on Windows for each file.
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_TO = "gfm-raw_html-autolink_bare_uris+tex_math_dollars"


def rst_to_markdown(text: str) -> str:
    """Convert reStructuredText. Raises UnreadableFile (`conversion-failed`, `too-slow`)."""
    command = [
        _program(),
        "--sandbox",
        "--from=rst",
        f"--to={_TO}",
        "--wrap=none",
        "--markdown-headings=atx",
        "--quiet",
        f"--lua-filter={resource('pandoc', 'rst.lua')}",
    ]
    data = text.encode("utf-8", "replace")
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=_SECONDS, creationflags=_NO_WINDOW, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise UnreadableFile(code="too-slow", detail="") from error
    except OSError as error:
        raise UnreadableFile(code="conversion-failed", detail=f"pandoc: {error.strerror or error}") from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UnreadableFile(code="conversion-failed", detail=lines[0] if lines else f"pandoc: {done.returncode}")
    return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


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
