"""Backups that a window asks for, without a library that could be backed up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests.backups import (
    BackupEvent,
    BackupFinished,
    BackupProgress,
    BackupReport,
    Restored,
    RestoreEvent,
)

REPORT = BackupReport(
    file=Path("library.gdbackup"), made="2026-03-01T08:00:00+00:00", version="1.0", whole=False, sources=3, files=42,
    size=12_000_000, sha256="ab", ok=True,
    notices=(Reason("secret-left-out", "settings.toml: proxy_address"),),
)  # fmt: skip


@dataclass
class StandInBackups:
    """A `BackupService`. With `waits` it is in the middle of the work until it is cancelled."""

    report: BackupReport = REPORT
    error: GangDanError | None = None
    waits: bool = False
    asked: list[tuple[object, ...]] = field(default_factory=list)
    stopped: bool = False

    async def back_up(self, file: Path, *, whole: bool = False) -> AsyncGenerator[BackupEvent, None]:
        self.asked.append(("back up", file, whole))
        async for event in self._work():
            yield event
        yield BackupFinished(self.report)

    async def unpack(self, file: Path) -> AsyncGenerator[RestoreEvent, None]:
        self.asked.append(("unpack", file))
        async for event in self._work():
            yield event
        yield Restored(self.report)

    async def discard(self) -> None:
        self.asked.append(("discard",))

    async def _work(self) -> AsyncGenerator[BackupProgress, None]:
        yield BackupProgress(3_000_000, 12_000_000)
        try:
            await (asyncio.Event().wait() if self.waits else asyncio.sleep(0))
        finally:
            self.stopped = True
        if self.error is not None:
            raise self.error
