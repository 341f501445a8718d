"""Writes files so that a reader sees the old content or the new one, never a part; removes and moves them patiently."""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import secrets
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite

_log = logging.getLogger(__name__)

# On Windows another program (a virus scanner, an editor) may hold a file for a moment.
_PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4)
KEPT_ASIDE = 3
# What was not written to for so long is nobody's who is still at it, in seconds.
_LEFT_BEHIND = 3600


def write_whole(file: Path, data: bytes, *, durable: bool = True, shared: bool = False) -> None:
    """Write `data` under a temporary name and put it in the place of `file`. Raises CannotWrite.

    A `durable` file is on the disk before it takes its place, so that a power cut leaves the old one or the new one.
    A `shared` file may be read by whom the system lets read new files; any other by its owner only.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.parent / f".{secrets.token_hex(8)}.part"
        try:
            with open(part, "xb", opener=None if shared else private) as stream:  # Path has no opener
                stream.write(data)
                if durable:
                    stream.flush()
                    os.fsync(stream.fileno())
            patiently(lambda: part.replace(file))
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error


def write_chosen(file: Path, data: bytes) -> None:
    """Write a file that a user named, whole or not at all. Raises CannotWrite.

    A link stays one and its file is written; a folder that is not there is a slip of the pen and is not made; what is
    no file (`/dev/stdout`, a pipe) is written into as it is.
    """
    try:
        target = file.resolve()
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle; a NUL in the name
        raise CannotWrite(path=str(file), why=getattr(error, "strerror", None) or str(error)) from error
    write_whole(target, data, shared=True)


def part_beside(file: Path) -> Path:
    """A new hidden name beside a file, for what is to take its place and takes long to write.

    What earlier tries for the same file have left, because they were killed, is removed.
    """
    name = hashlib.sha256(os.fsencode(os.path.normcase(file.name))).hexdigest()[:16]
    for left in file.parent.glob(f".gangdan-{name}-*.part*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT_BEHIND:
                remove_file(left)
    return file.parent / f".gangdan-{name}-{secrets.token_hex(8)}.part"


def private(name: str, flags: int) -> int:
    """The `opener` of a file that its owner only may read."""
    return os.open(name, flags, 0o600)


def remove_file(file: Path) -> bool:
    """Remove a file if nothing holds it; whether it is gone."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        _log.info("kept %s: %s", file, error)
        return False
    return True


def set_aside(path: Path, beside: Sequence[str] = ()) -> Path:
    """Rename a damaged file or folder to `<name>-damaged-<time>` beside it; where it is now. Raises CannotWrite.

    The newest three are kept, this one always among them: the clock may have been set back. Where nothing is, nothing
    is there afterwards. Files that belong to it, whose names have these endings after its own, go with it.
    """
    name = f"{path.stem}-damaged-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    target, again = path.with_name(name + path.suffix), 1
    while target.exists():
        again += 1
        target = path.with_name(f"{name}-{again}{path.suffix}")
    try:
        for ending in ("", *beside):
            part = _with(path, ending)
            if part.exists():
                patiently(partial(part.rename, _with(target, ending)))
    except OSError as error:
        raise CannotWrite(path=str(path), why=error.strerror or str(error)) from error
    others = sorted(found for found in path.parent.glob(f"{path.stem}-damaged-*{path.suffix}") if found != target)
    for old in others[: 1 - KEPT_ASIDE]:
        if old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
            continue
        for ending in ("", *beside):
            remove_file(_with(old, ending))
    return target


def _with(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def patiently(act: Callable[[], object]) -> None:
    """Do something with a file again, a few times, while another program holds it. Raises PermissionError at last."""
    for pause in _PAUSES:
        try:
            act()
        except PermissionError:
            time.sleep(pause)
        else:
            return
    act()
