"""What faces ask of backups: the whole library as one file."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.reasons import Problem, Reason

BACKUP_ENDING = ".gdbackup"


@dataclass(frozen=True, slots=True)
class BackupReport:
    """`files` and `size` (bytes) are of what is kept. `whole`: with what could be made or brought again.

    `made` is a time (ISO 8601), `version` that of the program that wrote it. `notices` say what was left out on
    purpose, and which documents of the user's are not on this machine.
    """

    file: Path
    made: str
    version: str
    whole: bool
    sources: int
    files: int
    size: int
    sha256: str
    ok: bool
    problems: tuple[Problem, ...] = ()
    notices: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class BackupProgress:
    """How far it is, in bytes."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class BackupFinished:
    """It is done, and what was written was read again and compared."""

    report: BackupReport


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup lies beside the library, whole, and takes its place when nobody has that open."""

    report: BackupReport


BackupEvent = BackupProgress | BackupFinished
RestoreEvent = BackupProgress | Restored


class BackupService(Protocol):
    """Backups of one library. No password or token of the settings is ever in one."""

    def back_up(self, file: Path, *, whole: bool = False) -> AsyncGenerator[BackupEvent, None]:
        """Write the library into one file, whole or not at all, while it may be used.

        Without `whole` what can be made again without a network and without embedding is left out (`chroma`), and what
        can be brought again (downloads). Raises CannotWrite, RecordsDamaged.
        """

    def unpack(self, file: Path) -> AsyncGenerator[RestoreEvent, None]:
        """Check a backup whole and unpack it beside this library, which it replaces when the library has been closed.

        Raises LocationMissing, BackupRefused, CannotWrite, and nothing is left then.
        """

    async def discard(self) -> None:
        """Remove what was unpacked and is not wanted after all."""
