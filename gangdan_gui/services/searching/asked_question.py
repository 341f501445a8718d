"""How a question is asked: of embedders as a text, of the index of words by its terms, for each language by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.language import WIDE
from gangdan_gui.domain.search import Bridged
from gangdan_gui.domain.trace import Asked
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.languages import reads
from gangdan_gui.retrieving.bridging import Bridging, heaviest
from gangdan_gui.retrieving.ranking import Sought
from gangdan_gui.services.searching.gathering import Words
from gangdan_gui.services.searching.question_vectors import Reply

INDEX = "words"
"""What the index of words is called among whom a question was put to."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its `terms` in the index of words, what stands for it in other languages, and its vectors."""

    text: str
    language: str
    terms: Mapping[str, float]
    bridges: Mapping[str, Bridging]
    replies: Mapping[EmbedderIdentity, Reply]

    def words(self, languages: Collection[str], *, alone: bool) -> list[Words]:
        """What to look for by words: in all documents at once where the question is of no language.

        `alone`: there are no others than those of these languages.
        """
        named = sorted(languages) if self.language and languages else [self.language]
        alone = alone and len(named) == 1
        return [
            Words(one, self.terms, self.bridges[one].groups(self.terms) if one in self.bridges else (), alone=alone)
            for one in named
        ]

    def sought(self, words: Words) -> Sought:
        """What is ranked by in documents of a language."""
        blind = bool(self.replies) and not any(reads(self.language, identity.label) for identity in self.replies)
        across = words.language != self.language
        bridged = heaviest(words.bridged)
        return Sought(self.terms, bridged, wide=words.language in WIDE, across=across, blind=across and blind)

    def told(self, words: Sequence[Words]) -> tuple[Asked, ...]:
        """What was sent to whom."""
        texts = [Asked(identity.label, reply.text) for identity, reply in self.replies.items() if reply.text]
        plain = Asked(INDEX, "", words=tuple(self.terms.items()))
        bridged = [
            Asked(INDEX, "", one.language, tuple(self.bridges[one.language].terms.items()))
            for one in words
            if one.bridged
        ]
        return *texts, *([plain] if self.terms else []), *bridged

    def bridged(self, words: Sequence[Words], seen: Collection[str]) -> tuple[Bridged, ...]:
        """The words of other languages that were looked for, of those of which documents were `seen`."""
        used = (one for one in words if one.bridged and one.language in seen)
        return tuple(bridged for one in used for bridged in self.bridges[one.language].words)
