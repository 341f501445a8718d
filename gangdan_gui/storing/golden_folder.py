"""The golden questions of a library and what came of asking them, as lines of JSON: the only copy there is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.whole_file import write_whole

# A run takes some kilobytes: so many are a year of working days.
_RUNS = 250


class GoldenFolder:
    """`questions.jsonl` and `runs.jsonl` in a folder, each written whole. Blocking: call it from a thread."""

    def __init__(self, folder: Path) -> None:
        self.questions = folder / "questions.jsonl"
        self._runs = folder / "runs.jsonl"
        # The window and an import may be at the file: between reading and writing no other may write.
        self._writing = threading.Lock()

    def change(self, edit: Callable[[Path], bytes]) -> None:
        """Put into the file of questions what `edit` makes of the file that is there. Raises CannotWrite."""
        with self._writing:
            write_whole(self.questions, edit(self.questions))

    def runs(self) -> list[bytes]:
        """The lines of runs, oldest first. Raises UnreadableFile."""
        try:
            return [line for line in self._runs.read_bytes().split(b"\n") if line.strip()]
        except FileNotFoundError:
            return []
        except OSError as error:
            why = error.strerror or str(error)
            raise UnreadableFile(code="not-readable", detail=why, file=str(self._runs)) from error

    def put_run(self, line: bytes) -> None:
        """Put a run in the place of the last one of the same time. Raises UnreadableFile, CannotWrite."""
        begin = line.partition(b",")[0]
        with self._writing:
            lines = self.runs()
            places = [place for place, one in enumerate(lines) if one.startswith(begin)]
            if places:
                lines[places[-1]] = line
                write_whole(self._runs, b"\n".join([*lines, b""]))

    def add_run(self, line: bytes) -> None:
        """Add a run, and let the oldest go. Raises UnreadableFile, CannotWrite."""
        with self._writing:
            write_whole(self._runs, b"\n".join([*self.runs()[1 - _RUNS :], line, b""]))
