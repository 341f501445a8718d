"""The terms that a text is found by: how it is taken apart for the index of words, and a question likewise.

Words are compared without case and in the usual width. A name of code (`np.linalg.norm`, `train_test_split`,
`DataFrame`, `C++`, `.NET`, `--option`) is found as a whole, as it is written, and by its parts. English words are
found in whatever form. Chinese is cut by a dictionary, long words into the shorter ones that they hold too; where it
knows no word, and in other scripts without spaces, pairs of neighbouring characters stand for words, a lone character
for itself. Traditional and Simplified characters are the same to it, the latter are what terms are made of.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from gangdan_gui.retrieving.stemming import stem
from gangdan_gui.retrieving.stop_words import ASKING, STOP_WORDS
from gangdan_gui.simplified import simplified

WORDS_VERSION = "2"
"""Another one for whatever changes the terms of any text: an index that was made with another is made anew."""
LONGEST = 64
"""Of a longer term its beginning stands for it: what is so long is no word, but data."""

# Han, with the signs that repeat a character.
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
# Thai, Hangul and kana.
_OTHERS = "\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\uac00-\ud7af"
_LETTER = rf"[^\W{_HAN}{_OTHERS}]"
_RUN = re.compile(
    rf"[{_HAN}]+|[{_OTHERS}]+|(?<![\w-])--{_LETTER}+(?:-{_LETTER}+)*"
    rf"|(?:(?<![\w.])\.)?{_LETTER}+(?:\.{_LETTER}+)*(?:\+\+|#(?!{_LETTER}))?"
)
_IS_HAN = re.compile(f"[{_HAN}]")
_IS_OTHER = re.compile(f"[{_OTHERS}]")
# Where a name of code goes from one part to the next: `readCsv`, `HTMLParser`, `read_csv`, `np.array`.
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_.+#-]+")


def terms(text: str) -> list[str]:
    """All terms of a text, as often as they are there; empty where it has no letter and no digit."""
    return [term for run in _RUN.findall(unicodedata.normalize("NFKC", text)) for term in _of_run(run, in_text=True)]


def counted(text: str) -> tuple[dict[str, int], int]:
    """How often each term stands in a text, and how many terms tell it from others."""
    counts = Counter(terms(text))
    return counts, sum(count for term, count in counts.items() if term not in STOP_WORDS)


def question_terms(question: str) -> dict[str, float]:
    """What to look for, each with its weight, in the order of the question.

    Words that every text has are left out unless there are no others, or they are written in capitals (`IT`, `WHO`).
    """
    telling = [term for term, run in _asked(ASKING.sub(" ", question)) if is_telling(term) or _is_abbreviation(run)]
    return dict.fromkeys(telling or (term for term, _ in _asked(question)), 1.0)


def _asked(question: str) -> Iterator[tuple[str, str]]:
    """The terms of a question, each with the run of characters that it stands in."""
    for run in _RUN.findall(unicodedata.normalize("NFKC", question)):
        yield from ((term, run) for term in _of_run(run, in_text=False))


def is_telling(term: str) -> bool:
    """Whether a term tells a text from others."""
    return term not in STOP_WORDS


def latin_names(text: str) -> dict[str, int]:
    """The words in Latin letters and the numbers of a text, as they are written, each with where it first stands."""
    found: dict[str, int] = {}
    for run in _RUN.finditer(text):
        if run[0].isascii():
            found.setdefault(run[0], run.start())
    return found


def needs_dictionary(text: str) -> bool:
    """Whether a text is cut by the dictionary of Chinese words, which takes a moment to read at first."""
    return bool(_IS_HAN.search(unicodedata.normalize("NFKC", text)))


def _is_abbreviation(run: str) -> bool:
    return len(run) > 1 and run.isupper()


# Most runs of a text are words that were there before.
@lru_cache(50_000)
def _of_run(run: str, *, in_text: bool) -> tuple[str, ...]:
    if _IS_HAN.match(run):
        return tuple(_of_han(simplified(run), in_text=in_text))
    if _IS_OTHER.match(run):
        return tuple(_pairs(run)) if any(map(str.isalnum, run)) else ()
    return tuple(term[:LONGEST] for term in _of_name(run))


def _of_name(run: str) -> Iterator[str]:
    name = run.lstrip("_").rstrip("_.")
    parts = [part.casefold() for part in _SEAM.split(name) if part]
    if parts and [whole := name.casefold()] != parts:
        yield whole
    yield from map(stem, parts)


def _of_han(run: str, *, in_text: bool) -> Iterator[str]:
    """Words, and pairs where the dictionary knows none.

    In a text also the pairs at both ends of such a place: a word may be cut in two there (`管理系|統`), and a question
    for it alone is not.
    """
    from rjieba import has_word, tokenize  # it reads its dictionary for a moment

    unknown = range(0)
    for word, start, end in tokenize(run, "search", True):
        if len(word) == 1 and word not in STOP_WORDS:
            unknown = range(unknown.start if unknown else start, end)
            continue
        yield from _of_unknown(run, unknown, in_text=in_text)
        unknown = range(0)
        yield word[:LONGEST]
        if not has_word(word) and word not in STOP_WORDS:
            yield from _of_unknown(run, range(start, end), in_text=in_text, known=word)
    yield from _of_unknown(run, unknown, in_text=in_text)


def _of_unknown(run: str, place: range, *, in_text: bool, known: str = "") -> Iterator[str]:
    if place:
        yield from (pair for pair in _pairs(run[place.start : place.stop]) if pair != known)
    if place and in_text:
        ends = (run[at - 1 : at + 1] for at in (place.start, place.stop) if 0 < at < len(run))
        yield from (pair for pair in ends if STOP_WORDS.isdisjoint(pair))


def _pairs(characters: Sequence[str]) -> Iterable[str]:
    if len(characters) == 1:
        return characters
    return (first + second for first, second in pairwise(characters))
