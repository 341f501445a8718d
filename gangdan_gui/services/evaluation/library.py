"""A library made of given texts, built and searched as every other, so that what is measured is the product."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from gangdan_gui.catalog.identifiers import source_id
from gangdan_gui.domain.documents import Chunk, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import BuildFailed, NothingBuilt
from gangdan_gui.domain.events import BuildEvent, BuildFinished
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Problem
from gangdan_gui.domain.search import Hit, Passage, SearchResult, Support
from gangdan_gui.domain.trace import Candidate, Fate
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.evaluation.asking import Ranked, Report, ask_all
from gangdan_gui.services.evaluation.bound import bound
from gangdan_gui.services.evaluation.measures import Place
from gangdan_gui.services.evaluation.reference import ReferenceSearch, shown
from gangdan_gui.services.evaluation.sets import AskedQuestion, Corpus, GivenDocument, without_repeats
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.sources.notices import EARLIER_FORM
from gangdan_gui.storing.packs.tables import PackDocument

_NOTHING = frozenset(("nothing-found", "all-too-short"))


class MeasuredLibrary:
    """Made once for one measuring. `folder` is where the texts are written for the build."""

    def __init__(self, parts: Parts, folder: Path) -> None:
        self._parts = parts
        self._folder = folder
        self._given: dict[str, dict[str, PackDocument]] = {}
        self._documents: dict[tuple[str, str], GivenDocument] = {}
        self._places: dict[str, tuple[str, str]] = {}
        self._titles: dict[str, str] = {}
        self._languages: dict[str, str] = {}
        searcher = Searcher(parts)
        self._library = Library(parts, lambda: searcher, self._given)
        self._assistant = Assistant(parts, searcher)
        self._reference = ReferenceSearch(parts)

    async def build(self, corpora: Sequence[Corpus], options: BuildOptions) -> AsyncGenerator[BuildEvent, None]:
        """Make the corpora searchable, each a source. Raises BuildFailed where one can't be."""
        for corpus in without_repeats(corpora):
            source = source_id(corpus.name, self._given.keys())
            await asyncio.to_thread(self._write, source, corpus)
            place = (str(self._folder / source),)
            await self._parts.manifest.sources.put(Source(source, corpus.name, SourceKind.LOCAL, place))
        async with aclosing(self._library.build(tuple(self._given), options)) as events:
            async for event in events:
                yield _of_what_was_chosen(event) if isinstance(event, BuildFinished) else event
                if isinstance(event, BuildFinished) and event.report.state is SourceState.FAILED:
                    _refuse(event.report.problems)

    async def ask(self, questions: Sequence[AskedQuestion], options: SearchOptions, report: Report) -> list[Ranked]:
        """What the product finds for each; `report` hears how many are done of how many."""
        return await ask_all(questions, lambda question: self.find(question, options), report)

    async def find(self, question: AskedQuestion, options: SearchOptions) -> Ranked:
        """What the product finds for one: nothing where nothing could be made searchable."""
        try:
            result = await self.search(question.text, options)
        except NothingBuilt:
            return Ranked(question, (), Support.NO)
        seen = result.trace.candidates if result.trace else ()
        far = tuple(self._place(one) for one in seen if one.fate is Fate.TOO_FAR)
        return Ranked(question, tuple(map(self._place, result.passages)), result.supported, far, result.notices)

    def choose(self, settings: Settings) -> None:
        """Ask with these settings from now on."""
        parts = self._parts.choosing(settings)
        self._assistant = Assistant(parts, Searcher(parts))

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """One question, with all that a search tells."""
        return await self._assistant.search(question, options)

    async def ask_as_reference(self, questions: Sequence[AskedQuestion], report: Report) -> list[Ranked]:
        """What the earlier program would have found."""

        async def one(question: AskedQuestion) -> Ranked:
            hits, supported = await self._reference.hits(question.text)
            return Ranked(question, shown([self._place(hit) for hit in hits]), supported)

        return await ask_all(questions, one, report)

    async def bound(self) -> str:
        """What it was built with, as runs of golden questions name it."""
        return await bound(self._parts)

    def language_of(self, document: str) -> str:
        """The language of a document by the id that it was given; empty for one that is not there."""
        return self._languages.get(document, "")

    def title(self, source: str) -> str:
        """What a corpus is called, by the id of its source."""
        return self._titles.get(source, source)

    async def chunks(self, document: str) -> Sequence[Chunk]:
        """How a document is cut, by the id that it was given; not at all where it is not there."""
        source, path = self._places.get(document, ("", ""))
        record = await self._parts.manifest.sources.get(source) if source else None
        return await self._parts.manifest.documents.chunks(record.live, path) if record and record.live else ()

    def _place(self, found: Passage | Hit | Candidate) -> Place:
        """Where what was found stands in the texts that were given."""
        document = self._documents[found.source, found.path]
        if isinstance(found, Candidate):
            return Place(document.id, found.start, found.end)
        if isinstance(found, Hit):
            return Place(document.id, found.start, found.end, 1 - (found.distance or 0.0))
        return Place(document.id, found.start, found.end, found.score, tuple(self._copies(found)))

    def _copies(self, passage: Passage) -> list[tuple[str, int]]:
        """Where the very same text stands too; one that is not there as it is shown can't be placed."""
        others = (self._documents[place] for place in passage.same_as if place in self._documents)
        placed = ((other.id, other.text.find(passage.text)) for other in others)
        return [(id_, start) for id_, start in placed if start >= 0]

    def _write(self, source: str, corpus: Corpus) -> None:
        """Each text as a file, called by its number: ids may be no names of files."""
        folder = self._folder / source
        folder.mkdir(parents=True)
        self._given[source] = {}
        self._titles[source] = corpus.name
        for number, document in enumerate(corpus.documents):
            path = f"{number:06}.md"
            (folder / path).write_bytes(document.text.encode("utf-8", "surrogatepass"))
            language = document.language or detect_language(document.text)
            self._documents[source, path] = document
            self._places[document.id] = source, path
            self._languages[document.id] = language
            self._given[source][path] = PackDocument(
                path, document.title, "", len(document.text), language=language, encoding="utf-8"
            )


def _of_what_was_chosen(event: BuildFinished) -> BuildFinished:
    """Without the advice to embed in another way than the one that is to be measured."""
    notices = tuple(notice for notice in event.report.notices if notice.code != EARLIER_FORM)
    return replace(event, report=replace(event.report, notices=notices))


def _refuse(problems: Sequence[Problem]) -> None:
    """Raises BuildFailed, unless a corpus only holds nothing that could be searched."""
    for problem in problems:
        if problem.reason.code not in _NOTHING:
            raise BuildFailed(reason=problem.reason.code, detail=problem.reason.detail)
