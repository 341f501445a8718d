"""Finds passages: each chosen collection by meaning where its embedder is there, else by words alone; merged."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.documents import SourceKind, is_part
from gangdan_gui.domain.errors import (
    CannotWrite,
    EmbeddingError,
    EmptyQuestion,
    NothingBuilt,
    StoreAway,
    StoreDamaged,
    UnknownSource,
    WorkerError,
)
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Hit, Passage, SearchResult, Support
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.retrieving.passages import merge, rounded
from gangdan_gui.retrieving.support import evidence, judge
from gangdan_gui.services.dense_hits import DenseQuery
from gangdan_gui.services.dense_search import DenseSearch
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.keyword_search import KeywordSearch
from gangdan_gui.services.notices import VECTORS_DAMAGED
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import sources_of
from gangdan_gui.services.together import together
from gangdan_gui.storing.records import Generation, SourceRecord

_log = logging.getLogger(__name__)

# Each chosen collection gives its nearest fifteen.
PER_COLLECTION = 15
# Enough to load a small model from a disk, or to wait for a batch of a build; then the words must do.
QUESTION_SECONDS = 15.0
# A ceiling of 2.00; a stored distance may be off by a hair.
_ANY_DISTANCE = 200
_AWAY, _CHANGED = "words-only", "embedder-changed"
_STORE_AWAY, _NO_ROOM = "store-away", "store-not-written"
_NOTE, _PARTLY = "note-may-answer", "partly-built"
_BEST_FIRST = (Support.YES, Support.WEAK, Support.NO)


@dataclass(frozen=True, slots=True)
class _Reply:
    """An embedder's vector for a question, or the code of the notice why it has none."""

    vector: bytes = b""
    why: str = ""


class Searcher:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._dense = DenseSearch(parts)
        self._keywords = KeywordSearch(parts)

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """Raises EmptyQuestion, UnknownSource, NothingBuilt, InvalidSetting; what is damaged is searched by words."""
        begun = time.perf_counter()
        if not any(character.isalnum() for character in question):
            raise EmptyQuestion
        records = await self.chosen(sources_of(options))
        generations = [record.live for record in records if record.live]
        replies = await self._replies(question, generations, options)
        embedded = time.perf_counter()
        hits, unread = await self._hits(question, generations, replies, options)
        passages = merge(hits)[: options.count]
        supported = _support(evidence(passages, {record.source.kind for record in records}), generations)
        done = time.perf_counter()
        return SearchResult(
            question=question,
            language=detect_language(question),
            passages=passages,
            supported=supported,
            seconds={"embed": embedded - begun, "search": done - embedded, "total": done - begun},
            notices=(
                *_notices(records, replies),
                *_unread(records, unread),
                *_in_notes(passages, generations, supported),
            ),
        )

    @property
    def has_ceiling(self) -> bool:
        """Whether what is far is left out."""
        return self._ceiling < math.inf

    @property
    def _ceiling(self) -> float:
        """The distance beyond which nothing is shown."""
        ceiling = self._parts.settings().distance_ceiling
        return ceiling / 100 if ceiling < _ANY_DISTANCE else math.inf

    async def chosen(self, collections: Sequence[str]) -> list[SourceRecord]:
        """The built sources among those chosen, or all but kept answers. Raises UnknownSource, NothingBuilt."""
        records = {record.source.id: record for record in await self._parts.manifest.sources.all()}
        for source in collections:
            if source not in records:
                raise UnknownSource(source=source)
        usual = [record for record in records.values() if record.source.kind is not SourceKind.ANSWERS]
        wanted = [records[source] for source in dict.fromkeys(collections)] if collections else usual
        found = [record for record in wanted if record.live and record.chunks > 0]
        if not found:
            raise NothingBuilt
        return found

    async def _replies(
        self, question: str, generations: Sequence[Generation], options: SearchOptions
    ) -> dict[EmbedderIdentity, _Reply]:
        """What the embedder of each collection says to the question."""
        identities = list(dict.fromkeys(generation.identity for generation in generations))
        if options.mode == "keyword":
            return dict.fromkeys(identities, _Reply())
        return dict(zip(identities, await together(*(self._reply(question, one) for one in identities)), strict=True))

    async def _reply(self, question: str, identity: EmbedderIdentity) -> _Reply:
        embedders = self._parts.embedders
        try:
            return await embedders.within(QUESTION_SECONDS, _embedded(question, embedders, identity))
        except (EmbeddingError, WorkerError, TimeoutError) as error:
            _log.info("searching by words, not by %s: %r", identity.label, error)
            return _Reply(why=_AWAY)

    async def _hits(
        self,
        question: str,
        generations: Sequence[Generation],
        replies: dict[EmbedderIdentity, _Reply],
        options: SearchOptions,
    ) -> tuple[list[Hit], dict[str, str]]:
        """What is found; for the collections that can't be read and are searched by words, the code of the notice."""
        queries = [DenseQuery(one, replies[one.identity].vector) for one in generations if replies[one.identity].vector]
        by_words = [one for one in generations if not replies[one.identity].vector]
        wanted = max(PER_COLLECTION, options.count)
        near = await together(*(self._near(one, options, wanted) for one in queries))
        unread = {one.generation: some for one, some in zip(queries, near, strict=True) if isinstance(some, str)}
        ceiling = self._ceiling
        found = [some for some in near if not isinstance(some, str)]
        hits = [hit for some in found for hit in some if rounded(hit.distance) <= ceiling]
        if by_words := by_words + list(unread):
            hits += await self._keywords.hits(question, by_words, options, wanted * len(by_words))
        return hits, {generation.collection: why for generation, why in unread.items()}

    async def _near(self, query: DenseQuery, options: SearchOptions, wanted: int) -> list[Hit] | str:
        """What is near a question, or the code of the notice why its collection can't be read."""
        try:
            return await self._dense.hits(query, options, wanted)
        except (StoreDamaged, WorkerError) as error:
            _log.warning("searching “%s” by words: %s", query.generation.source, error)
            return VECTORS_DAMAGED
        except CannotWrite as error:  # on a full disk Chroma can't even be opened
            _log.warning("searching “%s” by words: %s", query.generation.source, error)
            return _NO_ROOM
        except StoreAway as error:
            _log.info("searching “%s” by words: %s", query.generation.source, error)
            return error.facts.get("notice") or _STORE_AWAY


