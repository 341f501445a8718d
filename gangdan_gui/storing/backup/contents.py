"""Which files of a library's folder go into a backup."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from gangdan_gui.domain.documents import Source, SourceKind

DATABASE = "library.sqlite3"
SETTINGS = "settings.toml"
SOURCES = "sources.yaml"
CHROMA = "chroma"
_DOWNLOADS = "files"
_ENDINGS = (".gdbackup", ".part")
# The lock of one process, what is made anew at each start, and what is copied in another way.
_NOT_THESE = {"lock", "lock.holder", "logs", DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", SETTINGS, SOURCES}
_BROUGHT = frozenset({SourceKind.LOCAL, SourceKind.GITHUB, SourceKind.ADDRESSES, SourceKind.SITE})


def downloads(sources: Collection[Source]) -> frozenset[str]:
    """The names in `files/` of what can be brought or unpacked again."""
    names = [name for one in sources if one.kind in _BROUGHT for name in (one.id, f"{one.id}.archives")]
    return frozenset((*names, *(f"{name}.json" for name in names)))


def files_of(home: Path, *, whole: bool, brought: Collection[str]) -> list[str]:
    """Paths relative to the folder, with `/`, in order; those of Chroma last, because others may write there.

    Records, settings and the list of sources are not among them: these are not copied as they lie there.
    """
    found = [path for path in _walk(home) if _belongs(path, whole=whole, brought=brought)]
    return sorted(found, key=lambda path: (path.startswith(f"{CHROMA}/"), path))


def _belongs(path: str, *, whole: bool, brought: Collection[str]) -> bool:
    top, _, rest = path.partition("/")
    if top in _NOT_THESE or top.startswith(".") or path.endswith(_ENDINGS):
        return False
    if top.startswith(CHROMA):  # what was damaged is kept beside it for a while
        return whole and top == CHROMA
    if not rest and (top.startswith(("library-", f"{SETTINGS}."))):  # copies of what is in already
        return False
    return whole or top != _DOWNLOADS or rest.partition("/")[0] not in brought


def _walk(home: Path) -> Iterator[str]:
    """Ordinary files; a folder that is a link is followed, but none twice."""
    seen: set[str] = set()
    for folder, folders, files in os.walk(home, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        for name in files:
            file = Path(folder, name)
            if file.is_file():
                yield file.relative_to(home).as_posix()
