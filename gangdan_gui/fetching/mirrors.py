"""Other places that give out the same files, for schools where the first one is slow or blocked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.fetching.web_address import read_web_address

EXPECTED = "https://github.com/=https://mirror.example/github/ …"
# Addresses have `=` of their own.
_MIDDLE = re.compile(r"=(?=https?://)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mirrors:
    """Pairs of what an address begins with and what is put in its place, in the order in which they are tried."""

    pairs: tuple[tuple[str, str], ...] = ()

    def places(self, address: str) -> tuple[str, ...]:
        """Where to ask for an address, one after another; itself last."""
        found = [place for left, right in self.pairs if (place := _moved(address, left, right))]
        return tuple(dict.fromkeys((*found, address)))

    @property
    def addresses(self) -> tuple[str, ...]:
        """The mirrors themselves."""
        return tuple(right for _, right in self.pairs)


def read_mirrors(text: str) -> Mirrors:
    """Read `ADDRESS=ADDRESS` pairs with spaces between them. Raises ValueError."""
    pairs = []
    for pair in text.split():
        halves: Sequence[str] = _MIDDLE.split(pair)
        if len(halves) != 2:
            raise ValueError(pair)
        try:
            pairs.append((read_web_address(halves[0]), read_web_address(halves[1])))
        except AddressRefused as error:
            raise ValueError(pair) from error
    return Mirrors(tuple(pairs))


def are_mirrors(text: str) -> bool:
    """Whether a text is a list of mirrors that can be used."""
    try:
        read_mirrors(text)
    except ValueError:
        return False
    return True


def _moved(address: str, left: str, right: str) -> str:
    """The address at its mirror; empty where the mirror is not for it. Parts of names are never compared."""
    start = left.rstrip("/")
    if not address.startswith(start):
        return ""
    rest = address[len(start) :]
    return f"{right.rstrip('/')}{rest}" if not rest or rest[0] in "/?" else ""
