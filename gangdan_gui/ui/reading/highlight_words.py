"""Finds the words of a question in a text, to mark them: Latin words by their stem, Han, kana and hangul by pairs.

Traditional and Simplified characters count as the same.

Every step is one pass over the text, whatever it holds.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from gangdan_gui.simplified import simplified

Span = tuple[int, int]

_EAST = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003134f"
_TOKEN = re.compile(rf"(?P<east>[{_EAST}]+)|(?:(?![{_EAST}])[^\W_])+")
_KANA = re.compile(r"[\u3040-\u309f]{2}")
# Words that ask or join; what stands between them names something.
_FUNCTION_WORDS = re.compile(
    "怎么样|怎样|怎么|为什么|什么|如何|为何|哪些|哪个|哪里|哪儿|多少|几个|是否|能否|可否|是不是|能不能|有没有|可不可以|可以|"
    "应该|请问|告诉我|一下|一个|这个|那个|这些|那些|我们|你们|您们|他们|它们|它的|我的|你的|[我你您她的了吗呢吧啊]"
)
_JOINING = "是在和与及或把被让从给"
# Characters that often stand for themselves; inside a longer run a pair that holds one is not marked.
_EMPTY_HAN = frozenset("的了是在和与及或吗呢么吧啊什怎如何请为个一这那哪些有给把被让用到从对它其之")
# 作用, 应用 and 调用 are words.
_EMPTY_ENDS = _EMPTY_HAN - {"用"}
_EMPTY_WORDS = frozenset(
    """a about an and are as at be but by can could did do does for from give had has have how i if in into is it its
    me my of on or our should so than that the their them then there these they this to us use used using was we were
    what when where which who why will with would you your""".split()  # noqa: SIM905 - words read better as text
)
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ies", "ied", "ers", "ed", "es", "er", "ly", "s", "e", "y")
_SHORTEST_STEM = 3
_LONGEST_QUESTION = 4_000
# The passages of a question share most of their words.
_REMEMBERED = 10_000


@lru_cache(_REMEMBERED)
def stem(word: str) -> str:
    """A word without case, width and its commonest English endings; short words stay whole."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= _SHORTEST_STEM:
            plain = plain[: -len(ending)]
            break
    # running → runn → run
    return plain[:-1] if len(plain) > _SHORTEST_STEM and plain[-1] == plain[-2] else plain


def _bare(piece: str) -> str:
    """A stretch between function words without the small words at its ends; a word of two characters stays whole."""
    while len(piece) > 2 and piece[0] in _JOINING:
        piece = piece[1:]
    return piece.strip("是")


def _naming_pairs(piece: str) -> list[str]:
    pairs = [piece[at : at + 2] for at in range(len(piece) - 1)]
    if len(pairs) > 1:
        pairs = [pair for pair in pairs if pair[0] not in _EMPTY_HAN and pair[1] not in _EMPTY_ENDS]
    return [pair for pair in pairs if not _KANA.fullmatch(pair) and not _EMPTY_HAN.issuperset(pair)]


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
        for token in _TOKEN.finditer(simplified(question[:_LONGEST_QUESTION])):
            word = token.group()
            if not token["east"]:
                if word.casefold() not in _EMPTY_WORDS:
                    stems.add(stem(word))
                continue
            for piece in map(_bare, _FUNCTION_WORDS.split(word)):
                if len(piece) == 1:
                    single.add(piece)
                else:
                    pairs.update(_naming_pairs(piece))
        return cls(frozenset(stems), frozenset(pairs), frozenset(single - _EMPTY_HAN))

    def spans(self, text: str) -> list[Span]:
        """Where the words stand in `text`, in order, without overlap."""
        found: list[Span] = []
        for token in _TOKEN.finditer(simplified(text)):
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
