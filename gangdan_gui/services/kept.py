"""Keeps what is costly to open for as long as the library is open: one of each kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AsyncExitStack
from typing import Generic, Protocol, TypeVar


class Closed(Protocol):
    """What has to be closed."""

    async def close(self) -> None:
        """May be called twice."""


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Closed)


class Kept(Generic[K, V]):
    """Things by what they are asked for with, made by `make` when they are first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._kept: dict[K, V] = {}

    def get(self, key: K) -> V:
        """The one for that key. Raises what `make` raises."""
        if key not in self._kept:
            self._kept[key] = self._make(key)
        return self._kept[key]

    async def close(self) -> None:
        """Close them all, also when one of them fails at it."""
        async with AsyncExitStack() as closing:
            for kept in self._kept.values():
                closing.push_async_callback(kept.close)
