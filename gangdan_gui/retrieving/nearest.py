"""Cuts off a collection's nearest hits where enough different texts are together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from gangdan_gui.retrieving.passages import rounded


class Near(Protocol):
    """A text, and how far it is."""

    @property
    def text(self) -> str: ...

    @property
    def distance(self) -> float | None: ...


T = TypeVar("T", bound=Near)


def nearest(hits: Sequence[T], wanted: int, reached: float) -> tuple[T, ...] | None:
    """The hits as far as the one that brings the `wanted`th text; None when more hits must be asked for.

    `hits` come nearest first, `reached` is the distance up to which all were looked at. Copies of a text count once,
    or a licence under every page would leave no room for anything else. Hits that are equally far are taken all or
    none, so that the order in which they were stored does not decide which is shown.
    """
    texts: set[str] = set()
    for hit in hits:
        texts.add(hit.text)
        if len(texts) == wanted:
            limit = rounded(hit.distance)
            return tuple(one for one in hits if rounded(one.distance) <= limit) if rounded(reached) > limit else None
    return None
