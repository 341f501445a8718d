"""Finds the words of a question in a text, to mark them: Latin words by their stem, Han, kana and hangul by pairs.

Every step is one pass over the text, whatever it holds.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

Span = tuple[int, int]

_EAST = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003134f"
_TOKEN = re.compile(rf"(?P<east>[{_EAST}]+)|(?:(?![{_EAST}])[^\W_])+")
_KANA = re.compile(r"[\u3040-\u309f]{2}")
# Characters that ask or join rather than name something; a pair that holds one is not marked.
_EMPTY_HAN = frozenset("的了是在和与及或吗呢么吧啊什怎如何请为个一这那哪些有给把被让用到从对它其之")
_EMPTY_WORDS = frozenset(
    """a about an and are as at be but by can could did do does for from give had has have how i if in into is it its
    me my of on or our should so than that the their them then there these they this to us use used using was we were
    what when where which who why will with would you your""".split()  # noqa: SIM905 - words read better as text
)
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ies", "ied", "ers", "ed", "es", "er", "ly", "s", "e", "y")
_SHORTEST_STEM = 3


def stem(word: str) -> str:
    """A word without case, width and its commonest English endings; short words stay whole."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= _SHORTEST_STEM:
            plain = plain[: -len(ending)]
            break
    # running → runn → run
    return plain[:-1] if len(plain) > _SHORTEST_STEM and plain[-1] == plain[-2] else plain


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """What to look for: stems of words, pairs of characters, and characters that stood alone."""

    stems: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    single: frozenset[str] = frozenset()

    @classmethod
    def of(cls, question: str) -> QuestionWords:
        """The words of a question that name something."""
        stems, pairs, single = set[str](), set[str](), set[str]()
        for token in _TOKEN.finditer(question):
            word = token.group()
            if not token["east"]:
                if word.casefold() not in _EMPTY_WORDS:
                    stems.add(stem(word))
            elif len(word) == 1:
                single.add(word)
            else:
                pairs.update(p for p in _pairs(word) if not _EMPTY_HAN.intersection(p) and not _KANA.fullmatch(p))
        return cls(frozenset(stems), frozenset(pairs), frozenset(single - _EMPTY_HAN))

    def spans(self, text: str) -> list[Span]:
        """Where the words stand in `text`, in order, without overlap."""
        found: list[Span] = []
        for token in _TOKEN.finditer(text):
            if token["east"]:
                found.extend(self._spans_in_run(token.group(), token.start()))
            elif stem(token.group()) in self.stems:
                found.append(token.span())
        return found

    def _spans_in_run(self, run: str, offset: int) -> list[Span]:
        found: list[Span] = []
        for at, character in enumerate(run):
            length = 2 if run[at : at + 2] in self.pairs else 1 if character in self.single else 0
            if not length:
                continue
            start, end = offset + at, offset + at + length
            if found and found[-1][1] >= start:
                found[-1] = (found[-1][0], max(end, found[-1][1]))
            else:
                found.append((start, end))
        return found


def best_window(text: str, spans: list[Span], length: int) -> int:
    """Where a stretch of `length` characters begins that holds the most spans; the earliest of equals."""
    if len(text) <= length:
        return 0
    best, most, last = 0, 0, 0
    for first, (start, _) in enumerate(spans):
        last = max(last, first)
        while last < len(spans) and spans[last][1] <= start + length:
            last += 1
        if last - first > most:
            best, most = start, last - first
    return best
