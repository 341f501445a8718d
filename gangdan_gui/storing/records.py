"""What the manifest remembers: of a source, of a generation, of a document."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from gangdan_gui.domain.documents import (
    NO_FACTS,
    WHOLE_CHUNKS,
    Chunk,
    ChunkSettings,
    DocumentFacts,
    EmbeddedForm,
    FileState,
    Source,
    SourceKind,
    SourceState,
)
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.chunk_terms import ChunkTerms


class Role(IntEnum):
    """What a generation is to its source: at most one of each."""

    BUILDING = 0
    LIVE = 1
    PREVIOUS = 2


MADE_BY_PACK = "pack:"
"""With this the converter version of what came in a pack begins."""
NOTES_BY_PACK = f"{MADE_BY_PACK}notes:"
"""And with this, where the pack is of somebody's notes."""


@dataclass(frozen=True, slots=True)
class Generation:
    """A source's chunks under one embedder and one way of cutting, and the collection that holds their vectors.

    `number` is unique in the library and never used again. A source has at most one live generation, which answers
    questions, at most one that is being built beside it, and at most one that was kept when it was replaced.
    `converter` is the version that its documents were made by, `made` the time at which it was begun (ISO 8601); both
    are empty where nobody knows. `keeps`: what it will replace is to be kept. `form` is how chunks were embedded.
    `terms` names how its texts were taken apart for the index of words, empty where there is none yet.
    """

    number: int
    source: str
    collection: str
    identity: EmbedderIdentity
    chunking: ChunkSettings
    role: Role
    converter: str = ""
    made: str = ""
    keeps: bool = False
    form: EmbeddedForm = WHOLE_CHUNKS
    terms: str = ""

    @property
    def live(self) -> bool:
        """Whether it answers."""
        return self.role is Role.LIVE

    @property
    def holds_notes(self) -> bool:
        """Whether it came in a pack of somebody's notes."""
        return self.converter.startswith(NOTES_BY_PACK)

    @property
    def maker(self) -> str:
        """Who made its vectors, as the cache tells them apart: empty for the embedder here.

        A pack may say of its vectors what it likes, so that they are kept for its own source and for no other.
        """
        return f"{MADE_BY_PACK}{self.source}" if self.converter.startswith(MADE_BY_PACK) else ""


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A source as it stands. `documents` (those that became Markdown), `chunks` and `rows` are of the live generation.

    `removed_at` is an ISO 8601 time, empty when the source is not in the trash; `problems` are those of the last build.
    `expected` and `frozen_until` are those of `SourceSummary`.
    """

    source: Source
    state: SourceState
    removed_at: str = ""
    problems: tuple[Problem, ...] = ()
    live: Generation | None = None
    documents: int = 0
    chunks: int = 0
    expected: int = 0
    frozen_until: str = ""
    rows: int = 0

    @property
    def kind(self) -> SourceKind:
        """What its passages are: the kind of the source, or of what its pack holds."""
        return SourceKind.PACKED_NOTES if self.live and self.live.holds_notes else self.source.kind


@dataclass(frozen=True, slots=True)
class SourceStanding:
    """What can be said of a source by what answers of it; as in `SourceRecord`."""

    state: SourceState
    problems: tuple[Problem, ...]
    expected: int


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """One file of a source in one generation.

    `converter` is the version of what made the Markdown; `markdown` is the name that `MarkdownFolder.write` gave
    (empty without Markdown), `characters` are those of it; `chunks` is filled in by the manifest when it is read.
    `excluded` is how many chunks the user has taken out.
    """

    path: str
    sha256: str
    size: int
    modified: float
    state: FileState
    title: str = ""
    language: str = ""
    encoding: str = ""
    url: str = ""
    converter: str = ""
    markdown: str = ""
    reason: Reason | None = None
    warnings: tuple[Reason, ...] = ()
    dropped: int = 0
    dropped_characters: int = 0
    chunks: int = 0
    commit: str = ""
    facts: DocumentFacts = NO_FACTS
    characters: int = 0
    excluded: int = 0


@dataclass(frozen=True, slots=True)
class DocumentLabels:
    """What a document can be chosen by, of its record, beside its language."""

    path: str
    modified: float
    facts: DocumentFacts = NO_FACTS


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells whether a file is still the one that was read. `sha256` is empty for what is to be read again."""

    sha256: str
    size: int
    modified: float
    state: FileState


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A document's new record and the chunks that take the place of all its old ones.

    `terms` are those of the chunks for the index of words; without them they are put into it later.
    """

    record: DocumentRecord
    chunks: tuple[Chunk, ...] = ()
    terms: ChunkTerms | None = None


class FoundChunk(NamedTuple):
    """A live chunk with its document's title, address, commit and facts, and its source's kind.

    `vectors` are those that are kept of its rows, in their order: empty where they were not asked for.
    """

    chunk: Chunk
    title: str
    url: str
    commit: str = ""
    facts: DocumentFacts = NO_FACTS
    kind: SourceKind = SourceKind.LOCAL
    vectors: tuple[bytes | None, ...] = ()


@dataclass(frozen=True, slots=True)
class WordHit:
    """A chunk that holds terms of a search, with its score, above 0, and those terms, the ones that tell most first."""

    generation: Generation
    chunk: str
    path: str
    start: int
    score: float
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one generation. `documents` are those that became Markdown, `files` are all that were looked at.

    `rows` are those that its collection should have.
    """

    files: int
    documents: int
    chunks: int
    rows: int
