"""A text that a command is given, in a file or on standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gangdan_gui.converting.decoding import decode
from gangdan_gui.domain.errors import LocationMissing, UnreadableFile

STDIN = "-"


def given_text(file: str) -> str:
    """The text of a file that a command names, or that of standard input for `-`.

    Empty where nothing is in it. Raises LocationMissing, UnreadableFile.
    """
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except FileNotFoundError as error:
        raise LocationMissing(location=file) from error
    except OSError as error:
        raise UnreadableFile(code="not-readable", detail=error.strerror or str(error), file=file) from error
    try:
        with naming(file):
            return decode(data).text
    except UnreadableFile as error:
        if error.reason.code in ("empty", "blank"):
            return ""
        raise


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Let an error about this file say which file it is about."""
    try:
        yield
    except UnreadableFile as error:
        raise UnreadableFile(**{**error.facts, "file": file}) from error
