"""The words of what is built, with their vectors, so that a question finds what is written in another language.

They are made by the built-in embedder, whatever embedder a collection has: it knows sixteen languages, and only words
are asked of it.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from gangdan_gui.domain.errors import EmbeddingError, WorkerError
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.retrieving.asked_words import AskedWord
from gangdan_gui.retrieving.glossary import OTHER
from gangdan_gui.retrieving.lexicon import by_language
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.searching.question_vectors import BUILTIN_SECONDS
from gangdan_gui.services.together import both, together
from gangdan_gui.simplified import simplified
from gangdan_gui.storing.records import Generation
from gangdan_gui.storing.vocabulary_table import Vocabulary

if TYPE_CHECKING:  # numpy is imported by the first question that needs it
    from gangdan_gui.retrieving.bridge import Lexicon
    from gangdan_gui.retrieving.bridging import Bridging

_log = logging.getLogger(__name__)

_Key = tuple[tuple[int, ...], int, int]


class Vocabularies:
    """The bridge from questions to the documents of one library in other languages."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._read: tuple[_Key, dict[str, Lexicon]] | None = None

    async def bridged(
        self, question: str, language: str, generations: Sequence[Generation], struck: Sequence[str] = ()
    ) -> dict[str, Bridging]:
        """What stands for a question in each language of these generations' vocabularies but its own.

        `language` is that of the question, `struck` are words as they were shown that are left out. Empty where
        nothing is known or found, or the built-in embedder is away: the question is then searched as it stands.
        """
        try:
            return await self._bridged(question, language, generations, struck)
        except (EmbeddingError, WorkerError, TimeoutError) as error:
            _log.info("searching without words of other languages: %r", error)
            return {}

    async def _bridged(
        self, question: str, language: str, generations: Sequence[Generation], struck: Sequence[str]
    ) -> dict[str, Bridging]:
        embedder = self._parts.embedders.for_words()
        if embedder is None:
            return {}
        known = await self._lexicons(generations, embedder)
        lexicons = {name: lexicon for name, lexicon in known.items() if name != language}
        if not lexicons:
            return {}
        words: tuple[str, ...] = await self._parts.words.call("asked", question, language, urgent=True)
        if not words:
            return {}
        plain = tuple(map(AskedWord, words))
        translated, vectors = await both(
            self._translated(plain, language, lexicons.get(OTHER.get(language, "")), generations),
            self._parts.embedders.within(BUILTIN_SECONDS, _embedded(words, embedder)),
        )
        of_language = {name: translated if name == OTHER.get(language) else plain for name in lexicons}
        return await asyncio.to_thread(_bridges, of_language, vectors, lexicons, frozenset(map(_as_kept, struck)))

    async def _translated(
        self, asked: tuple[AskedWord, ...], language: str, lexicon: Lexicon | None, generations: Sequence[Generation]
    ) -> tuple[AskedWord, ...]:
        """The words with those of their translations that the documents hold; none where no dictionary can be read."""
        if lexicon is None:
            return asked
        found: Sequence[Mapping[str, float]]
        try:
            found = await self._parts.words.call("translated", [one.word for one in asked], language, urgent=True)
        except WorkerError as error:
            _log.warning("no dictionary of other languages is used: %s", error)
            return asked
        said = frozenset(term for terms in found for term in terms)
        # What an older version indexed has other terms until the index is made anew, which a disk may not let be.
        held = said.intersection(lexicon.words) | await self._parts.manifest.postings.held(said, generations)
        return tuple(
            AskedWord(one.word, {term: nearer for term, nearer in terms.items() if term in held})
            for one, terms in zip(asked, found, strict=True)
        )

    async def _lexicons(self, generations: Sequence[Generation], embedder: Embedder) -> Mapping[str, Lexicon]:
        """The words of these generations by language, with vectors of the embedder there is; the last ones are kept."""
        numbers = tuple(sorted(generation.number for generation in generations))
        table = self._parts.manifest.vocabularies
        key = numbers, table.changes, await self._parts.manifest.version()
        if self._read is None or self._read[0] != key:
            kept = await table.of(numbers)
            identity = await embedder.identify() if kept else None
            # What a pack says of a word counts only where nothing that was made here says it.
            ordered = sorted(generations, key=lambda generation: (bool(generation.maker), generation.number))
            found = [kept[one.number] for one in ordered if one.number in kept]
            fitting = [one for one in found if identity and one.is_of(identity)]
            self._read = key, await asyncio.to_thread(_joined, fitting)
        return self._read[1]


async def _embedded(asked: Sequence[str], embedder: Embedder) -> Vectors:
    """Each word as a question of its own, which goes before the passages of a build."""
    rows = await together(*(embedder.embed_question(word) for word in asked))
    return Vectors(rows[0].dimension, b"".join(row.data for row in rows))


def _joined(kept: Sequence[Vocabulary]) -> dict[str, Lexicon]:
    """The words of some vocabularies of one embedder by language, as the index has them.

    What an older version or a pack of one has made holds Traditional characters.
    """
    import numpy as np

    from gangdan_gui.retrieving.bridge import Lexicon, joined

    lexicons: dict[str, list[Lexicon]] = {}
    for one in kept:
        vectors = np.frombuffer(one.vectors, "<f2").reshape(len(one.words), -1)
        for language, places in by_language(one.words).items():
            words = tuple(simplified(one.words[place]) for place in places)
            counts = tuple(one.counts[place] for place in places)
            lexicons.setdefault(language, []).append(Lexicon(words, counts, vectors[places]))
    return {language: joined(some) for language, some in lexicons.items()}


def _as_kept(word: str) -> str:
    """A word that somebody typed, as vocabularies have it: case, width and script make no other word."""
    return simplified(unicodedata.normalize("NFKC", word)).casefold().strip()


def _bridges(
    asked: Mapping[str, Sequence[AskedWord]],
    vectors: Vectors,
    lexicons: Mapping[str, Lexicon],
    struck: Collection[str],
) -> dict[str, Bridging]:
    import numpy as np

    from gangdan_gui.retrieving.bridge import bridge

    rows = np.frombuffer(vectors.data, np.float32).reshape(len(vectors), -1)
    bridges = {language: bridge(asked[language], rows, lexicon, struck) for language, lexicon in lexicons.items()}
    return {language: one for language, one in bridges.items() if one.words}
