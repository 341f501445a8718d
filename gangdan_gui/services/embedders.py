"""Keeps one embedder for each label for as long as the library is open: a child process costs a second to start."""

from __future__ import annotations

from collections.abc import Callable

from gangdan_gui.domain.ports import Embedder


class Embedders:
    """Embedders by label, made by `make` when they are first asked for."""

    def __init__(self, make: Callable[[str], Embedder]) -> None:
        self._make = make
        self._kept: dict[str, Embedder] = {}

    def get(self, label: str) -> Embedder:
        """The embedder of that label. Raises NotAvailable for a label that means nothing here."""
        if label not in self._kept:
            self._kept[label] = self._make(label)
        return self._kept[label]

    async def close(self) -> None:
        """End them all."""
        for embedder in self._kept.values():
            await embedder.close()
