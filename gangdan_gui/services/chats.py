"""Keeps one chat model's server for each address for as long as the library is open: its connections are used again."""

from __future__ import annotations

from collections.abc import Callable

from gangdan_gui.domain.chat import ChatModel


class Chats:
    """Servers by the address in the settings, made by `make` when they are first asked for."""

    def __init__(self, make: Callable[[str], ChatModel]) -> None:
        self._make = make
        self._kept: dict[str, ChatModel] = {}

    def at(self, address: str) -> ChatModel:
        """The server at an address. Raises InvalidSetting for what is no address."""
        if address not in self._kept:
            self._kept[address] = self._make(address)
        return self._kept[address]

    async def close(self) -> None:
        """Close them all."""
        for chat in self._kept.values():
            await chat.close()
