"""What a document was made by: the converter, what is said of it, and the files that it includes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

_WITH = "+"


def version_with(converter: str, said: str) -> str:
    """A converter's version with the hash of what is said of a document."""
    return f"{converter}{_WITH}{said}"


def was_said_something(remembered: str) -> bool:
    """Whether anything was said of the document that was made by this."""
    return _WITH in remembered.partition("\n")[0]


def converter_of(remembered: str) -> str:
    """The version of the converter alone."""
    return remembered.partition("\n")[0].partition(_WITH)[0]


def made_by(version: str, included: Iterable[tuple[str, str]]) -> str:
    """What the manifest remembers. `included` are paths with their SHA-256, empty for a file that is not there."""
    files = dict(included)
    return f"{version}\n{json.dumps(files, sort_keys=True)}" if files else version


def would_be_the_same(remembered: str, version: str, sha256_of: Callable[[str], str]) -> bool:
    """Whether the same file would be made into the same document now."""
    made, _, files = remembered.partition("\n")
    if made != version:
        return False
    return all(sha256_of(path) == sha256 for path, sha256 in json.loads(files or "{}").items())
