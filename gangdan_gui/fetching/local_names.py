"""Where a file that was brought lies on disk: under its own path, as far as every system can hold that.

What Windows can't hold, what is too long, and what another file is called already (`README.md` beside `Readme.md`,
one `é` in two forms) gets a few digits of its path's hash into its name.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection
from pathlib import PurePosixPath

from gangdan_gui.safe_name import safe_part

_FOLDERS = 96
_DIGITS = 8
_ENDING = 12


def local_name(path: str, taken: Collection[str]) -> str:
    """A relative name with `/` for a path inside a source. `taken` are those of other files, as `plain` gives them."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")] or ["_"]
    name = "/".join(parts)
    if all(safe_part(part) == part for part in parts) and len(name.encode()) <= _FOLDERS * 2 and _free(name, taken):
        return name
    folders = [safe_part(part) for part in parts[:-1]]
    while folders and (len("/".join(folders).encode()) > _FOLDERS or not _enterable("/".join(folders), taken)):
        folders.pop()
    last = PurePosixPath(parts[-1])
    ending = last.suffix if len(last.suffix) <= _ENDING and safe_part(f"_{last.suffix}") == f"_{last.suffix}" else ""
    digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return "/".join((*folders, f"{safe_part(parts[-1].removesuffix(ending))}~{digest}{ending}"))


def plain(name: str) -> str:
    """What two names that no file system can hold beside each other have in common."""
    return unicodedata.normalize("NFC", name).casefold()


def occupied(name: str) -> tuple[str, ...]:
    """What a file's name takes away from others: itself, and its folders (with `/` at the end) as names of files."""
    folders = [f"{parent.as_posix()}/" for parent in PurePosixPath(name).parents if parent.name]
    return tuple(map(plain, (name, *folders)))


def _free(name: str, taken: Collection[str]) -> bool:
    folder = name.rpartition("/")[0]
    return plain(name) not in taken and f"{plain(name)}/" not in taken and _enterable(folder, taken)


def _enterable(folder: str, taken: Collection[str]) -> bool:
    """Whether no file is called like this folder or one above it."""
    place = PurePosixPath(folder)
    return not any(plain(one.as_posix()) in taken for one in (place, *place.parents) if one.name)
