"""Keeps one embedder for each label and server for as long as the library is open: a child takes a second to start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gangdan_gui.domain.ports import Embedder
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.settings import Settings

Make = Callable[[str, str], Embedder]
Choose = Callable[[Settings], Awaitable[str]]


class Embedders:
    """Embedders by label, made by `make` (label, address of Ollama) when they are first asked for at an address.

    `choose` names the one for a source that was never built. `settings` are asked each time: they may change.
    """

    def __init__(self, make: Make, choose: Choose, settings: Callable[[], Settings]) -> None:
        self._kept: Kept[tuple[str, str], Embedder] = Kept(lambda key: make(*key))
        self._choose = choose
        self._settings = settings

    def get(self, label: str) -> Embedder:
        """The embedder of that label. Raises InvalidSetting for a label or an address that means nothing here."""
        return self._kept.get((label, self._settings().address_for_embedding))

    async def default(self) -> str:
        """The label for a source that was never built."""
        return await self._choose(self._settings())

    async def close(self) -> None:
        """End them all."""
        await self._kept.close()
