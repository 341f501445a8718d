"""What the command line says: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.events import (
    Answering,
    AnswerStage,
    BuildFinished,
    DocumentSkipped,
    ModelAwaited,
    StageProgress,
    TextArrived,
    TextWithdrawn,
)
from gangdan_gui.wording import reason_sentence

_MEGABYTE = 10**6
# A file may be called so: what ends a line, steers a terminal, or shows a name from its end.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_STAGES = {
    AnswerStage.LOADING: "{model} is being loaded",
    AnswerStage.READING: "{model} reads the passages",
    AnswerStage.THINKING: "{model} thinks",
    AnswerStage.SECTION: "{model} reads section {number} of {count}",
    AnswerStage.MERGING: "{model} answers from its notes on {count} sections",
}


def prepare_streams() -> None:
    """UTF-8 whatever the console's code page; names that are not Unicode come out escaped.

    Stream numbers that whoever started us has closed are taken, or else the next file that is opened (a lock, a
    database) would get them, and with them what is printed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def put(result: str, *, end: str = "\n") -> None:
    """Print a result on stdout, where there is one. Raises CannotWrite."""
    if sys.stdout is None:
        return
    try:
        print(result, end=end, flush=True)
    except OSError as error:
        _give_up(1)
        if not isinstance(error, BrokenPipeError):  # the reader (`head`) has what it wants
            raise CannotWrite(path="stdout", why=error.strerror or str(error)) from error


def say(line: str, *, end: str = "\n") -> None:
    """Print a line on stderr, where there is one; work does not end because nobody listens."""
    if sys.stderr is not None:
        try:
            print(line, end=end, file=sys.stderr, flush=True)
        except OSError:
            _give_up(2)


def _give_up(number: int) -> None:
    """Send the rest of a stream nowhere: what is left in its buffer would fail again when the program ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


class Progress:
    """Tells a build's progress on stderr: one line that changes on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def show(self, event: object) -> None:
        """Say one event, if it is news."""
        if isinstance(event, StageProgress):
            line = f"{event.source}: {event.stage} {_how_far(event)}"
            if self._terminal:
                say(f"\r\x1b[K{line}", end="")
            elif event.done == event.total > 0 and line != self._last:
                say(line)
            self._last = line
        elif isinstance(event, ModelAwaited) and self._terminal:
            say(f"\r\x1b[K{event.source}: waiting for {event.model}, which may be loading", end="")
        elif isinstance(event, DocumentSkipped):
            self._line(f"{event.source}: {event.path}: {reason_sentence(event.reason)}")
        elif isinstance(event, BuildFinished):
            for problem in event.report.problems:
                where = [event.report.source, problem.path] if problem.path else [event.report.source]
                self._line(": ".join([*where, reason_sentence(problem.reason)]))
            for notice in event.report.notices:
                self._line(f"{event.report.source}: {reason_sentence(notice)}")

    def count(self, name: str, done: int, total: int, what: str = "passages") -> None:
        """Say how many passages (or what else) of something are done."""
        line = f"{name}: {done}/{total} {what}" if total else f"{name}: {done} {what}"
        if self._terminal:
            say(f"\r\x1b[K{line}", end="" if done < total else "\n")
        elif done == total > 0:
            self._line(line)

    def _line(self, line: str) -> None:
        line = _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), line)
        say(f"\r\x1b[K{line}" if self._terminal else line)


class Draft:
    """Shows an answer while it is written, where somebody watches; elsewhere it comes whole in the end."""

    def __init__(self, *, wanted: bool) -> None:
        self._watched = wanted and sys.stdout is not None and sys.stdout.isatty()
        self.shown = False
        self._notes = False

    def show(self, event: object) -> None:
        """Say one event of a question. Raises CannotWrite."""
        if not self._watched:
            return
        match event:
            case Answering(model, stage, number, count):
                words = _STAGES[stage].format(model=model, number=number, count=count)
                put(("\n" if self.shown else "") + f"({words})")
                self._notes = stage in (AnswerStage.SECTION, AnswerStage.MERGING) or self._notes
            case TextArrived(text):
                put(text, end="")
                self.shown = True
            case TextWithdrawn():
                what = "its notes on the sections" if self._notes else "the model's thinking"
                put(f"\n(that was {what}; its answer begins here)")
                self.shown = False


def _how_far(event: StageProgress) -> str:
    """Files, and of a download its bytes: an archive is no file yet for minutes."""
    files = f"{event.done}/{event.total}" if event.total or not event.done else str(event.done)
    if not event.bytes_done:
        return files
    whole = f" of {event.bytes_total / _MEGABYTE:.1f}" if event.bytes_total else ""
    size = f"{event.bytes_done / _MEGABYTE:.1f}{whole} MB"
    return f"{files}, {size}" if event.total else size
