"""Lists the files of a source on this machine, and reads their bytes for a hash. Blocking: call it from a thread."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.domain.documents import FetchedFile, Source, SourceKind
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.archives.archive_kinds import is_archive
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.fetching.local_names import plain
from gangdan_gui.fetching.walk import Walk, readable_name

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a source: its name inside the source (valid Unicode, with `/`), and where its bytes are.

    `charset` is the encoding that its sender named, if any.
    """

    path: str
    file: Path
    size: int
    modified: float
    url: str = ""
    commit: str = ""
    charset: str = ""

    def fetched(self, source: str, sha256: str, size: int) -> FetchedFile:
        """The file as it was when it was read: so many bytes, of that hash (empty where nobody has asked for it)."""
        return FetchedFile(
            source, self.path, self.file, sha256, size, self.modified, self.url, self.commit, self.charset
        )


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a source, ordered by path, and what could not be looked at.

    `unreadable` are paths of files and folders (without a slash at the end; the empty one is the whole source) that
    are there but could not be read: what is known of them, or below them, must not count as deleted. `failed` is how
    many downloads gave no new file. `archives` are files that documents are still to be taken out of.
    """

    files: tuple[FoundFile, ...]
    problems: tuple[Problem, ...] = ()
    unreadable: tuple[str, ...] = ()
    failed: int = 0
    archives: tuple[FoundFile, ...] = ()

    def may_hold(self, path: str) -> bool:
        """Whether a path that is not among the files may still be there, out of sight."""
        return is_below(path, self.unreadable)


def is_below(path: str, places: Iterable[str]) -> bool:
    """Whether a path is one of these files and folders or in one of them; the empty one is the whole source."""
    return any(not place or path == place or path.startswith(f"{place}/") for place in places)


def scan(source: Source) -> Listing:
    """List a source's files by its globs. Hidden files and folders, and links that leave a folder, are left out.

    One folder gives paths relative to it; a file gives its name; of several locations each has its name before its
    paths. Raises LocationMissing where none of the locations is there; when only some are, that is a problem. So is a
    folder of the user's with nothing at all in it: a drive that is not there leaves such a one where it would be.
    """
    files: dict[str, FoundFile] = {}
    problems: list[Problem] = []
    unreadable: list[str] = []
    missing: list[str] = []
    for location, label in labelled(source.locations):
        root = Path(location)
        if not is_there(root):
            missing.append(location)
            problems.append(Problem(label, Stage.FETCH, Reason("location-missing", location)))
            unreadable.append(label)
            continue
        if source.kind is SourceKind.LOCAL and _is_bare(root):
            problems.append(Problem(label, Stage.FETCH, Reason("location-bare", location)))
            unreadable.append(label)
        walk = Walk(root, prefix=label or (readable_name(root.name) if root.is_file() else ""))
        for path, file, status in walk.files():
            # Two names that are no valid Unicode can read alike.
            name = apart(path, files.__contains__)
            files[name] = FoundFile(name, file, status.st_size, status.st_mtime)
        problems += walk.problems
        unreadable += walk.unreadable
    if missing and len(missing) == len(source.locations):
        raise LocationMissing(location=missing[0])
    archives = tuple(files.pop(path) for path in sorted(files) if is_archive(path))
    is_excluded = matcher(source.exclude)
    return Listing(
        _chosen(source, files), tuple(problems), tuple(unreadable),
        archives=tuple(found for found in archives if not is_excluded(found.path)),
    )  # fmt: skip


def hash_file(file: Path) -> tuple[str, int]:
    """The SHA-256 in hex of a file's bytes and their number. Raises OSError where it vanished or can't be read."""
    digest = hashlib.sha256()
    size = 0
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return digest.hexdigest(), size


def chooser(source: Source) -> Callable[[str], bool]:
    """Whether a path is one of the source's by its patterns; without `include` every path is."""
    included = matcher([pattern for pattern in source.include if pattern.strip()] or ["**"])
    excluded = matcher(source.exclude)
    return lambda path: included(path) and not excluded(path)


def _chosen(source: Source, files: dict[str, FoundFile]) -> tuple[FoundFile, ...]:
    return tuple(files[path] for path in filter(chooser(source), sorted(files)))


def is_there(root: Path) -> bool:
    """Whether a location is a file or a folder that can be reached; pipes and devices are neither."""
    try:
        return root.is_file() or root.is_dir()
    except OSError:  # a folder above it can't be entered
        return False


def _is_bare(root: Path) -> bool:
    try:
        return root.is_dir() and not any(root.iterdir())
    except OSError:  # walking it says so
        return False


def labelled(locations: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each location with what comes before its paths: nothing for the only one, else its name, kept apart."""
    taken: set[str] = set()
    for location in locations:
        label = ""
        if len(locations) > 1:
            label = apart(readable_name(Path(location).name) or "root", lambda name: plain(name) in taken)
            taken.add(plain(label))
        yield location, label


def apart(name: str, is_taken: Callable[[str], bool]) -> str:
    """`name`, or `name (2)` and so on with the number before the file's ending."""
    folder, slash, last = name.rpartition("/")
    stem, dot, ending = last.rpartition(".")
    if not stem:
        stem, dot, ending = last, "", ""
    another, number = name, 1
    while is_taken(another):
        number += 1
        another = f"{folder}{slash}{stem} ({number}){dot}{ending}"
    return another
