"""The kinds of files that a user looks for in a report."""

from __future__ import annotations

from enum import StrEnum

from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reports import FileReport


class FileKind(StrEnum):
    """What files can be looked for; one file may be of several kinds."""

    ALL = "all"
    PROBLEMS = "problems"
    SKIPPED = "skipped"
    NEAR_EMPTY = "near-empty"
    DUPLICATES = "duplicates"
    CORRECTED = "corrected"


def kinds_of(file: FileReport) -> frozenset[FileKind]:
    """The kinds that a file is of."""
    told = {
        FileKind.ALL: True,
        FileKind.PROBLEMS: is_problem(file),
        FileKind.SKIPPED: file.state is FileState.SKIPPED,
        FileKind.NEAR_EMPTY: file.near_empty,
        FileKind.DUPLICATES: bool(file.same_as),
        FileKind.CORRECTED: file.corrected,
    }
    return frozenset(kind for kind, true in told.items() if true)


def is_problem(file: FileReport) -> bool:
    """Whether a user may want to do something about a file."""
    return file.state is FileState.FAILED or (file.state is FileState.READY and file.reason is not None)
