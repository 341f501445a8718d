"""Other places that give out the same files, for schools where the first one is slow or blocked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.domain.reasons import Reason
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

    def stands_for(self, address: str) -> bool:
        """Whether an address begins with one that is given."""
        return any(_moved(address, left, right) for left, right in self.pairs)

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


def typed_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """The pairs of a list as they stand, good or not: what has no middle is the beginning of an address alone."""
    halves = (_MIDDLE.split(pair, maxsplit=1) for pair in text.split())
    return tuple((half[0], "".join(half[1:])) for half in halves)


def typed_text(pairs: Sequence[tuple[str, str]]) -> str:
    """Pairs as they were typed, as the list that is kept; rows that nothing was typed into are left out."""
    tidy = (tuple("".join(half.split()) for half in pair) for pair in pairs)
    return " ".join("=".join(filter(None, pair)) for pair in tidy if any(pair))


def pair_fault(pair: tuple[str, str]) -> Reason | None:
    """Why a pair is no mirror; None for one that is, and for one that nothing was typed into."""
    if not any(half.strip() for half in pair):
        return None
    if not all(half.strip() for half in pair):
        return Reason("mirror-half")
    for half in pair:
        try:
            read_web_address(half)
        except AddressRefused as error:
            return Reason(error.facts["what"], error.facts["address"])
    if read_web_address(pair[0]) == read_web_address(pair[1]):
        return Reason("mirror-itself")
    return None if are_mirrors(typed_text([pair])) else Reason("not-an-address")


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
