"""Hits, passages and answers: what a question comes back with."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts, Source, SourceKind
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.trace import Trace, Translated


class Mode(StrEnum):
    """By what a search looks: by meaning and by words together, or by one of them alone."""

    HYBRID = "hybrid"
    DENSE = "dense"
    KEYWORD = "keyword"


class Hit(NamedTuple):  # there are hundreds for each question, and a dataclass takes twice as long to make
    """A chunk that a search found. `distance` is cosine distance, 0 (same direction) to 2.

    A hit by words alone has no distance but a `keyword_rank`, counted from 1. `kind` is that of its source. `fused` is
    the score that it is ordered by, 0 to 1, where meaning and words were searched together; `terms` are the words that
    it was found by, as the question or the bridge has them.
    """

    chunk: str
    source: str
    path: str
    url: str
    heading: tuple[str, ...]
    start: int
    end: int
    text: str
    language: str
    distance: float | None
    title: str = ""
    commit: str = ""
    keyword_rank: int | None = None
    kind: SourceKind = SourceKind.LOCAL
    facts: DocumentFacts = NO_FACTS
    fused: float | None = None
    terms: tuple[str, ...] = ()

    def part(self, start: int, end: int, fused: float, keyword_rank: int | None) -> Hit:
        """The part of its text between two offsets in it, with a score: as `_replace`, which takes twice as long."""
        return Hit(
            self.chunk, self.source, self.path, self.url, self.heading, self.start + start, self.start + end,
            self.text[start:end], self.language, self.distance, self.title, self.commit, keyword_rank, self.kind,
            self.facts, fused, self.terms,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Passage:
    """Touching hits of one document as one text. `start` and `end` are offsets into the document's Markdown.

    `number` counts from 1 in the order shown. `score` is what it is ordered by, best of its hits: the fused score, else
    cosine similarity (1 − `distance`), else 1 / `keyword_rank` of one that was found by words alone. `same_as` are the
    other places where the same text stands, in this or another edition, as source and path.
    """

    number: int
    source: str
    path: str
    url: str
    title: str
    heading: tuple[str, ...]
    start: int
    end: int
    text: str
    language: str
    score: float
    distance: float | None
    commit: str = ""
    keyword_rank: int | None = None
    kind: SourceKind = SourceKind.LOCAL
    facts: DocumentFacts = NO_FACTS
    terms: tuple[str, ...] = ()
    same_as: tuple[tuple[str, str], ...] = ()


class Support(StrEnum):
    """Whether the sources hold an answer to the question."""

    YES = "yes"
    WEAK = "weak"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Bridged:
    """Words of the documents' language that stand for a word of the question, each with its weight (0 to 1)."""

    asked: str
    found: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. `seconds` is time by stage (`embed`, `search`, `rerank` where that was done, `total`).

    `notices` say what was searched in another way than usual, or not at all, and which note of the user's may answer
    what the documentation does not. `bridged` are the words by which documents of another language were searched.
    `translated` is what the question was also asked as in such documents. `trace` is how it came to that, where it was
    asked for.
    """

    question: str
    language: str
    passages: tuple[Passage, ...]
    supported: Support
    seconds: dict[str, float] = field(default_factory=dict)
    notices: tuple[Reason, ...] = ()
    bridged: tuple[Bridged, ...] = ()
    trace: Trace | None = None
    translated: tuple[Translated, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered reference of an answer. `title`, `licence` and `kind` are the source's at the time of the answer.

    `document` is the document's own title, `facts` what is known of it beside its text, `same_as` the other places
    where the same text stands, as source and path.
    """

    number: int
    source: str
    title: str
    path: str
    url: str
    heading: tuple[str, ...]
    start: int
    end: int
    commit: str = ""
    licence: str = ""
    kind: SourceKind = SourceKind.LOCAL
    document: str = ""
    facts: DocumentFacts = NO_FACTS
    same_as: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, passage: Passage, source: Source | None) -> Citation:
        """The reference to a passage of that source, which may not be known any more."""
        return cls(
            number=passage.number,
            source=passage.source,
            title=(source.title if source else "") or passage.source,
            path=passage.path,
            url=passage.url,
            heading=passage.heading,
            start=passage.start,
            end=passage.end,
            commit=passage.commit,
            licence=source.licence if source else "",
            kind=passage.kind,
            document=passage.title,
            facts=passage.facts,
            same_as=passage.same_as,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and all it rests on. `model` is empty when the passages themselves are the answer.

    `passages` are those that the model was given; `citations` those that its text names, by `[number]`, in the order
    of the passages. `incomplete` says why the answer is not complete. `notices` are what the reader should know of a
    complete one too: what was left out of the model's reading. `temperature` and `context_tokens` are those it was
    written with.
    """

    text: str
    complete: bool
    supported: Support
    model: str
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    seconds: dict[str, float] = field(default_factory=dict)
    incomplete: Reason | None = None
    notices: tuple[Reason, ...] = ()
    temperature: float | None = None
    context_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer. `asked` is an ISO 8601 time with its offset from UTC."""

    question: str
    answer: Answer
    asked: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """Exchanges in the order they were made. `updated` is an ISO 8601 time."""

    id: str
    title: str
    updated: str
    exchanges: tuple[Exchange, ...] = ()
