"""The converted documents as files that a person can open and any file system can hold."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection
from pathlib import Path, PurePosixPath

from gangdan_gui.safe_name import safe_part
from gangdan_gui.whole_file import remove_file, write_whole

_log = logging.getLogger(__name__)

_DIGITS = 16
_PARENTS = 96


class MarkdownFolder:
    """Markdown under `<root>/<source>/…`. A file's name ends in a hash of its document's path and text.

    So a new text never overwrites the one that answers: write it, put its name into the manifest with the new chunks,
    and sweep later. Paths that differ only in case or in Unicode form never meet either.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, source: str) -> Path:
        """Where a source's Markdown lies; it may not be there yet."""
        return self.root / f"{safe_part(source)}~{_digest(source)[:8]}"

    def write(self, source: str, path: str, text: str) -> str:
        """Keep a document's text and return its name for the manifest. Raises CannotWrite."""
        name = markdown_name(path, text)
        file = self.folder(source) / name
        data = _bytes(text)
        if not _holds(file, data):
            # Not awaited by a disk: what a power cut takes is noticed by `read`, and converted again.
            write_whole(file, data, durable=False)
        return name

    def read(self, source: str, path: str, name: str) -> str | None:
        """The text that was written; None where the file is missing or was changed since, so its offsets are void."""
        try:
            text = (self.folder(source) / name).read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeDecodeError):
            return None
        return text if markdown_name(path, text) == name else None

    def sweep(self, source: str, keep: Collection[str]) -> None:
        """Remove what is not among the names to `keep`, and folders left empty; a file in use stays for the next time.

        Not while the source is being built: names that are written but not yet in the manifest would go.
        """
        folder = self.folder(source)
        kept = set(keep)
        # Deepest first, so that a folder is looked at after all that was in it.
        for found in sorted(folder.rglob("*"), key=lambda item: len(item.parts), reverse=True):
            if found.is_dir() and not found.is_symlink():
                _remove_empty(found)
            elif found.relative_to(folder).as_posix() not in kept:
                remove_file(found)
        _remove_empty(folder)


def markdown_name(path: str, text: str) -> str:
    """A relative name with `/` that is legal everywhere; other paths and other texts give other names."""
    *parents, last = [safe_part(part) for part in PurePosixPath(path).parts if part not in ("/", "..")] or ["_"]
    while parents and len("/".join(parents).encode()) > _PARENTS:
        parents.pop()
    digest = _digest("\x00".join((path, text)))
    return "/".join((*parents, f"{last}~{digest}.md"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _holds(file: Path, data: bytes) -> bool:
    try:
        return file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False


def _remove_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        _log.debug("kept folder %s", folder)
