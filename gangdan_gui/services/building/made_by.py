"""What a document was made by: the converter, what is said of it, and the files that it includes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

CUTTING_VERSION = 2
"""Counts up whenever the same text may be cut into other chunks, or something else may be said of them.

By a splitter, by what is done with short texts, by the line of headings, by how their language is told. The next build
then reads what was cut before and cuts it again, document by document; chunks that come out as they were keep their
vectors and their rows.
"""
_WITH = "+"
_IN_PART = "~"


def version_with(converter: str, said: str) -> str:
    """A converter's version with the hash of what is said of a document."""
    return f"{converter}{_WITH}{said}"


def said_in_part(remembered: str, version: str) -> str:
    """What is remembered of a document into which only a part of what is said by `version` could go."""
    _, line, files = remembered.partition("\n")
    return f"{version_with(converter_of(remembered), said_of(version))}{_IN_PART}{line}{files}"


def said_of(remembered: str) -> str:
    """The hash of what was said of a document, empty for nothing."""
    return remembered.partition("\n")[0].partition(_WITH)[2]


def converter_of(remembered: str) -> str:
    """The version of the converter alone."""
    return remembered.partition("\n")[0].partition(_WITH)[0]


def made_by(version: str, included: Iterable[tuple[str, str]]) -> str:
    """What the manifest remembers. `included` are paths with their SHA-256, empty for a file that is not there."""
    files = dict(included)
    return f"{version}\n{json.dumps(files, sort_keys=True)}" if files else version


def would_be_the_same(remembered: str, version: str, sha256_of: Callable[[str], str]) -> bool:
    """Whether the same file would be made into the same document now."""
    return remembered.partition("\n")[0] == version and same_files(remembered, sha256_of)


def same_files(remembered: str, sha256_of: Callable[[str], str]) -> bool:
    """Whether the files that a document includes are those that it was made of."""
    files = remembered.partition("\n")[2]
    return all(sha256_of(path) == sha256 for path, sha256 in json.loads(files or "{}").items())
