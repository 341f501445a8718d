"""What a document may take from the other files of its source: the text that it includes, the addresses it names.

A name is looked up among the files of the source only, never on disk: none leads out of it, whatever it says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from gangdan_gui.converting.decoding import decode
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason

_DEEPEST = 10
_MOST_FILES = 200
_MOST_CHARACTERS = 4_000_000
_NAMED = 3
# A link to a page of the built site means the file that the page is made of.
_WRITTEN_AS = ("", ".md", ".mdx", ".rst", "/index.md", "/index.rst", "/README.md")
_BUILT = (".html", ".htm")


class Surroundings(Protocol):
    """The files of one source, by their path inside it."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is no such file, or it can't be read."""

    def address(self, path: str) -> str:
        """Where a reader finds a file; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Included:
    """A file that stands inside another. `path` is its own."""

    path: str
    text: str


class Neighbours:
    """The surroundings of the document at `path`, and what it took from them.

    `taken` holds the SHA-256 of each file asked for, in hex; empty for one that is not there. One object serves one
    conversion.
    """

    def __init__(self, path: str = "", surroundings: Surroundings | None = None) -> None:
        self._surroundings = surroundings
        self._within = [path.replace("\\", "/")]
        self._missing: dict[str, None] = {}
        self._characters = 0
        self._address = surroundings.address(path) if surroundings else ""
        self.taken: dict[str, str] = {}

    @property
    def warnings(self) -> tuple[Reason, ...]:
        """What was to be included and is not, said once."""
        names = [*self._missing][:_NAMED]
        more = ["…"] if len(self._missing) > _NAMED else []
        return (Reason("not-included", ", ".join([*names, *more])),) if names else ()

    def find(self, reference: str) -> Included | None:
        """The file that an include names; None, with a warning, where it is not to be had."""
        for path in self._candidates(reference):
            included = self._read(path)
            if included is not None:
                return included
        self._missing[reference.strip()[:200]] = None
        return None

    @contextmanager
    def inside(self, included: Included) -> Iterator[None]:
        """While its text is converted, names are looked up from where the included file lies too."""
        self._within.append(included.path)
        try:
            yield
        finally:
            self._within.pop()

    def absolute(self, reference: str) -> str:
        """The full address of a link in this document; empty where it is full already, or not known."""
        parts = _parts(reference)
        if not self._address or parts is None or parts.scheme or parts.netloc or not parts.path:
            return ""
        path, rest = unquote(parts.path), reference[len(parts.path) :]
        return self._of_file(path, rest) or _web_address(urljoin(self._address, reference))

    def _of_file(self, reference: str, rest: str) -> str:
        """The address of a file of a source whose addresses are made of its paths."""
        assert self._surroundings is not None
        own = self._within[0]
        base = _base(self._address, own)
        path = joined(own, reference)
        if not base or path is None:
            return ""
        stem = next((path.removesuffix(ending) for ending in _BUILT if path.endswith(ending)), path)
        for name in (path, *(stem.rstrip("/") + ending for ending in _WRITTEN_AS)):
            if address := self._surroundings.address(name):
                return address + rest
        return _web_address(base + quote(path) + rest)

    def _candidates(self, reference: str) -> Iterator[str]:
        """Where an include may lie: beside the file that names it, else beside the document itself."""
        paths = (joined(within, reference.strip()) for within in (self._within[-1], self._within[0]))
        yield from dict.fromkeys(path for path in paths if path)

    def _read(self, path: str) -> Included | None:
        if path in self._within or len(self._within) > _DEEPEST or self._surroundings is None:
            return None
        if path not in self.taken and len(self.taken) >= _MOST_FILES:
            return None
        data = self._surroundings.read(path)
        self.taken[path] = hashlib.sha256(data).hexdigest() if data is not None else ""
        if data is None or len(data) > _MOST_CHARACTERS:
            return None
        try:
            text = decode(data).text
        except UnreadableFile:
            return None
        self._characters += len(text)
        return Included(path, text) if self._characters <= _MOST_CHARACTERS else None


def joined(path: str, reference: str) -> str | None:
    """The path that a name in the file at `path` means; one that begins with `/` counts from the source's top.

    None for one that leads out of the source.
    """
    reference = reference.replace("\\", "/")
    parts = [] if reference.startswith("/") else [part for part in path.split("/")[:-1] if part not in ("", ".", "..")]
    for part in reference.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    found = "/".join(parts)
    return None if ":" in found.split("/")[0] or "\x00" in found else found


def _parts(reference: str) -> SplitResult | None:
    """The parts of an address; None for what is none."""
    try:
        return urlsplit(reference)
    except ValueError:
        return None


def _base(address: str, path: str) -> str:
    """The address of the source's top, where that of the file at `path` is made of it."""
    for name in (quote(path), path):
        if address.endswith("/" + name):
            return address.removesuffix(name)
    return ""


def _web_address(address: str) -> str:
    return address if address.startswith(("http://", "https://")) else ""
