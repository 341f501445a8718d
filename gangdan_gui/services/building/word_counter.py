"""Takes texts apart into terms, in a child process: the dictionary of Chinese words holds the interpreter for a
quarter of a second while it is read, and counting the words of a whole library would hold it for minutes."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.errors import WorkerError
from gangdan_gui.retrieving.asked_words import asked_words
from gangdan_gui.retrieving.glossary import Glossary
from gangdan_gui.retrieving.lexicon import worthwhile
from gangdan_gui.retrieving.words import WORDS_VERSION, counted, question_terms
from gangdan_gui.simplified import simplified
from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.records import DocumentChange
from gangdan_gui.workers.child import Child

_log = logging.getLogger(__name__)


class WordCounter:
    """Lives in the child. Its methods are called by name."""

    def __init__(self) -> None:
        self._glossary: Glossary | None = None
        self._opened = False

    def count(self, texts: Sequence[str]) -> ChunkTerms:
        """The terms of chunks that say this."""
        return chunk_terms(texts)

    def count_each(self, documents: Sequence[Sequence[str]]) -> list[ChunkTerms]:
        """The terms of the chunks of several documents."""
        return [chunk_terms(texts) for texts in documents]

    def question(self, question: str) -> dict[str, float]:
        """What to look for."""
        return question_terms(question)

    def asked(self, question: str, language: str) -> tuple[str, ...]:
        """The words of a question to be looked for in another language, Chinese ones as the index has them."""
        return asked_words(simplified(question), language)

    def translated(self, words: Sequence[str], language: str) -> tuple[Mapping[str, float], ...]:
        """For each word of a language what the dictionary of both languages gives, see `Glossary`.

        The first words read it. What keeps it from being read is raised once; from then on nothing is translated.
        """
        if not self._opened:
            self._opened = True
            self._glossary = Glossary()
        known = self._glossary
        return tuple(known.translations(word, language) if known else {} for word in words)

    def vocabulary(self, counts: Mapping[str, int], chunks: int) -> tuple[str, ...]:
        """The words to be found from other languages, most frequent first."""
        return worthwhile(counts, chunks)


async def with_terms(words: Child, changes: Sequence[DocumentChange]) -> tuple[DocumentChange, ...]:
    """Documents with the terms of their chunks; without, where the process fails: they are indexed later then."""
    try:
        counted = await words.call("count_each", [[chunk.text for chunk in change.chunks] for change in changes])
    except WorkerError as error:
        _log.warning("texts are indexed later: %s", error)
        return tuple(changes)
    return tuple(replace(change, terms=terms) for change, terms in zip(changes, counted, strict=True))


def chunk_terms(texts: Sequence[str]) -> ChunkTerms:
    """The terms of chunks that say this, in their order."""
    return ChunkTerms.of(WORDS_VERSION, [counted(text) for text in texts])
