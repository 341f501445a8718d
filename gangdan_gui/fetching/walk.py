"""Walks a folder: visible files only, links only within it, and everything that could not be read is told."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason

# Not hidden by a dot, but nobody's documents: what tools, editors and systems leave in folders.
_HIDDEN = frozenset({"__pycache__", "node_modules", "__macosx", "desktop.ini", "thumbs.db", "ehthumbs.db",
                     "$recycle.bin", "system volume information"})  # fmt: skip
# A folder with this file is a library of ours: its Markdown would be read as documents, and made into more of it.
_LIBRARY = "library.sqlite3"
_HIDDEN_STARTS = (".", "~$")
_CANT_RESOLVE = 1921
_JUNCTION = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)

Found = tuple[str, Path, os.stat_result]


class Walk:
    """One pass over a file or folder. `problems` and `unreadable` (as in `Listing`) are whole when `files` has ended.

    `prefix` comes before every path; for a single file it is the path.
    """

    def __init__(self, root: Path, *, prefix: str = "") -> None:
        self._root = root
        self._real = Path(os.path.realpath(root))
        self._prefix = prefix
        self.problems: list[Problem] = []
        self.unreadable: list[str] = []

    def files(self) -> Iterator[Found]:
        """Path inside the source, where it is, and its status."""
        if self._root.is_file():
            try:
                yield self._prefix, self._root, self._root.stat()
            except OSError as error:
                self._unreadable(self._prefix, error)
            return
        waiting = [(self._prefix, self._root)]
        while waiting:
            path, folder = waiting.pop()
            for entry in self._entries(path, folder):
                inside = f"{path}/{readable_name(entry.name)}" if path else readable_name(entry.name)
                try:
                    status = self._status(inside, entry)
                except OSError as error:
                    self._unreadable(inside, error)
                    continue
                if status is None:
                    continue
                if stat.S_ISDIR(status.st_mode):
                    waiting.append((inside, Path(entry.path)))
                elif stat.S_ISREG(status.st_mode):
                    yield inside, Path(entry.path), status

    def _entries(self, path: str, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._unreadable(path, error)
            return []
        if any(entry.name == _LIBRARY for entry in found):
            return []
        return [entry for entry in found if not _is_hidden(entry)]

    def _status(self, path: str, entry: os.DirEntry[str]) -> os.stat_result | None:
        """What an entry is, through a link to a file inside; None for a link that is not followed."""
        status = entry.stat(follow_symlinks=False)
        if not stat.S_ISLNK(status.st_mode) and getattr(status, "st_reparse_tag", 0) != _JUNCTION:
            return status
        target = Path(os.path.realpath(entry.path))
        code = self._objection(entry, target)
        if code:
            self.problems.append(Problem(path, Stage.FETCH, Reason(code, readable_name(str(target)))))
            return None
        followed = entry.stat()
        # A folder inside is walked under its own name.
        return None if stat.S_ISDIR(followed.st_mode) else followed

    def _objection(self, entry: os.DirEntry[str], target: Path) -> str:
        """Why a link is not followed, and the user should know; empty when there is no reason."""
        if not target.is_relative_to(self._real):
            return "link-outside"
        try:
            followed = entry.stat()
        except FileNotFoundError:
            return "link-broken"
        except OSError as error:
            if error.errno == errno.ELOOP or getattr(error, "winerror", 0) == _CANT_RESOLVE:
                return "link-loop"
            raise
        parent = Path(os.path.realpath(Path(entry.path).parent))
        return "link-loop" if stat.S_ISDIR(followed.st_mode) and parent.is_relative_to(target) else ""

    def _unreadable(self, path: str, error: OSError) -> None:
        if isinstance(error, FileNotFoundError) and path != self._prefix:
            return  # deleted since its folder was listed
        self.problems.append(Problem(path, Stage.FETCH, Reason("not-readable", error.strerror or str(error))))
        self.unreadable.append(path)


def readable_name(name: str) -> str:
    r"""A name as valid Unicode: bytes that are no UTF-8 are written as `\xff`, other halves of pairs as `\ud83d`."""
    try:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # no name that a file can have, but a title may
        return name.encode("utf-8", "backslashreplace").decode("utf-8")


def is_hidden_name(name: str) -> bool:
    """Whether a file or folder is out of sight by its name alone."""
    return name.startswith(_HIDDEN_STARTS) or name.lower() in _HIDDEN


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    if is_hidden_name(entry.name):
        return True
    try:
        attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    except OSError:
        return False
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 0))
