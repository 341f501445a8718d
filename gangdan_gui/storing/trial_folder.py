"""The place of a library that is only tried: gone when the trial ends, or at the next start if the program died."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite

# A name that begins so is in no backup.
_NAME = ".trial"


@asynccontextmanager
async def trial_folder(home: Path | None) -> AsyncIterator[Path]:
    """An empty folder in that of a library, or without one where the system keeps such. Raises CannotWrite."""
    folder = _made(home)  # in no thread: one that is made while this is cancelled would stay
    try:
        yield folder
    finally:
        await asyncio.to_thread(_remove, folder)


def discard_trials(home: Path) -> None:
    """Remove what a trial has left that was ended from outside. Blocking; only for the one writer of the library."""
    shutil.rmtree(home / _NAME, ignore_errors=True)


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if folder.parent.name == _NAME:
        with suppress(OSError):  # another trial is there
            folder.parent.rmdir()


def _made(home: Path | None) -> Path:
    try:
        if home is None:
            return Path(tempfile.mkdtemp(prefix="gangdan-trial-"))
        (home / _NAME).mkdir(exist_ok=True)
        return Path(tempfile.mkdtemp(dir=home / _NAME))
    except OSError as error:
        raise CannotWrite(path=str(home or tempfile.gettempdir()), why=error.strerror or str(error)) from error
