"""What the user has put right, one JSON file a source, written whole: the only copy there is.

A file that can't be understood is put aside under another name, where a person may mend it; it is never written over.
One of a newer version stays where it is, and what would be written into it is refused.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.errors import CannotWrite, CorrectionChanged, LibraryNewer
from gangdan_gui.storing.correction_json import NewerCorrections, from_json, to_json
from gangdan_gui.whole_file import patiently, remove_file, write_whole

_log = logging.getLogger(__name__)
_ASIDE = ".damaged"


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a source's documents by path, and the files that hold more of it but can't be read."""

    corrections: Mapping[str, Correction] = field(default_factory=dict)
    unreadable: tuple[Path, ...] = ()


class Corrections:
    """The corrections of a library. Blocking: call it from a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # The window and a build may be at the same file; between reading and writing no other may write.
        self._writing = threading.Lock()

    def read(self, source: str) -> Said:
        """All that is said of a source's documents; changes nothing."""
        file, aside = self._file(source), tuple(sorted(self.folder.glob(f"{source}{_ASIDE}-*.json")))
        try:
            return Said(from_json(file.read_bytes()), aside)
        except FileNotFoundError:
            return Said(unreadable=aside)
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("can't read corrections %s: %s", file, error)
            return Said(unreadable=(file, *aside))

    def put(self, source: str, path: str, correction: Correction, before: Correction | None = None) -> None:
        """Keep a correction in the place of the one before; one that says nothing removes it.

        With `before` only where that one is still the one that is kept. Raises CorrectionChanged, LibraryNewer,
        CannotWrite.
        """
        with self._writing:
            corrections = self._understood(source)
            if before is not None and corrections.get(path, NO_CORRECTION) != before:
                raise CorrectionChanged(path=path)
            self._write(source, {**corrections, path: correction})

    def move(self, source: str, to: str) -> None:
        """Let what was said of a source count for another, of which nothing has been said.

        Raises LibraryNewer, CannotWrite.
        """
        if source == to:
            return
        with self._writing:
            said = self._understood(source)
            if any(said.values()):
                self._write(to, said)
        self.remove(source)

    def remove(self, source: str) -> None:
        """Forget all that was said of a source, also what was put aside."""
        with self._writing:
            for file in (self._file(source), *self.folder.glob(f"{source}{_ASIDE}-*.json")):
                remove_file(file)

    def _understood(self, source: str) -> dict[str, Correction]:
        """What is kept now; what can't be understood is put aside first.

        Raises LibraryNewer, and CannotWrite where it can't be read.
        """
        file = self._file(source)
        try:
            return from_json(file.read_bytes())
        except FileNotFoundError:
            return {}
        except NewerCorrections as error:
            facts = {"found": str(error.found), "known": str(error.known)}
            raise LibraryNewer(home=str(self.folder.parent), **facts) from error
        except (ValueError, RecursionError):
            aside = file.with_name(f"{source}{_ASIDE}-{secrets.token_hex(4)}.json")
            _log.warning("put %s aside as %s", file, aside, exc_info=True)
            try:
                patiently(lambda: file.replace(aside))
            except OSError as error:
                raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
            return {}
        except OSError as error:
            raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error

    def _write(self, source: str, corrections: Mapping[str, Correction]) -> None:
        file = self._file(source)
        if any(corrections.values()):
            write_whole(file, to_json(corrections))
        elif not remove_file(file):
            raise CannotWrite(path=str(file), why="another program holds it")

    def _file(self, source: str) -> Path:
        return self.folder / f"{source}.json"
