"""What tells one library from all others where several keep their vectors on one server."""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
from pathlib import Path

from gangdan_gui.whole_file import write_whole

FILE_NAME = "library.id"
_DIGITS = 16


def library_id(home: Path) -> str:
    """The id of a library as it lies here; a copy of it elsewhere has another one. Blocking. Raises CannotWrite.

    A copied or moved library begins anew on the server, which costs it no embedding: two that shared their
    collections would take from each other what the other one answers with.
    """
    facts = "\x00".join((_kept(home / FILE_NAME), platform.node(), os.path.realpath(home)))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _kept(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip() or _begun(file)
    except OSError:
        return _begun(file)


def _begun(file: Path) -> str:
    made = secrets.token_hex(_DIGITS)
    write_whole(file, f"{made}\n".encode())
    return made