async def _embedded(question: str, embedders: Embedders, identity: EmbedderIdentity) -> _Reply:
    embedder = embedders.of(identity)
    now = await embedder.identify()
    embedders.note(now)
    if now != identity:
        return _Reply(why=_CHANGED)
    vectors = await embedder.embed_question(question)
    if vectors.made_by in (None, identity):
        return _Reply(vectors.row(0))
    embedders.note(vectors.made_by)
    return _Reply(why=_CHANGED)


def _notices(records: Sequence[SourceRecord], replies: dict[EmbedderIdentity, _Reply]) -> tuple[Reason, ...]:
    """What was not searched as it might be, with the titles of its sources: by words alone, or only a part."""
    titles: dict[str, list[str]] = {}
    for record in records:
        if record.live and (why := replies[record.live.identity].why):
            titles.setdefault(why, []).append(record.source.title)
        if _is_partial(record):
            held = f"{record.source.title} ({record.documents:,} / {record.expected:,})"
            titles.setdefault(_PARTLY, []).append(held)
    return tuple(Reason(why, ", ".join(named)) for why, named in titles.items())


def _unread(records: Sequence[SourceRecord], unread: Mapping[str, str]) -> tuple[Reason, ...]:
    """What is searched by words because its vectors are damaged or away, by title."""
    titles: dict[str, list[str]] = {}
    for record in records:
        if record.live and (why := unread.get(record.live.collection)):
            titles.setdefault(why, []).append(record.source.title)
    return tuple(Reason(why, ", ".join(named)) for why, named in titles.items())


def _is_partial(record: SourceRecord) -> bool:
    return is_part(record.state, record.documents, record.expected, record.problems)


def _support(passages: Sequence[Passage], generations: Sequence[Generation]) -> Support:
    """The best that can be said of the passages of any embedder: distances of two embedders can't be compared."""
    labels = {generation.source: generation.identity.label for generation in generations}
    judged = {
        judge([passage for passage in passages if labels[passage.source] == label], label) for label in labels.values()
    }
    return next(support for support in _BEST_FIRST if support in judged)


def _in_notes(passages: Sequence[Passage], generations: Sequence[Generation], supported: Support) -> tuple[Reason, ...]:
    """The nearest of the user's notes, where notes seem to answer what the documentation does not."""
    notes = [passage for passage in passages if passage.kind is SourceKind.NOTES]
    if not notes or _BEST_FIRST.index(_support(notes, generations)) >= _BEST_FIRST.index(supported):
        return ()
    return (Reason(_NOTE, notes[0].title or notes[0].path),)
