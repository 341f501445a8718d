"""How far a source's build is, in one number, one stage and the time that is left."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gangdan_gui.domain.events import Stage, StageProgress

# Shares of a build's work as measured on mixed documentation: embedding is most of it.
_SHARES = {Stage.FETCH: 0.05, Stage.CONVERT: 0.25, Stage.CHUNK: 0.02, Stage.EMBED: 0.58, Stage.STORE: 0.10}
# The stage to name while several run: the one that a user waits for longest.
_NAMED_FIRST = (Stage.EMBED, Stage.CONVERT, Stage.FETCH, Stage.STORE, Stage.CHUNK)
_WINDOW_SECONDS = 20.0
_SETTLING_SECONDS = 3.0

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Progress:
    """What a row shows of a running build. `fraction` is 0 to 1; `seconds_left` is None while nothing can be said."""

    stage: Stage | None = None
    done: int = 0
    total: int = 0
    fraction: float = 0.0
    seconds_left: float | None = None
    stopping: bool = False


class BuildProgress:
    """Follows the StageProgress events of one source."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._latest: dict[Stage, StageProgress] = {}
        self._samples: dict[Stage, deque[tuple[float, int]]] = {}
        self._fraction = 0.0

    def follow(self, event: StageProgress) -> Progress:
        """Take in an event and say how things stand; the fraction never goes back."""
        now = self._clock()
        self._latest[event.stage] = event
        samples = self._samples.setdefault(event.stage, deque())
        samples.append((now, event.done))
        while now - samples[0][0] > _WINDOW_SECONDS and len(samples) > 2:
            samples.popleft()
        self._fraction = max(self._fraction, min(1.0, sum(map(self._share_done, _SHARES))))
        named = self._named()
        return Progress(named.stage, named.done, named.total, self._fraction, self._seconds_left())

    def _share_done(self, stage: Stage) -> float:
        latest = self._latest.get(stage)
        return _SHARES[stage] * min(1.0, latest.done / latest.total) if latest and latest.total else 0.0

    def _named(self) -> StageProgress:
        known = [self._latest[stage] for stage in _NAMED_FIRST if stage in self._latest]
        running = [event for event in known if event.done < event.total or not event.total]
        return running[0] if running else known[0]

    def _seconds_left(self) -> float | None:
        """Stages overlap, so the slowest of those that still run sets the time; unknown until rates have settled."""
        waits = [self._wait(event) for event in self._latest.values() if event.done < event.total]
        known = [wait for wait in waits if wait is not None]
        return max(known) if known and len(known) == len(waits) else None

    def _wait(self, event: StageProgress) -> float | None:
        (began, done_then), (now, done_now) = self._samples[event.stage][0], self._samples[event.stage][-1]
        if now - began < _SETTLING_SECONDS or done_now <= done_then:
            return None
        return (event.total - event.done) * (now - began) / (done_now - done_then)
