"""Puts questions to embedders, to the index of words and to the bridge between languages: one at once, or many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.languages import reads
from gangdan_gui.retrieving.bridging import Bridging
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Turn
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.asked_question import AskedQuestion
from gangdan_gui.services.searching.gathering import Gathering
from gangdan_gui.services.searching.question_vectors import Reply, replies, replies_to_all
from gangdan_gui.services.searching.vocabularies import Vocabularies
from gangdan_gui.services.together import both
from gangdan_gui.storing.records import Generation

_ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Collections:
    """The collections that questions are put to, with how many chunks each has in which languages, by its number."""

    generations: Sequence[Generation]
    languages: Mapping[int, Mapping[str, int]]

    @property
    def embedders(self) -> list[EmbedderIdentity]:
        """Those of their vectors, each once."""
        return list(dict.fromkeys(one.identity for one in self.generations))


@dataclass(frozen=True, slots=True)
class _Worded:
    """A question before embedders have seen it, as `AskedQuestion` has it."""

    text: str
    language: str
    terms: Mapping[str, float]
    bridges: Mapping[str, Bridging]

    def text_for(self, identity: EmbedderIdentity) -> str:
        """What an embedder gets: one that does not read the question's language gets English that stands for it."""
        if reads(self.language, identity.label) or _ENGLISH not in self.bridges:
            return self.text
        return self.bridges[_ENGLISH].text(self.text) or self.text

    def asked(self, said: Mapping[EmbedderIdentity, Reply]) -> AskedQuestion:
        """The question with what embedders said to it."""
        return AskedQuestion(self.text, self.language, self.terms, self.bridges, said)


class Putting:
    """Puts questions to what there is in one library."""

    def __init__(self, parts: Parts, gathering: Gathering) -> None:
        self._embedders = parts.embedders
        self._gathering = gathering
        self._vocabularies = Vocabularies(parts)

    async def put(self, question: str, to: Collections, options: SearchOptions) -> AskedQuestion:
        """One that somebody waits for: whoever reads its language gets it while its words are looked up."""
        language = detect_language(question)
        readers = {one: question for one in to.embedders if reads(language, one.label)}
        said, worded = await both(replies(readers, self._embedders), self._worded(question, to, options))
        strangers = {one: worded.text_for(one) for one in to.embedders if one not in readers}
        return worded.asked(said | await replies(strangers, self._embedders))

    async def put_all(
        self, questions: Sequence[str], to: Collections, options: SearchOptions, turn: Turn
    ) -> list[AskedQuestion]:
        """Many that nobody waits for. `turn` is waited for before each piece of work."""
        worded: list[_Worded] = []
        for question in questions:
            await turn()
            worded.append(await self._worded(question, to, options))
        await turn()
        texts = {identity: [one.text_for(identity) for one in worded] for identity in to.embedders}
        said = await replies_to_all(texts, self._embedders)
        return [
            one.asked({identity: some[place] for identity, some in said.items()}) for place, one in enumerate(worded)
        ]

    async def _worded(self, question: str, to: Collections, options: SearchOptions) -> _Worded:
        language = detect_language(question)
        terms, bridges = await both(
            self._gathering.terms(question), self._bridges(question, language, to, options.struck)
        )
        return _Worded(question, language, terms, bridges)

    async def _bridges(
        self, question: str, language: str, to: Collections, struck: Sequence[str]
    ) -> Mapping[str, Bridging]:
        others = [one for one in to.generations if any(name != language for name in to.languages[one.number])]
        if not language or not others:
            return {}
        return await self._vocabularies.bridged(question, language, others, struck)
