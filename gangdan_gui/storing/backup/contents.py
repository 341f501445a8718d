"""Which files of a library's folder go into a backup."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import DOCUMENTATION, Source, SourceKind
from gangdan_gui.storing.manifest import FILE_NAME

DATABASE = FILE_NAME
SETTINGS = "settings.toml"
SOURCES = "sources.yaml"
CHROMA = "chroma"
_DOWNLOADS, _LIST = "files", "sources"
_ENDINGS = (".gdbackup", ".part")
# The lock of one process, what is made anew at each start, and what is copied in another way.
_NOT_THESE = {"lock", "lock.holder", "logs", DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", SETTINGS, SOURCES}
_BROUGHT = DOCUMENTATION - {SourceKind.PACK}


def downloads(sources: Collection[Source]) -> frozenset[str]:
    """The names in `files/` of what can be brought or unpacked again."""
    names = [name for one in sources if one.kind in _BROUGHT for name in (one.id, f"{one.id}.archives")]
    return frozenset((*names, *(f"{name}.json" for name in names)))


@dataclass(frozen=True, slots=True)
class Found:
    """Paths relative to the folder, with `/`: of files, and of what is there and can't be read now."""

    files: list[str]
    unread: list[str]


def files_of(home: Path, *, whole: bool, brought: Collection[str]) -> Found:
    """What goes in, in order; the files of Chroma last, because others may write there.

    Records, settings and the list of sources are not among them: these are not copied as they lie there.
    """
    files, unread = _walk(home)
    belongs = partial(_belongs, whole=whole, brought=brought)
    order = sorted(filter(belongs, files), key=lambda path: (path.startswith(f"{CHROMA}/"), path))
    return Found(order, sorted(filter(belongs, unread)))


def holds_addresses(path: str) -> bool:
    """Whether there are addresses of sources in it: copies of their list, and what is noted of downloads."""
    top, _, rest = path.partition("/")
    return (not rest and top.startswith(_LIST)) or (top == _DOWNLOADS and "/" not in rest and rest.endswith(".json"))


def _belongs(path: str, *, whole: bool, brought: Collection[str]) -> bool:
    top, _, rest = path.partition("/")
    if top in _NOT_THESE or top.startswith(".") or path.endswith(_ENDINGS):
        return False
    if top.startswith(CHROMA):  # what was damaged is kept beside it for a while
        return whole and top == CHROMA
    if not rest and top.startswith(("library-", "settings")):  # copies of what is in already, secrets and all
        return False
    return whole or top != _DOWNLOADS or rest.partition("/")[0] not in brought


def _walk(home: Path) -> tuple[list[str], list[str]]:
    """Ordinary files, and what can't be read; a folder that is a link is followed, but none twice."""
    found: list[str] = []
    unread: list[str] = []

    def name_of(path: Path) -> str:
        return path.relative_to(home).as_posix()

    def failed(error: OSError) -> None:
        unread.append(name_of(Path(error.filename)))

    seen: set[str] = set()
    for folder, folders, files in os.walk(home, onerror=failed, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        for name in files:
            file = Path(folder, name)
            if file.is_file():
                found.append(name_of(file))
            elif file.is_symlink() and not file.exists():  # as to a stick that is not in
                unread.append(name_of(file))
    return found, unread
