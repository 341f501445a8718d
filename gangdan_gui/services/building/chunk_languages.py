"""The language of each chunk of a document, which may be in two: a reader for a class, a page with its translation."""

from __future__ import annotations

import re

from gangdan_gui.domain.language import blanked, detect_language
from gangdan_gui.retrieving.stop_words import STOP_WORDS

_ENGLISH = "en"
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_OTHER_LETTER = re.compile(r"[^\W\d_a-zA-Z\u00c0-\u024f]")
# So many small words of English make prose: a table of names, a heading and a licence's title have fewer. Those that
# are words of code too do not count.
_OF_CODE = "a an and as by do for from i if in into is it not of on or then this to where with"
_SMALL_WORDS = STOP_WORDS.difference(_OF_CODE.split())
_FEWEST = 6
_SHARE = 0.08
# So many letters of another script are more than a name or an example.
_OTHER_LETTERS = 40


class ChunkLanguages:
    """Of a text whose language is `usual`."""

    def __init__(self, text: str, usual: str) -> None:
        self._usual = usual
        self._prose = blanked(text)

    def of(self, start: int, end: int) -> str:
        """The usual one, unless what stands there beside code is plainly prose in English, or plainly in none."""
        prose = self._prose[start:end]
        if not self._usual:
            return self._usual
        if self._usual == _ENGLISH:
            plain = not prose.isascii() and len(_OTHER_LETTER.findall(prose)) >= _OTHER_LETTERS
            return detect_language(prose) if plain else self._usual
        return _ENGLISH if _is_english(prose) else self._usual


def _is_english(prose: str) -> bool:
    words = _LATIN_WORD.findall(prose)
    small = sum(word.casefold() in _SMALL_WORDS for word in words)
    if small < max(_FEWEST, _SHARE * len(words)):
        return False
    return detect_language(prose) == _ENGLISH
