"""What was brought for a source: the files, and an index of where each came from. Blocking where it says so.

The index is `<source>.json` beside the folder `<source>`. What it does not name, or names with another hash, is not
there: a file that was written when the power went, or that a hand has changed, is brought again.
"""

from __future__ import annotations

import json
import logging
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath
from typing import Any

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.fetching.local import FoundFile, hash_file
from gangdan_gui.fetching.local_names import local_name, occupied
from gangdan_gui.whole_file import patiently, remove_file, write_whole

_log = logging.getLogger(__name__)
_VERSION = 1
_PARTS = ".parts"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file as it was brought. `name` is where it lies in the folder, `asked` the address it was asked by.

    `place` is the address that gave it, which may be a mirror's; `fetched` is when, in ISO form, `charset` the encoding
    that its server named.
    """

    path: str
    name: str
    url: str
    sha256: str
    size: int
    modified: float
    asked: str
    place: str = ""
    etag: str = ""
    last_modified: str = ""
    commit: str = ""
    fetched: str = ""
    charset: str = ""

    @property
    def marks(self) -> dict[str, str]:
        """What to send along, so that the file is sent only if it has changed."""
        marks = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in marks.items() if value}


@dataclass(frozen=True, slots=True)
class KeptArchive:
    """An archive whose files were kept. `selection` says which of them, `files` how many, `place` what gave it.

    `sha256`, `size` and `modified` are those of an archive that is not ours to keep. `failed`: it could not be read.
    `licence` is the one that the files at its top hold, whether or not they were kept.
    """

    asked: str
    selection: str
    files: int
    etag: str = ""
    commit: str = ""
    place: str = ""
    sha256: str = ""
    size: int = 0
    modified: float = 0.0
    failed: int = 0
    licence: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was not kept of an archive (`asked`), or why none of it was, as the code and detail of a reason."""

    asked: str
    path: str
    code: str
    detail: str = ""


