"""How fast this machine does what a build does: measured in builds, and said of those to come."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from gangdan_gui.chunking.names import SEMANTIC, WINDOW
from gangdan_gui.embedding.labels import BUILTIN, OLLAMA
from gangdan_gui.storing.speed_table import Speed, Speeds


class Work(StrEnum):
    """What is measured, and of what kind each is: the amount of LOOK, DOWNLOAD and CONVERT is in bytes.

    CONVERT is by format, EMBED (passages) by the embedder's label, CHUNK (characters) by the splitter, none for the
    window; STORE (rows) is of one kind.
    """

    LOOK = "look"
    DOWNLOAD = "download"
    CONVERT = "convert"
    CHUNK = "chunk"
    EMBED = "embed"
    STORE = "store"


# For a machine that has not built yet: a second of each, on one of two slow cores with other work beside (measured for
# these formats on documentation, and with Chroma and the built-in model on passages of 800 characters). Of a model of
# Ollama: `nomic-embed-text` without a graphics card. A download: a school's line that others use, too.
GUESSED: Mapping[tuple[Work, str], float] = {
    (Work.LOOK, ""): 100e6,
    (Work.DOWNLOAD, ""): 1e6,
    (Work.CONVERT, ""): 500e3,
    (Work.CONVERT, "rst"): 80e3,
    (Work.CONVERT, "pdf"): 300e3,
    (Work.CONVERT, "picture"): 50e3,
    (Work.CHUNK, ""): 5e6,
    (Work.CHUNK, SEMANTIC): 20e3,
    (Work.EMBED, ""): 5.0,
    (Work.EMBED, OLLAMA): 5.0,
    (Work.EMBED, BUILTIN): 40.0,
    (Work.STORE, ""): 300.0,
}
# A build of one small file says little: what is guessed counts as so many seconds of measuring.
_DOUBT_SECONDS = 1.0


@dataclass(slots=True)
class _Busy:
    """Work that several do at once: the time in which at least one does it."""

    workers: int = 0
    since: float = 0.0
    seconds: float = 0.0
    amount: float = 0.0


@dataclass(slots=True)
class Measures:
    """What one build did in how many seconds. `clock` is in seconds."""

    clock: Callable[[], float] = time.perf_counter
    _done: defaultdict[tuple[str, str], _Busy] = field(default_factory=lambda: defaultdict(_Busy))

    def add(self, work: Work, kind: str, amount: float, seconds: float) -> None:
        """Count work that was timed elsewhere."""
        done = self._done[work, kind]
        done.amount += amount
        done.seconds += seconds

    @contextmanager
    def during(self, work: Work, kind: str, amount: float) -> Iterator[None]:
        """Time the block; what goes on beside it in other such blocks is one time. What fails was no work."""
        done = self._done[work, kind]
        if not done.workers:
            done.since = self.clock()
        done.workers += 1
        try:
            yield
            done.amount += amount
        finally:
            done.workers -= 1
            if not done.workers:
                done.seconds += self.clock() - done.since

    @property
    def taken(self) -> Speeds:
        """All of it."""
        return {key: Speed(done.amount, done.seconds) for key, done in self._done.items()}


def kind_of(splitter: str) -> str:
    """Under which kind CHUNK is measured."""
    return "" if splitter == WINDOW else splitter


class Rates:
    """What was measured on this machine, with what is guessed in its place where that is little."""

    def __init__(self, measured: Speeds) -> None:
        self._measured = measured

    def seconds(self, work: Work, kind: str, amount: float) -> float:
        """About how long an amount takes."""
        known, guess = self._measured.get((work, kind), Speed(0, 0)), _guess(work, kind)
        believed = known + Speed(guess * _DOUBT_SECONDS, _DOUBT_SECONDS)
        return amount / believed.a_second

    def guessed(self, work: Work, kind: str) -> bool:
        """Whether next to nothing of the kind was measured."""
        return self._measured.get((work, kind), Speed(0, 0)).seconds < _DOUBT_SECONDS


def _guess(work: Work, kind: str) -> float:
    exact = GUESSED.get((work, kind))
    return exact if exact is not None else GUESSED.get((work, kind.partition(":")[0]), GUESSED[work, ""])
