"""Finds sources by words, as people type them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from gangdan_gui.domain.documents import Source

# What people call the languages of the catalogue, beside their codes.
_LANGUAGE_NAMES = {"en": "English 英文 英语", "zh": "Chinese 中文 汉语 简体"}
# One letter of five wrong, left out or too many.
_LIKENESS = 0.75


def matching(sources: Sequence[Source], words: str) -> tuple[Source, ...]:
    """The sources in whose texts all the words stand, in their order; all of them where there are no words.

    Words are parts between spaces; one may stand anywhere in the id, the title, the descriptions, the language, by its
    code or a name, or the licence. Upper and lower case are the same, and so are full-width and half-width characters.
    """
    wanted = _folded(words).split()
    return tuple(source for source in sources if _has(source, wanted))


def alike(sources: Sequence[Source], typed: str) -> tuple[str, ...]:
    """The ids, best first, of which what was typed may be a slip."""
    ids = [source.id for source in sources]
    return tuple(get_close_matches(_folded(typed.strip()), ids, cutoff=_LIKENESS))


def _has(source: Source, wanted: Sequence[str]) -> bool:
    language = f"{source.language} {_LANGUAGE_NAMES.get(source.language, '')}"
    texts = (source.id, source.title, source.description, source.description_zh, language, source.licence)
    # Nothing that can be typed joins the end of one text to the beginning of the next.
    text = "\n".join(map(_folded, texts))
    return all(word in text for word in wanted)


def _folded(text: str) -> str:
    """Text as it is compared; folding can leave what composes anew, so that it is composed after it too."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
