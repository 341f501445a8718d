"""What one build did and what went wrong in it, as its report counts it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from gangdan_gui.domain.documents import Chunk, FileState
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.building.prepared import NOT_A_FAULT
from gangdan_gui.storing.records import DocumentRecord


@dataclass(slots=True)
class BuildAccount:
    """Files that were `fetched` or `failed`, chunks that were `added`, `removed` and `kept`, pieces that were `dropped`
    for being too short, chunks whose vectors were `made` or `cached`; `seconds` by stage."""

    fetched: int = 0
    failed: int = 0
    added: int = 0
    removed: int = 0
    kept: int = 0
    dropped: int = 0
    made: int = 0
    cached: int = 0
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    problems: list[Problem] = field(default_factory=list)

    def note_failure(self, path: str, reason: Reason) -> None:
        """A file that could not be read, unless that is no fault of it."""
        if reason.code not in NOT_A_FAULT:
            self.failed += 1
            self.problems.append(Problem(path, Stage.CONVERT, reason))

    def note_refused(self, chunks: Iterable[Chunk], refused: Mapping[str, str]) -> None:
        """Those of the chunks that have no vector, by their ids, and why."""
        for chunk in chunks:
            if chunk.id in refused:
                self.problems.append(Problem(chunk.path, Stage.EMBED, Reason("vector-failed", refused[chunk.id])))

    def count_unchanged(self, record: DocumentRecord) -> None:
        """A file that is as it was."""
        self.kept += record.chunks
        self.dropped += record.dropped
        if record.reason and record.state is FileState.FAILED:
            self.note_failure(record.path, record.reason)

    @contextmanager
    def timed(self, stage: Stage) -> Iterator[None]:
        """Count the time of the block to a stage."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - begun
