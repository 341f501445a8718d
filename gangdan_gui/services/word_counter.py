"""Takes texts apart into terms, in a child process: the dictionary of Chinese words holds the interpreter for a
quarter of a second while it is read, and counting the words of a whole library would hold it for minutes."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.retrieving.asked_words import asked_words
from gangdan_gui.retrieving.words import WORDS_VERSION, counted, question_terms
from gangdan_gui.storing.chunk_terms import ChunkTerms


class WordCounter:
    """Lives in the child. Its methods are called by name."""

    def count(self, texts: Sequence[str]) -> ChunkTerms:
        """The terms of chunks that say this."""
        return chunk_terms(texts)

    def question(self, question: str) -> dict[str, float]:
        """What to look for."""
        return question_terms(question)

    def asked(self, question: str, language: str) -> tuple[str, ...]:
        """The words of a question to be looked for in another language."""
        return asked_words(question, language)


def chunk_terms(texts: Sequence[str]) -> ChunkTerms:
    """The terms of chunks that say this, in their order."""
    return ChunkTerms.of(WORDS_VERSION, [counted(text) for text in texts])
