"""How far the unpacking of a large archive is, is told while it lasts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.services.building import listing
from gangdan_gui.services.parts import Parts


class _SlowArchive:
    """Gives two documents, and the third once somebody was told of two."""

    def __init__(self) -> None:
        self.unpacking = self
        self.told, self.stopped = threading.Event(), False

    def bring(self, source: Source, found: Listing, stop: threading.Event, count: Callable[[], None]) -> Listing:
        count()
        count()
        while not self.told.wait(0.01):
            if stop.is_set():
                self.stopped = True
                return found
        count()
        return found


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.setattr(listing, "_TELL_EVERY", 0.001)
    return Source("s", "s", SourceKind.LOCAL, (str(tmp_path),))


def test_documents_are_told_as_they_come_out(source: Source) -> None:
    archive, events = _SlowArchive(), []

    async def report(event: StageProgress) -> None:
        events.append(event)
        if event.done == 2:
            archive.told.set()

    found = scan(source)
    assert asyncio.run(listing.taken_apart(cast("Parts", archive), source, found, report)) == found
    assert StageProgress("s", Stage.FETCH, 2, 0) in events


def test_cancelling_ends_it_and_tells_no_more(source: Source) -> None:
    archive, events = _SlowArchive(), []

    async def main() -> None:
        come = asyncio.Event()

        async def report(event: StageProgress) -> None:
            events.append(event)
            come.set()

        work = asyncio.create_task(listing.taken_apart(cast("Parts", archive), source, scan(source), report))
        await come.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())
    assert archive.stopped
    assert events
