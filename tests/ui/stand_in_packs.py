"""Packs that a window asks for, without a library that they could go into."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests.packs import (
    InstallOptions,
    PackContents,
    PackEvent,
    PackFinished,
    PackProgress,
    PackReport,
)

REPORT = PackReport("numpy", 3, 42, "builtin", "ab" * 32, ok=True)


@dataclass
class StandInPacks:
    """A `PackService` that remembers what it was asked; with `failure` it refuses."""

    failure: GangDanError | None = None
    created: list[tuple[str, Path, tuple[str, ...]]] = field(default_factory=list)
    installed: list[tuple[Path, InstallOptions]] = field(default_factory=list)

    async def create(
        self, source: str, file: Path, *, also: Sequence[str] = (), base: Path | None = None
    ) -> AsyncGenerator[PackEvent, None]:
        self._refuse()
        self.created.append((source, file, tuple(also)))
        yield PackProgress(42, 42)
        yield PackFinished(REPORT)

    async def contents(self, file: Path) -> PackContents:
        self._refuse()
        return PackContents(file, 1, "numpy", "NumPy", "BSD-3-Clause", "en", "", "2026-11-30", 3, (), "")

    async def install(self, file: Path, options: InstallOptions) -> AsyncGenerator[PackEvent, None]:
        self._refuse()
        self.installed.append((file, options))
        yield PackProgress(42, 42)
        yield PackFinished(REPORT)

    def _refuse(self) -> None:
        if self.failure:
            raise self.failure
