"""Keeps one embedder for each label and server for as long as the library is open: a child takes a second to start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gangdan_gui.domain.ports import Embedder
from gangdan_gui.embedding.embedders import OLLAMA, Choice, full_label
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.settings import Settings

Make = Callable[[str, str], Embedder]
# With the language that a source is said to be in; empty where nothing is said.
Choose = Callable[[Settings, str], Awaitable[Choice]]


class Embedders:
    """Embedders by label, made by `make` (label, address of Ollama) when they are first asked for at an address.

    `choose` names the one for a source that was never built. `settings` are asked each time: they may change.
    """

    def __init__(self, make: Make, choose: Choose, settings: Callable[[], Settings]) -> None:
        self._kept: Kept[tuple[str, str], Embedder] = Kept(lambda key: make(*key))
        self._choose = choose
        self._settings = settings

    def get(self, label: str) -> Embedder:
        """The embedder of that label; `ollama` alone is the settings' model.

        Raises InvalidSetting for a label or an address that means nothing here.
        """
        settings = self._settings()
        if label.partition(":")[0] == OLLAMA:
            label = full_label(label, settings.embedding_model)
        return self._kept.get((label, settings.address_for_embedding))

    async def default(self, language: str = "") -> Choice:
        """The one for a source that was never built, by the language that it is said to be in."""
        return await self._choose(self._settings(), language)

    async def close(self) -> None:
        """End them all."""
        await self._kept.close()
