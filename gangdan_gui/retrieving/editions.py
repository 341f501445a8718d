"""Tells whether a text says what another one says: the same page in two editions, under another heading, laid out anew.

Nothing but layout, headings of Markdown and, between pages that are called alike, one version number may differ: rows
of tables and entries of a reference that only look alike differ in a word or in a value, and are two texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t].*$", re.MULTILINE)
# `3.12`, `v2.0.1`; no value in a cell of a table, and none that its unit touches.
_VERSION = re.compile(r"(?<![\w.|-])v?\d+(?:\.\d+)+(?![\w%°]|\.\d|\s*\|)")
# What has no such place has no version number, which is told ten times as fast as there is none.
_DOTTED = re.compile(r"\d\.\d")
_MARK = "\0"
LEAST = 100
"""Characters. What is shorter says too little: the same line may stand in different places for different things."""
# Two cuts of one page hardly begin and end at the same places.
_SHARED = 0.8
_BEGINNING = 40


@dataclass(frozen=True, slots=True)
class Edition:
    """What a text says: its `words` without headings and blanks, each version number replaced by a mark.

    `beginning` is how they begin: a text that shares some holds that, or begins with what stands here. `called` is what
    its page is called, by title and by the name of its file; `asked` are the words that it was found by.
    """

    words: str
    beginning: str
    versions: tuple[str, ...]
    called: frozenset[str]
    asked: frozenset[str]

    @classmethod
    def of(cls, text: str, called: Collection[str], asked: Collection[str]) -> Edition:
        words = " ".join((_HEADING.sub("", text) if "#" in text else text).replace(_MARK, "").split())
        versions: tuple[str, ...] = ()
        if _DOTTED.search(words):
            versions = tuple(version.lstrip("v") for version in _VERSION.findall(words))
            words = _VERSION.sub(_MARK, words)
        said = "".join(words.split())
        return cls(said, said[:_BEGINNING], versions, frozenset(called) - {""}, frozenset(asked))


def holds(whole: Edition, part: Edition) -> bool:
    """Whether all of a text stands in another one."""
    return 0 < _shared(whole, part) == len(part.words)


def says_the_same(one: Edition, other: Edition) -> bool:
    """Whether two texts are nearly all of each other: four fifths of the longer, none of them cut between."""
    longer = max(len(one.words), len(other.words))
    return 0 < max(_shared(one, other), _shared(other, one)) >= _SHARED * longer


def touches(one: Edition, other: Edition) -> bool:
    """Whether one of two texts goes on where the other begins or stands in it."""
    return max(_shared(one, other), _shared(other, one)) > 0


def _shared(one: Edition, other: Edition) -> int:
    """How much of `other`, from its beginning, stands in `one`, up to the end of either."""
    if min(len(one.words), len(other.words)) < LEAST:
        return 0
    at = one.words.find(other.beginning)
    length = min(len(one.words) - at, len(other.words))
    if at < 0 or one.words[at : at + length] != other.words[:length]:
        return 0
    before, count = one.words.count(_MARK, 0, at), other.words.count(_MARK, 0, length)
    pairs = zip(one.versions[before : before + count], other.versions[:count], strict=True)
    return length if _may_differ(one, other, {(left, right) for left, right in pairs if left != right}) else 0


def _may_differ(one: Edition, other: Edition, versions: Collection[tuple[str, str]]) -> bool:
    """Whether two texts may differ in these versions: one of each, of pages called alike, that nobody asked for."""
    if not versions:
        return True
    named = {number for pair in versions for number in pair}
    return len(versions) == 1 and bool(one.called & other.called) and named.isdisjoint(one.asked | other.asked)
