"""Tells whether a question names anything that could be looked for, however short it is.

`-k`, `42`, `a` and “what is it?” find what is near by chance: nothing in them says what is wanted. `GIL`, `C++`, `404`,
`H2O` and 熵 do. It is asked before anything is searched, so no dictionary is read for it.
"""

from __future__ import annotations

import keyword
import re
import unicodedata

from gangdan_gui.domain.language import HAN
from gangdan_gui.retrieving.stop_words import ASKING, STOP_WORDS

_RUN = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*(?:\+\+|#)?")
_JOINED = re.compile(r"n't$|'(?:d|ll|m|re|s|ve)$", re.IGNORECASE)  # don't, they're
_EAST = re.compile(rf"[{HAN}]|[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\uac00-\ud7af]")
_EMPTY_HAN = re.compile("|".join(sorted((one for one in STOP_WORDS if _EAST.match(one)), key=len, reverse=True)))
# A letter alone is a variable or a slip, and what numbers of one or two digits stand for can't be told.
_LEAST = 2
_LEAST_DIGITS = 3
# Of one letter are these languages, and what formulas are made of.
_LETTERS = re.compile("[CR\u0370-\u03ff]")
# A word that is spoken of: what is “the”?, “的”是什么意思.
_SPOKEN_OF = re.compile(rf"[\"“‘「『](?:[{HAN}]{{1,2}}|[A-Za-z]+)[\"”’」』]")
_EMPTY = STOP_WORDS | {"ain", "ca", "let", "must", "ought", "wo"}  # can't, let's, won't


def names_something(question: str) -> bool:
    """Whether there is a word, a name or a number in it that tells texts from others."""
    plain = unicodedata.normalize("NFKC", question)
    # A vowel of Hindi is a mark on its letter, and no letter to `re`.
    letters = "".join(one for one in plain if one.isascii() or not unicodedata.category(one).startswith("M"))
    runs = _RUN.findall(ASKING.sub(" ", letters.replace("’", "'")))
    # Alone, words of every text are ones of code: `if`, `with`, `not in`.
    code = bool(runs) and all(map(keyword.iskeyword, runs))
    return any(map(_names, runs)) or code or bool(_SPOKEN_OF.search(plain))


def _names(run: str) -> bool:
    if _EAST.search(run):
        return any(map(_names, _EAST.sub(" ", run).split())) or bool(_EAST.search(_EMPTY_HAN.sub("", run)))
    if not any(map(str.isalpha, run)):
        return sum(map(str.isalnum, run)) >= _LEAST_DIGITS
    word = _JOINED.sub("", run)
    if len(word) < _LEAST:
        return bool(_LETTERS.fullmatch(word))
    return word.casefold() not in _EMPTY or run.isupper()
