"""What is shown of the words by which documents of another language were searched."""

from __future__ import annotations

from collections.abc import Iterable

from gangdan_gui.domain.search import Bridged
from gangdan_gui.retrieving.lexicon import language_of


def shown_words(bridged: Iterable[Bridged]) -> dict[str, tuple[str, ...]]:
    """The best word for each of the question's, by language, each once: the others only help it."""
    words: dict[str, dict[str, None]] = {}
    for one in bridged:
        if one.found:
            best = one.found[0][0]
            words.setdefault(language_of(best), {})[best] = None
    return {language: tuple(some) for language, some in words.items()}
