"""Unpacks a backup beside the library, and lets it take the library's place at one moment.

While it is unpacked it lies in `<library>.restoring`, and when it is whole in `<library>.restored`. What was there
before is moved aside whole. Ended anywhere, there is the old library, or the new one, or none of that name and a whole
`.restored`, which the next start takes.
"""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.storing.backup.checking import Count, check_backup, opened, pieces, refused
from gangdan_gui.storing.backup.contents import CHROMA, DATABASE
from gangdan_gui.storing.backup.inventory import Inventory, KeptFile
from gangdan_gui.storing.schema import SCHEMA_NUMBER
from gangdan_gui.storing.schema_number import schema_number
from gangdan_gui.whole_file import patiently, private

# Made anew by the next build, should a power cut take them.
_NOT_AWAITED = ("markdown/", "files/", f"{CHROMA}/")


def unpack_backup(file: Path, home: Path, count: Count) -> tuple[Inventory, str]:
    """Check a backup whole, then unpack it beside the library, where `put_in_place` takes it from.

    What it holds, and the file's SHA-256. Raises LocationMissing, BackupRefused, CannotWrite.
    """
    inventory, digest = check_backup(file, lambda done, total: count(done, 2 * total))
    draft, whole = _draft(home), _whole(home)
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        discard(home)
        if shutil.disk_usage(draft.parent).free < inventory.size:
            raise CannotWrite(path=str(draft.parent), why=f"{inventory.size} bytes are needed")
        draft.mkdir(mode=0o700)
        _unpack(file, draft, count)
        if schema_number(draft / DATABASE) > SCHEMA_NUMBER:
            raise refused(file, "backup-newer", inventory.version)
        patiently(lambda: draft.rename(whole))
    except OSError as error:
        raise CannotWrite(path=str(draft), why=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return inventory, digest


def put_in_place(home: Path) -> Path | None:
    """Let what was unpacked be the library; where the one before lies now, None where there was none.

    Nobody may have the library open. Raises CannotWrite, and then the one before is where it was.
    """
    aside: Path | None = None
    try:
        if home.is_dir() and not any(home.iterdir()):
            home.rmdir()
        elif home.exists():
            aside = _place_aside(home)
            patiently(lambda: home.rename(aside))
        try:
            patiently(lambda: _whole(home).rename(home))
        except OSError:
            if aside is not None:
                aside.rename(home)
            raise
    except OSError as error:
        raise CannotWrite(path=str(home), why=error.strerror or str(error)) from error
    return aside


def finish(home: Path) -> None:
    """Let an unpacked backup be the library where the program was ended after the one before was moved aside."""
    if not home.exists() and _whole(home).is_dir():
        put_in_place(home)


def discard(home: Path) -> None:
    """Remove what was unpacked and is not wanted, or is only half there."""
    for folder in (_draft(home), _whole(home)):
        shutil.rmtree(folder, ignore_errors=True)


def _unpack(file: Path, draft: Path, count: Count) -> None:
    with opened(file) as (archive, inventory):
        begun = done = inventory.size + file.stat().st_size
        for kept in inventory.files:
            if not inventory.steady and kept.path.startswith(f"{CHROMA}/"):
                continue
            (draft / kept.path).parent.mkdir(parents=True, exist_ok=True)
            with open(draft / kept.path, "xb", opener=private) as stream:  # Path has no opener
                for piece in pieces(file, archive, kept):
                    stream.write(piece)
                    done += len(piece)
                    count(done, 2 * begun)
                if not kept.path.startswith(_NOT_AWAITED):
                    stream.flush()
                    os.fsync(stream.fileno())
            _set_time(draft / kept.path, kept)


def _place_aside(home: Path) -> Path:
    name = f"{home.name}-before-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    places = (home.with_name(f"{name}{ending}") for ending in ("", *(f"-{number}" for number in range(2, 99))))
    return next(place for place in places if not place.exists())


def _set_time(path: Path, kept: KeptFile) -> None:
    try:
        os.utime(path, (kept.modified, kept.modified))
    except (OSError, OverflowError, ValueError):  # a time that this disk can't hold tells nothing
        return


def _draft(home: Path) -> Path:
    return home.with_name(f"{home.name}.restoring")


def _whole(home: Path) -> Path:
    return home.with_name(f"{home.name}.restored")
