"""The documents that a new library starts with: the product explained, so that the first question has an answer."""

from __future__ import annotations

import shutil
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite


def place_first_source(shipped: Path, home: Path) -> Path:
    """Copy the shipped documents into the library and return their folder; a copy that is there stays as it is.

    They are copied because the program's own folder may be moved or replaced. Raises CannotWrite.
    """
    folder = home / "files" / "getting-started"
    if folder.exists():
        return folder
    draft = folder.with_suffix(".part")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(shipped, draft)
        draft.rename(folder)
    except OSError as error:
        raise CannotWrite(path=str(folder), why=error.strerror or str(error)) from error
    return folder
