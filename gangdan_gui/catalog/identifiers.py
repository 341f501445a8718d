"""Ids of sources: short ASCII names, good for files on any system and for the command line."""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Collection

ID_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
# Windows keeps these names for devices, with any ending.
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
_EXPRESSED = re.compile(r"[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*")
_LONGEST_SLUG = 40
_HASH_DIGITS = 8


def valid_id(text: str) -> bool:
    """Whether a source may be called this: lower-case ASCII, and no name that Windows keeps for itself."""
    return bool(ID_PATTERN.fullmatch(text)) and text not in _RESERVED


def source_id(title: str, taken: Collection[str]) -> str:
    """An id for a title, stable as long as it is free. `taken` are the ids there are.

    A title that its slug wholly expresses has it bare (`NumPy guide` is `numpy-guide`); any other gets the beginning
    of its hash (`C++` and `C#` are both `c` otherwise, and Chinese is nothing). A taken id is counted on: `-2`, `-3`.
    """
    slug = _slug(title)
    if slug in _RESERVED or len(slug) > _LONGEST_SLUG or not _EXPRESSED.fullmatch(title.strip()):
        slug = f"{slug[:_LONGEST_SLUG].rstrip('-') or 'source'}-{_hash(title)}"
    occupied = {one.lower() for one in taken}
    names = itertools.chain([slug], (f"{slug}-{number}" for number in itertools.count(2)))
    return next(name for name in names if name not in occupied)


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _hash(title: str) -> str:
    return hashlib.sha256(title.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