class KeptFiles:
    """The files of one source. `open` reads the index; every change is in memory until `save`."""

    def __init__(self, root: Path, source: str) -> None:
        self.folder = root / source
        self._index = root / f"{source}.json"
        self._files: dict[str, KeptFile] = {}
        self._names: dict[str, str] = {}
        self._gone: set[str] = set()
        self._taken: set[str] = set()
        self.archives: dict[str, KeptArchive] = {}
        self.left_out: list[LeftOut] = []

    def open(self, *, clear: bool = True) -> None:
        """Read the index, as far as it can be read, and clear away what an ended process left half done. Blocking.

        Without `clear` nothing is changed: a download may be under way.
        """
        if clear:
            self.clear_parts()
        try:
            raw = json.loads(self._index.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            raw = {}
        if not isinstance(raw, dict) or raw.get("version") != _VERSION:
            return
        for kept in _entries(raw.get("files"), KeptFile):
            if _inside(kept.name):
                self.note(kept)
        self.archives = {archive.asked: archive for archive in _entries(raw.get("archives"), KeptArchive)}
        self.left_out = _entries(raw.get("left_out"), LeftOut)

    def whole(self) -> set[str]:
        """The paths of the files that are on disk as they were brought. Blocking: reads them all."""
        return {path for path, kept in self._files.items() if self._is_whole(kept)}

    def __iter__(self) -> Iterator[KeptFile]:
        return iter(tuple(self._files.values()))

    def get(self, path: str) -> KeptFile | None:
        """The file of that path."""
        return self._files.get(path)

    def part(self) -> Path:
        """A new name for a file that is on its way. Raises CannotWrite."""
        folder = self.folder / _PARTS
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(path=str(folder), why=error.strerror or str(error)) from error
        return folder / f"{secrets.token_hex(8)}.part"

    def name_for(self, path: str) -> str:
        """Where a file of that path lies, or is to lie; nobody else gets the name from now on."""
        if path not in self._names:
            self._names[path] = local_name(path, self._taken)
            self._taken.update(occupied(self._names[path]))
        return self._names[path]

    def place(self, part: Path, name: str) -> None:
        """Put what has arrived in its place; `note` it afterwards. Blocking. Raises CannotWrite."""
        file = self.folder / name
        try:
            _make_way(self.folder, file)
            file.parent.mkdir(parents=True, exist_ok=True)
            patiently(lambda: part.replace(file))
        except OSError as error:
            raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error

    def note(self, kept: KeptFile) -> None:
        """Know a file, or know something else of it."""
        self._files[kept.path] = kept
        self._names[kept.path] = kept.name
        self._taken.update(occupied(kept.name))

    def forget(self, paths: Iterable[str]) -> None:
        """Let go of files; they are removed once the index has been written without them."""
        for path in paths:
            if kept := self._files.pop(path, None):
                self._gone.add(kept.name)

    def index(self) -> bytes:
        """What `save` writes."""
        raw = {
            "version": _VERSION,
            "archives": [asdict(archive) for archive in self.archives.values()],
            "files": [asdict(self._files[path]) for path in sorted(self._files)],
        }
        if self.left_out:
            raw["left_out"] = [asdict(one) for one in self.left_out]
        return json.dumps(raw, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")

    def write(self, index: bytes) -> None:
        """Write the index whole. Blocking. Raises CannotWrite."""
        write_whole(self._index, index)

    def save(self) -> None:
        """Write the index, and remove what was let go of. Blocking. Raises CannotWrite."""
        self.write(self.index())
        for name in self._gone - {kept.name for kept in self._files.values()}:
            _remove(self.folder, name)
        self._gone.clear()

    def clear_parts(self) -> None:
        """Remove what is still on its way. Blocking."""
        with suppress(OSError):
            if (self.folder / _PARTS).is_symlink() or (self.folder / _PARTS).is_file():
                (self.folder / _PARTS).unlink()
        shutil.rmtree(self.folder / _PARTS, ignore_errors=True)

    def remove(self) -> None:
        """Remove all that was brought, and nothing else that may lie there. Blocking."""
        self.open()
        for kept in self._files.values():
            _remove(self.folder, kept.name)
        remove_file(self._index)
        with suppress(OSError):
            self.folder.rmdir()

    def found(self, kept: KeptFile) -> FoundFile:
        """A kept file as the rest of a build knows it."""
        file = self.folder / kept.name
        return FoundFile(kept.path, file, kept.size, kept.modified, kept.url, kept.commit, kept.charset)

    def _is_whole(self, kept: KeptFile) -> bool:
        file = self.folder / kept.name
        try:
            if file.is_symlink() or _behind_link(self.folder, file):
                return False
            return file.stat().st_size == kept.size and hash_file(file)[0] == kept.sha256
        except (OSError, ValueError):
            return False


def _entries(raw: Any, kind: type[Any]) -> list[Any]:
    """The entries that can be read: an index of another version, or a damaged one, may hold others."""
    made = []
    for entry in raw if isinstance(raw, list) else ():
        if isinstance(entry, dict):
            known = {field.name: entry[field.name] for field in fields(kind) if field.name in entry}
            with suppress(TypeError):
                one = kind(**known)
                if _well_typed(one):
                    made.append(one)
    return made


def _well_typed(entry: Any) -> bool:
    kinds: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float)}
    return all(isinstance(getattr(entry, field.name), kinds[str(field.type)]) for field in fields(entry))


def _inside(name: str) -> bool:
    """Whether a name of the index stays within the folder: other hands may have been at it."""
    parts = PurePosixPath(name).parts
    return bool(parts) and not name.startswith("/") and not {"..", _PARTS} & set(parts) and ":" not in name


def _below(folder: Path, file: Path) -> list[Path]:
    """The folders between a source's folder and a file, the outermost first."""
    return [parent for parent in reversed(file.parents) if parent != folder and parent.is_relative_to(folder)]


def _behind_link(folder: Path, file: Path) -> bool:
    return any(parent.is_symlink() for parent in _below(folder, file))


def _make_way(folder: Path, file: Path) -> None:
    """Put aside what other hands have put where a file is to lie. Links go: nothing is written through them."""
    for place in (*_below(folder, file), file):
        if place.is_symlink():
            place.unlink()
        elif place.exists() and place.is_dir() == (place == file):
            place.rename(place.with_name(f"{place.name}.{secrets.token_hex(4)}.old"))


def _remove(folder: Path, name: str) -> None:
    if _behind_link(folder, folder / name):
        return  # what is behind it is not ours
    remove_file(folder / name)
    for parent in (folder / name).parents:
        if parent == folder:
            return
        try:
            parent.rmdir()
        except OSError:  # something else is in it
            return
