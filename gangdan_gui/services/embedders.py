"""Keeps one embedder for each label for as long as the library is open: a child process costs a second to start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gangdan_gui.domain.ports import Embedder


class Embedders:
    """Embedders by label, made by `make` when they are first asked for; `choose` names the one for a new source."""

    def __init__(self, make: Callable[[str], Embedder], choose: Callable[[], Awaitable[str]]) -> None:
        self._make = make
        self._choose = choose
        self._kept: dict[str, Embedder] = {}

    def get(self, label: str) -> Embedder:
        """The embedder of that label. Raises InvalidSetting for a label that means nothing here."""
        if label not in self._kept:
            self._kept[label] = self._make(label)
        return self._kept[label]

    async def default(self) -> str:
        """The label for a source that was never built."""
        return await self._choose()

    async def close(self) -> None:
        """End them all."""
        for embedder in self._kept.values():
            await embedder.close()
