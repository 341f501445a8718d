"""Takes the ending of an inflected English word away, so that `lists`, `listed` and `listing` are found by `list`.

What is left is a word as it stands in a dictionary wherever a rule can tell, because these are shown, and compared by
meaning with words of other languages: Snowball's stems (`variabl`, `comput`) can be neither, and found no more in the
texts that both were tried on. A wrong guess only parts one form of a word from the others.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SHORTEST = 4
_KEPT = """
    across always anything ceiling during embed evening everything hundred indeed lens morning news nothing pandas
    perhaps series something species towards wednesday whereas
"""
_AS_THEY_ARE = frozenset(_KEPT.split())
_IRREGULAR = {"cookies": "cookie", "dies": "die", "lies": "lie", "movies": "movie", "pies": "pie", "ties": "tie"}
_VOWEL = re.compile("[aeiouy]")
_NO_PLURAL = ("ss", "us", "is")
_PLURAL_ES = re.compile(r"(?:ss|x|sh|[^a]ch|[eo]ach|zz|[^aeiou]o)es$")
# `running`, `planned`, `formatted`; but `calling`, `passed`, `adding`.
_DOUBLED = re.compile(r"..([bdfgmnprt])\1$")
# Where an `e` was dropped before the ending: `handl`, `creat`, `comput`, `mov`, `pars`, `chang`, `defin`, `delet`.
_WITHOUT_E = re.compile(
    r"(?:[^aeiouylr]l|[^eo]at|creat|[^aeiou]ut|[uvcz]|[^s]s|[^aeiou][aio]g|[dr]g|[aeiou][aeiou]s|[hr]ang|^cach|[fgmbl]in"
    r"|[lp]et)$"
)
# `cod`, `fil`, `stor`: one vowel between consonants, the last of which would have been doubled.
_SHORT = re.compile(r"^[^aeiouy]*[aeiouy][bdgklmnprt]$")
_ADVERB = re.compile(r"(?:[^aeiou]al|[iu]al|eal|ful|ous|ive|ent|ant|less|ish|ar|er|ect|act|ing|ed|ick|ow|ept|ost)ly$")
_SHORTEST_ADVERB = 7


@lru_cache(50_000)
def stem(word: str) -> str:
    """A word in small letters without its plural, -ing, -ed or -ly; any other as it is."""
    if len(word) < _SHORTEST or word in _AS_THEY_ARE or not word.isascii():
        return word
    word = _IRREGULAR.get(word) or _singular(word)
    return word if word in _AS_THEY_ARE else _base(word)


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if _PLURAL_ES.search(word) else word[:-1]


def _base(word: str) -> str:
    if word.endswith("ied") and len(word) > _SHORTEST:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 2 and _VOWEL.search(rest) and not word.endswith("eed"):
            return _with_e(rest)
    if len(word) >= _SHORTEST_ADVERB:
        if word.endswith("ically"):
            return word[:-4]
        if _ADVERB.search(word):
            return word[:-2]
    return word


def _with_e(rest: str) -> str:
    if _DOUBLED.search(rest):
        return rest[:-1]
    return rest + "e" if _WITHOUT_E.search(rest) or _SHORT.match(rest) else rest
