"""The words that a question is looked for by, and how often a text holds them.

Words are compared without case, and letters that were typed wide as narrow ones. A name of code (`read_csv`,
`np.array`, `DataFrame`) is looked for as a whole and by its parts, and its parts are found by themselves. Scripts
without spaces have no words that could be told without a dictionary: pairs of neighbouring characters stand for them, a
lone character for itself.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass

# Han, kana, Hangul and Thai, with the marks that repeat or lengthen what is before them.
_UNSPACED = (
    "\u0e00-\u0e7f\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
_RUN = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+(?:\.[^\W{_UNSPACED}]+)*")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
# Where a name of code goes from one part to the next: `readCsv`, `HTMLParser`, `read_csv`, `np.array`.
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_.]+")
_COMMON = """
    a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
    may me my no not of on or our shall she should so some than that the their them then there these they this those
    to us was we were what when where which who whom whose why will with would you your
"""
_STOP_WORDS = frozenset(_COMMON.split())
_WIDE = re.compile("[０-９Ａ-Ｚａ-ｚ]")
# The full-width forms have the order of ASCII.
_NARROW = {0xFEE0 + code: code for code in map(ord, string.digits + string.ascii_letters + "._")}
# What Chinese questions are made of.
_ASKING = re.compile(
    r"为什么|什么是|是什么|什么|怎么样|怎么|怎样|如何|哪些|哪个|哪里|多少|是否|是不是|请问|[吗呢吧啊呀]+(?=\W|$)"
)


@dataclass(frozen=True, slots=True)
class Searched:
    """A text made ready to be looked through. `folded` has the same characters at the same places where `cased`."""

    text: str
    folded: str

    @classmethod
    def of(cls, text: str) -> Searched:
        """Ready one text."""
        text = _narrow(text)
        return cls(text, text.casefold())

    def count(self, keyword: str) -> int:
        """How often a keyword stands in the text."""
        if keyword not in self.folded:
            return 0
        if _IS_UNSPACED.match(keyword):
            return self.folded.count(keyword)
        # Folding may lengthen a text (`ß`); the seams of its names are lost then, its words are not.
        text = self.text if len(self.text) == len(self.folded) else self.folded
        return sum(_stands_alone(text, at, at + len(keyword)) for at in _places(self.folded, keyword))


def keywords(question: str) -> tuple[str, ...]:
    """What to look for, each once, in the order of the question; empty where it has no letter and no digit.

    Words that every text has are left out unless there are no others.
    """
    question = _narrow(question)
    every = tuple(dict.fromkeys(_keywords(question)))
    telling = tuple(dict.fromkeys(word for word in _keywords(_ASKING.sub(" ", question)) if word not in _STOP_WORDS))
    return telling or every


def _narrow(text: str) -> str:
    """The usual form of letters and digits that an input method for Chinese made as wide as a Han character."""
    return text.translate(_NARROW) if _WIDE.search(text) else text


def _keywords(question: str) -> Iterator[str]:
    for found in _RUN.finditer(question):
        run = found[0].strip("_.")
        if _IS_UNSPACED.match(run):
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
        elif run:
            yield run.casefold()
            yield from (part.casefold() for part in _SEAM.split(run) if part)


def _places(text: str, keyword: str) -> Iterator[int]:
    at = text.find(keyword)
    while at >= 0:
        yield at
        at = text.find(keyword, at + len(keyword))


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a word begins and ends there, or a part of a name."""
    return _parted(text, start) and _parted(text, end)


def _parted(text: str, at: int) -> bool:
    around = text[max(0, at - 1) : at + 1]
    if at in (0, len(text)) or not around.isalnum():
        return True
    return bool(_IS_UNSPACED.search(around) or _SEAM.match(text, at))
