"""The words of a question that are looked for in another language, each as it is written there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from gangdan_gui.domain.language import HAN
from gangdan_gui.retrieving.lexicon import language_of
from gangdan_gui.retrieving.stop_words import ASKING, JOINING, STOP_WORDS

_LATIN = re.compile(r"[^\W\d_]+")
_HAN = re.compile(f"[{HAN}]+")
# Each is embedded for itself, in about five milliseconds. What is longer is a text with a question before or behind it.
_MOST = 100


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of a question, with what a dictionary gives for it in the other language.

    `translations` are terms as the index has them, each with how much nearer to the word it is than its vector says.
    """

    word: str
    translations: Mapping[str, float] = field(default_factory=dict)


def asked_words(question: str, language: str) -> tuple[str, ...]:
    """The words of a question that are of its language, in their order, each once.

    Those that only join others are left out unless there are no others. Names and numbers in other letters are not
    among them: they are found as they stand. Of very many, the first and the last are taken.
    """
    text = ASKING.sub(" ", unicodedata.normalize("NFKC", question))
    words = [word for word in _words(text, language) if word not in STOP_WORDS]
    telling = [word for word in words if word not in JOINING]
    found = tuple(dict.fromkeys(telling or words))
    return found if len(found) <= _MOST else found[: _MOST // 2] + found[-_MOST // 2 :]


def _words(text: str, language: str) -> list[str]:
    if language == "zh":
        from rjieba import cut  # it reads its dictionary for a moment

        return [word for run in _HAN.findall(text) for word in cut(run, True)]
    return [word for word in (run.casefold() for run in _LATIN.findall(text)) if language_of(word) == language]
