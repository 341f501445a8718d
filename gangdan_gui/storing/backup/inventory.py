"""What a backup says of itself: which files are in it, with their sizes and hashes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from gangdan_gui.domain.reasons import Reason

NAME = "backup.json"
KIND = "GangDan backup"
FORMAT = 1
_ROOT = "home/"


class NewerFormat(ValueError):
    """The file is of a format that this version does not know."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """`path` is relative to the library's folder, with `/`. `modified` is a time in seconds, as the system gives it."""

    path: str
    size: int
    sha256: str
    modified: float


@dataclass(frozen=True, slots=True)
class Inventory:
    """`version` is that of the program, `schema` that of the records. `steady`: nothing was at `chroma` meanwhile."""

    made: str
    version: str
    schema: int
    whole: bool
    sources: int
    files: tuple[KeptFile, ...] = ()
    left_out: tuple[Reason, ...] = ()
    steady: bool = True
    # As (title, location) pairs: where documents are that the library only reads.
    places: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of all files, unpacked."""
        return sum(file.size for file in self.files)


def entry_name(path: str) -> str:
    """What a file of the library is called in the archive; bytes that are no text are written as escapes."""
    return _ROOT + path.encode("utf-8", "backslashreplace").decode()


def to_json(inventory: Inventory) -> bytes:
    """UTF-8; what is no text in it (half of a pair from an odd file name) is escaped."""
    said = {"kind": KIND, "format": FORMAT, **asdict(inventory)}
    return json.dumps(said, ensure_ascii=True, indent=1).encode()


def from_json(data: bytes) -> Inventory:
    """Raises NewerFormat, and ValueError for anything else that `to_json` did not write."""
    try:
        said = json.loads(data)
        if said["kind"] != KIND:
            raise ValueError("something else")
        if type(said["format"]) is int and said["format"] > FORMAT:
            raise NewerFormat(str(said["format"]))
        return Inventory(
            made=_of(str, said["made"]),
            version=_of(str, said["version"]),
            schema=_of(int, said["schema"]),
            whole=_of(bool, said["whole"]),
            sources=_of(int, said["sources"]),
            files=tuple(map(_file, _of(list, said["files"]))),
            left_out=tuple(
                Reason(_of(str, one["code"]), _of(str, one["detail"])) for one in _of(list, said["left_out"])
            ),
            steady=_of(bool, said["steady"]),
            places=tuple((_of(str, title), _of(str, place)) for title, place in _of(list, said["places"])),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _file(said: Any) -> KeptFile:
    size, modified = _of(int, said["size"]), said["modified"]
    if size < 0 or type(modified) not in (int, float):
        raise ValueError("no size or time")
    return KeptFile(_of(str, said["path"]), size, _of(str, said["sha256"]), float(modified))


def _of(kind: type, said: Any) -> Any:
    if type(said) is not kind:
        raise ValueError(f"{type(said).__name__} in place of {kind.__name__}")
    return said
