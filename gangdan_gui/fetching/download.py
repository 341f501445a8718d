"""One source's download while it runs: what it needs, and what has come of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.download_progress import DownloadProgress
from gangdan_gui.fetching.kept_files import KeptFile, KeptFiles
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits, Patience
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.fetching.web import Arrived, Web

_SAVE_EVERY = 2.0
_FILES_AT_ONCE = 8


@dataclass(slots=True)
class Download:
    """What the kinds of sources share. `reads` tells whether files of a name are read at all.

    `edition` stands for what `reads` says: another one may read more. `whole` are the paths whose local copy is as it
    was brought; `wanted` gathers all paths that belong to the source now, `hidden` what could not be looked at.
    """

    source: Source
    kept: KeptFiles
    web: Web
    progress: DownloadProgress
    reads: Callable[[str], bool]
    edition: str
    patience: Patience
    limits: Limits
    whole: set[str]
    wanted: set[str] = field(default_factory=set)
    hidden: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    failed: int = 0
    saved: float = field(default_factory=time.monotonic)

    def copy_of(self, path: str) -> KeptFile | None:
        """The local copy, where it is whole."""
        return self.kept.get(path) if path in self.whole else None

    async def keep(
        self, part: Path, arrived: Arrived, path: str, *, url: str, asked: str, commit: str = ""
    ) -> KeptFile:
        """Put a file that has arrived in its place, and now and then note what there is so far. Raises CannotWrite."""
        kept = KeptFile(
            path=path,
            name=self.kept.name_for(path),
            url=url,
            sha256=arrived.received.sha256,
            size=arrived.received.size,
            modified=arrived.modified,
            asked=asked,
            place=arrived.place,
            etag=arrived.etag,
            last_modified=arrived.last_modified,
            commit=commit,
            fetched=now(),
            charset=arrived.charset,
        )
        await to_its_end(partial(self.kept.place, part, kept.name))
        self.kept.note(kept)
        self.whole.add(kept.path)
        self.wanted.add(kept.path)
        if time.monotonic() - self.saved > _SAVE_EVERY:
            self.saved = time.monotonic()
            await to_its_end(partial(self.kept.write, self.kept.index()))
        return kept

    async def files(self, wishes: Sequence[str], bring: Callable[[str], Awaitable[None]]) -> dict[str, Reason]:
        """Bring files, several at a time; why some did not come, in the order asked. Raises CannotWrite."""
        failures: dict[str, Reason] = {}
        waiting = iter(wishes)

        async def work() -> None:
            for wish in waiting:
                try:
                    await bring(wish)
                except NotBrought as failure:
                    failures[wish] = failure.reason
                await self.progress.file_done()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(_FILES_AT_ONCE, len(wishes))):
                    group.create_task(work())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        return {wish: failures[wish] for wish in wishes if wish in failures}

    def tell(self, failures: dict[str, Reason], asked: Collection[str], label: str) -> None:
        """Problems for files that did not come: one for all of them where nothing came, and always for the same reason.

        A copy from before stays, and goes on answering.
        """
        for path in failures:
            if self.copy_of(path):
                self.wanted.add(path)
            else:
                self.hidden.append(path)
        self.failed += len(failures)
        reasons = set(failures.values())
        if len(failures) > 1 and len(failures) == len(asked) and len(reasons) == 1:
            self.warn(label, *reasons)
            return
        for path, reason in failures.items():
            self.warn(path, reason)

    def warn(self, path: str, reason: Reason) -> None:
        """Something of the source that the user should know."""
        problem = Problem(path, Stage.FETCH, reason)
        if problem not in self.problems:
            self.problems.append(problem)


def now() -> str:
    """The moment, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")
