"""What the command line says on stderr; stdout is for results alone."""

from __future__ import annotations

import sys

from gangdan_gui.domain.events import BuildFinished, DocumentSkipped, StageProgress
from gangdan_gui.wording import reason_sentence


def say(line: str) -> None:
    """Print a line on stderr, where there is one: a windowed program on Windows has none."""
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)


class Progress:
    """Tells a build's progress on stderr: one line that changes on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def show(self, event: object) -> None:
        """Say one event, if it is news."""
        if isinstance(event, StageProgress):
            line = f"{event.source}: {event.stage} {event.done}/{event.total}"
            if self._terminal:
                print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
            elif event.done == event.total and line != self._last:
                say(line)
            self._last = line
        elif isinstance(event, DocumentSkipped):
            self._line(f"{event.source}: {event.path}: {reason_sentence(event.reason)}")
        elif isinstance(event, BuildFinished):
            for problem in event.report.problems:
                self._line(f"{event.report.source}: {problem.path or event.report.source}: "
                           f"{reason_sentence(problem.reason)}")  # fmt: skip

    def _line(self, line: str) -> None:
        say(f"\r\x1b[K{line}" if self._terminal else line)
