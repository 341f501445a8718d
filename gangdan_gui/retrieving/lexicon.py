"""The words of a vocabulary by their language, and which words are worth a place in one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gangdan_gui.domain.language import detect_language
from gangdan_gui.retrieving.stop_words import JOINING, PARTICLES

MOST_WORDS = 10_000
"""Of one language in one vocabulary: about ten seconds of embedding, once. The most frequent ones."""
_LEAST_CHUNKS = 2
# In a library of so few chunks a word that stands in one of them may well be what is asked for.
_FEW_CHUNKS = 200
# Two letters are an abbreviation or a part of a name of code, and near to anything.
_SHORTEST_LATIN, _LONGEST = 3, 30
# Of two characters are words of Chinese, and what the index takes for one where the dictionary knows none.
_PAIR = 2


def worthwhile(counts: Mapping[str, int], chunks: int) -> tuple[str, ...]:
    """The words to be found from other languages, most frequent first; `counts` are the chunks that hold each.

    Numbers, names of code, pieces of words and rare misprints are left out: the first two are found as they stand.
    Reads the dictionary of Chinese words, which holds the interpreter for a moment.
    """
    least = 1 if chunks < _FEW_CHUNKS else _LEAST_CHUNKS
    likely = {word: count for word, count in counts.items() if count >= least and _is_word(word)}
    pieces = set(_pieces(counts))
    found = sorted((-count, word) for word, count in likely.items() if word not in pieces)
    taken: dict[str, int] = {}
    words = []
    for _, word in found:
        language = language_of(word)
        if not language or taken.get(language, 0) >= MOST_WORDS:
            continue
        taken[language] = taken.get(language, 0) + 1
        words.append(word)
    return tuple(words)


def whole_words(words: Sequence[str]) -> tuple[str, ...]:
    """Of the terms of a question those to be shown: without the pieces by which a longer one of them is found too."""
    among = frozenset(words)
    return tuple(word for word in words if not any(_is_piece(word, longer, among) for longer in among))


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


def _pieces(counts: Mapping[str, int]) -> Iterator[str]:
    """The terms that are there to find parts of words by, and that no reader would take for words."""
    for word, count in counts.items():
        if word.isascii():
            yield from _pieces_of_name(word, counts)
        elif "\u4e00" <= word[:1] <= "\u9fff":
            yield from _pieces_of_han(word, count, counts)


def _pieces_of_name(name: str, counts: Mapping[str, int]) -> Iterator[str]:
    """What a name of code holds beside one or two letters: `num` of `NumPy`, where it stands in nothing else."""
    for length in range(1, _SHORTEST_LATIN):
        for part, rest in ((name[:-length], name[-length:]), (name[length:], name[:length])):
            if counts.get(part) == counts[name] <= counts.get(rest, 0):
                yield part


def _pieces_of_han(word: str, count: int, counts: Mapping[str, int]) -> Iterator[str]:
    """A pair of neighbours that is no word, and what stands only inside of a longer word: `氧化碳` of `二氧化碳`."""
    from rjieba import has_word

    known = has_word(word)
    if len(word) == _PAIR and not known and _is_simplified(word):
        yield word
    for length in range(_PAIR, len(word)):
        for start in range(len(word) - length + 1):
            part = word[start : start + length]
            # As many chunks are the same ones: whatever holds the word holds its parts.
            if counts.get(part) == count and (known or not has_word(part)):
                yield part


def _is_piece(part: str, whole: str, among: Collection[str]) -> bool:
    if part == whole or part not in whole:
        return False
    if not part.isascii():
        return True
    # Of a name of code the rest is looked for too: `num` of `numpy`, but not `art` of `part`.
    before, after = whole[: -len(part)], whole[len(part) :]
    return (whole == part + after and after in among) or (whole == before + part and before in among)


def _is_simplified(word: str) -> bool:
    """Whether the dictionary would know it if it were a word: of Traditional ones it knows few."""
    try:
        word.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def _is_word(word: str) -> bool:
    if not word.isalpha() or len(word) > _LONGEST:
        return False
    return len(word) >= _SHORTEST_LATIN and word not in PARTICLES if word.isascii() else word not in JOINING


def _has_kana(word: str) -> bool:
    return any("\u3040" <= character <= "\u30ff" for character in word)
