"""The words of a vocabulary by their language, and which words are worth a place in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gangdan_gui.domain.language import detect_language

MOST_WORDS = 10_000
"""Of one language in one vocabulary: about ten seconds of embedding, once. The most frequent ones."""
_LEAST_CHUNKS = 2
# In a library of so few chunks a word that stands in one of them may well be what is asked for.
_FEW_CHUNKS = 200
# Two letters are an abbreviation or a part of a name of code, and near to anything.
_SHORTEST_LATIN, _LONGEST = 3, 30


def worthwhile(counts: Mapping[str, int], chunks: int) -> tuple[str, ...]:
    """The words to be found from other languages, most frequent first; `counts` are the chunks that hold each.

    Numbers, names of code and rare misprints are left out: the first two are found as they stand.
    """
    least = 1 if chunks < _FEW_CHUNKS else _LEAST_CHUNKS
    found = sorted((-count, word) for word, count in counts.items() if count >= least and _is_word(word))
    taken: dict[str, int] = {}
    words = []
    for _, word in found:
        language = language_of(word)
        if not language or taken.get(language, 0) >= MOST_WORDS:
            continue
        taken[language] = taken.get(language, 0) + 1
        words.append(word)
    return tuple(words)


def language_of(word: str) -> str:
    """The language that a word's letters tell, as `detect_language` has it for texts."""
    first = word[:1]
    if "a" <= first <= "z":
        return "en"
    return "zh" if "\u4e00" <= first <= "\u9fff" and word.isalpha() and not _has_kana(word) else detect_language(word)


def by_language(words: Iterable[str]) -> dict[str, list[int]]:
    """The places of words, by language."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        places.setdefault(language_of(word), []).append(place)
    return places


def _is_word(word: str) -> bool:
    if not word.isalpha() or len(word) > _LONGEST:
        return False
    return len(word) >= _SHORTEST_LATIN or not word.isascii()


def _has_kana(word: str) -> bool:
    return any("\u3040" <= character <= "\u30ff" for character in word)
