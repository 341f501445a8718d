"""How far a source's build is, in one number, one stage and the time that is left."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gangdan_gui.domain.events import Hold, Stage, StageProgress

# Shares of a build's work as measured on mixed documentation: embedding is most of it.
_SHARES = {
    Stage.FETCH: 0.05, Stage.CONVERT: 0.25, Stage.CHUNK: 0.02, Stage.EMBED: 0.55, Stage.STORE: 0.10, Stage.WORDS: 0.02,
    Stage.MEASURE: 0.01,
}  # fmt: skip
# A download takes its time, too: for about as much text as the other shares stand for, on a school's line.
_DOWNLOAD_SHARE = 0.25
# The stage to name while several run: the one that a user waits for longest.
_NAMED_FIRST = (Stage.EMBED, Stage.CONVERT, Stage.FETCH, Stage.STORE, Stage.CHUNK, Stage.WORDS, Stage.MEASURE)
_WINDOW_SECONDS = 20.0
_SETTLING_SECONDS = 3.0

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Progress:
    """What a row shows of a running build. `fraction` is 0 to 1; `seconds_left` is None while nothing can be said.

    A download counts bytes as well: `bytes_done` of `bytes_total`, which is 0 where nobody knows it. `awaited` is the
    model that has to be there before anything is done. `held` says why it waits; with `ending` it stops after the file.
    """

    stage: Stage | None = None
    done: int = 0
    total: int = 0
    fraction: float = 0.0
    seconds_left: float | None = None
    stopping: bool = False
    bytes_done: int = 0
    bytes_total: int = 0
    awaited: str = ""
    held: Hold | None = None
    ending: bool = False

    @property
    def downloading(self) -> bool:
        """Whether files come over the network."""
        return self.stage is Stage.FETCH and bool(self.bytes_done or self.bytes_total)


class BuildProgress:
    """Follows the StageProgress events of one source, of which it was said before that it takes `expected` seconds."""

    def __init__(self, clock: Clock = time.monotonic, expected: float = 0.0) -> None:
        self._clock = clock
        self._ends = clock() + expected
        self._latest: dict[Stage, StageProgress] = {}
        self._samples: dict[Stage, deque[tuple[float, int]]] = {}
        self._fraction = 0.0

    def follow(self, event: StageProgress) -> Progress:
        """Take in an event and say how things stand; the fraction never goes back."""
        now = self._clock()
        before = self._latest.get(event.stage, event)
        self._latest[event.stage] = event
        samples = self._samples.setdefault(event.stage, deque())
        if bool(before.bytes_total) != bool(event.bytes_total):  # files were counted so far, now bytes, or the reverse
            samples.clear()
        samples.append((now, _counted(event)[0]))
        while now - samples[0][0] > _WINDOW_SECONDS and len(samples) > 2:
            samples.popleft()
        self._fraction = max(self._fraction, min(1.0, sum(map(self._share_done, _SHARES))))
        named = self._named()
        return Progress(
            named.stage,
            named.done,
            named.total,
            self._fraction,
            self._seconds_left(),
            bytes_done=named.bytes_done,
            bytes_total=named.bytes_total,
        )

    def rest(self) -> None:
        """Take the time from here anew: it waited, which says nothing of how fast it is."""
        for samples in self._samples.values():
            samples.clear()

    def _share_done(self, stage: Stage) -> float:
        latest = self._latest.get(stage)
        done, total = _counted(latest) if latest else (0, 0)
        return self._share(stage) * min(1.0, done / total) if total else 0.0

    def _share(self, stage: Stage) -> float:
        fetch = self._latest.get(Stage.FETCH)
        if fetch is None or not (fetch.bytes_done or fetch.bytes_total):
            return _SHARES[stage]
        if stage is Stage.FETCH:
            return _DOWNLOAD_SHARE
        return _SHARES[stage] * (1 - _DOWNLOAD_SHARE) / (1 - _SHARES[Stage.FETCH])

    def _named(self) -> StageProgress:
        known = [self._latest[stage] for stage in _NAMED_FIRST if stage in self._latest]
        running = [event for event in known if _runs(event) or not event.total]
        return running[0] if running else known[0]

    def _seconds_left(self) -> float | None:
        """Stages overlap, so the slowest of those that still run sets the time.

        Until rates have settled, and while nobody knows how many passages there will be, what was expected counts too.
        """
        expected = self._ends - self._clock()
        measured = self._measured()
        if expected <= 0:
            return measured
        if measured is None:
            return expected
        convert = self._latest.get(Stage.CONVERT)
        return max(measured, expected) if convert is None or _runs(convert) else measured

    def _measured(self) -> float | None:
        waits = [self._wait(event) for event in self._latest.values() if _runs(event)]
        known = [wait for wait in waits if wait is not None]
        return max(known) if known and len(known) == len(waits) else None

    def _wait(self, event: StageProgress) -> float | None:
        samples = self._samples[event.stage]
        if not samples:
            return None
        (began, done_then), (now, done_now) = samples[0], samples[-1]
        if now - began < _SETTLING_SECONDS or done_now <= done_then:
            return None
        done, total = _counted(event)
        return (total - done) * (now - began) / (done_now - done_then) if total else None


def _runs(event: StageProgress) -> bool:
    return event.done < event.total or event.bytes_done < event.bytes_total


def _counted(event: StageProgress) -> tuple[int, int]:
    """What tells best how far a stage is: bytes where all are known, files are of very different sizes."""
    return (event.bytes_done, event.bytes_total) if event.bytes_total else (event.done, event.total)
