"""Sources, files, documents and chunks: what the library is made of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gangdan_gui.domain.reasons import Problem, Reason


class SourceKind(StrEnum):
    """Where a source's files come from."""

    LOCAL = "local"
    GITHUB = "github"
    ADDRESSES = "addresses"
    SITE = "site"
    NOTES = "notes"
    ANSWERS = "answers"
    PACK = "pack"
    PACKED_NOTES = "packed-notes"


DOCUMENTATION = frozenset({SourceKind.LOCAL, SourceKind.GITHUB, SourceKind.ADDRESSES, SourceKind.SITE, SourceKind.PACK})
"""The kinds of sources that others have written and published; the rest is the user's own or a model's."""
NOTES_OF_SOMEBODY = frozenset({SourceKind.NOTES, SourceKind.PACKED_NOTES})
"""What somebody wrote for themselves. PACKED_NOTES are what a pack of such notes holds, which is a source of PACK."""
OF_SOURCES = frozenset(SourceKind) - {SourceKind.PACKED_NOTES}
"""The kinds that a list of sources may name."""
OWN = frozenset({SourceKind.NOTES, SourceKind.ANSWERS})
"""The kinds of sources whose files the library itself keeps."""


class SourceState(StrEnum):
    """What can be said of a source as a whole."""

    NEW = "new"
    QUEUED = "queued"
    BUILDING = "building"
    PARTIAL = "partial"
    READY = "ready"
    STALE = "stale"
    FAILED = "failed"


_ENDED_EARLY = frozenset({SourceState.PARTIAL, SourceState.FAILED})
_UNDER_WAY = frozenset({SourceState.BUILDING, SourceState.QUEUED})


def is_part(state: SourceState, documents: int, expected: int, problems: Iterable[Problem]) -> bool:
    """Whether fewer documents of a source answer than it has files, because a build did not come to its end yet.

    Before a build that is under way it may have been whole but for the files that can't be read.
    """
    if state in _UNDER_WAY:
        return documents + len({problem.path for problem in problems if problem.path}) < expected
    return state in _ENDED_EARLY and documents < expected


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of a list of sources.

    `locations` are absolute paths of files or folders (`local`), addresses of repositories
    (`https://github.com/OWNER/NAME`, `github`), addresses of single files (`addresses`), or addresses of folders of
    the web that are read with all below them (`site`), or the path of a knowledge pack that somebody else has built
    (`pack`). What the library itself keeps has none: texts that the user
    has written or pasted (`notes`), and answers of a model that the user has kept (`answers`). `revision` is the
    commit, tag or branch of a repository; empty means its default branch. `pages` and `depth` are how many pages of
    a site are taken at most, and over how many links; 0 leaves that to the program. `include` and `exclude` are
    globs on paths inside the source (`**/*.md`); an empty `include` takes everything. `size` is about how many
    bytes the first download takes, 0 where nobody knows; `description_zh` says in Chinese what `description` says
    in English.
    """

    id: str
    title: str
    kind: SourceKind
    locations: tuple[str, ...]
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    language: str = ""
    licence: str = ""
    description: str = ""
    description_zh: str = ""
    revision: str = ""
    size: int = 0
    pages: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """A file of a source as it lies on disk.

    `path` is its name inside the source, with `/` between its parts; `file` is where its bytes are;
    `sha256` is in hex; `modified` is in seconds since the epoch. `url` is where a reader finds it, a permanent
    address where its `commit` is known. `charset` is the encoding that its sender named, if any.
    """

    source: str
    path: str
    file: Path
    sha256: str
    size: int
    modified: float
    url: str = ""
    commit: str = ""
    charset: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of a document beside its text; what is empty is not known.

    `date` is of ISO 8601: a day, a month or a year (`2024-05-17`, `2024-05`, `2024`). `doi` has no address before it.
    """

    authors: tuple[str, ...] = ()
    date: str = ""
    venue: str = ""
    doi: str = ""
    tags: tuple[str, ...] = ()

    def over(self, other: DocumentFacts) -> DocumentFacts:
        """These facts, and those of another where these say nothing; tags of both."""
        return DocumentFacts(
            authors=self.authors or other.authors,
            date=self.date or other.date,
            venue=self.venue or other.venue,
            doi=self.doi or other.doi,
            tags=tuple(dict.fromkeys((*self.tags, *other.tags))),
        )


NO_FACTS = DocumentFacts()


@dataclass(frozen=True, slots=True)
class MarkdownDocument:
    """What a file became. `encoding` is the one its bytes were read in; `text` has `\\n` line ends and no BOM."""

    source: str
    path: str
    title: str
    text: str
    language: str
    encoding: str
    url: str = ""
    warnings: tuple[Reason, ...] = ()
    facts: DocumentFacts = NO_FACTS


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How documents are cut. Lengths are in characters (code points)."""

    splitter: str = "window"
    size: int = 800
    overlap: int = 150
    minimum: int = 50


@dataclass(frozen=True, slots=True)
class EmbeddedForm:
    """How chunks are put before an embedder: a collection is bound to it.

    A chunk longer than `narrow` characters (`wide` where most of them are Han, kana or Hangul) is embedded in equal
    parts, each with a vector of its own; 0 embeds it whole. `context` puts title and headings before each.
    """

    narrow: int = 0
    wide: int = 0
    context: bool = False


WHOLE_CHUNKS = EmbeddedForm()
"""Each with one vector, of its text as it is."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A slice of a text: `text == document_text[start:end]`; `heading` is the path of headings it stands under.

    `context` is what it can't be read without and does not hold: the header of a table of which it has later rows.
    """

    ordinal: int
    start: int
    end: int
    text: str
    heading: tuple[str, ...] = ()
    context: str = ""


@dataclass(frozen=True, slots=True)
class Split:
    """The pieces of one text, and what was dropped for being shorter than the minimum."""

    pieces: tuple[Piece, ...]
    dropped: int = 0
    dropped_characters: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document of a source. `start` and `end` are offsets into the document's Markdown.

    `context` is what stands before its text where it is embedded; `cuts` are the offsets in `text` at which a part
    with a vector of its own begins, without the first one's 0: none where one vector stands for all.
    """

    id: str
    source: str
    path: str
    ordinal: int
    heading: tuple[str, ...]
    start: int
    end: int
    text: str
    language: str = ""
    context: str = ""
    cuts: tuple[int, ...] = ()

    @property
    def embedded_text(self) -> str:
        """What is embedded of this chunk, as one text."""
        return self.context + self.text

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """Where the stretches of its text that have a vector each begin and end, as offsets in `text`."""
        return tuple(zip((0, *self.cuts), (*self.cuts, len(self.text)), strict=True))

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The ids of its rows in a collection, each with the text that its vector stands for."""
        if not self.cuts:
            return ((self.id, self.embedded_text),)
        texts = (self.context + self.text[start:end] for start, end in self.parts)
        return tuple(zip(row_ids(self.id, len(self.cuts)), texts, strict=True))


@dataclass(frozen=True, slots=True)
class ChunkLengths:
    """How many chunks there are, and how long they are in characters; all 0 where there are none."""

    count: int = 0
    shortest: int = 0
    longest: int = 0
    mean: float = 0.0

    @classmethod
    def of(cls, lengths: Sequence[int]) -> ChunkLengths:
        """Of chunks that are so long."""
        count = len(lengths)
        return cls(count, min(lengths), max(lengths), sum(lengths) / count) if count else cls()


def chunk_id(source: str, path: str, ordinal: int, text: str, context: str = "") -> str:
    """The id of a chunk: the same place and content always give the same id; 32 hex digits."""
    facts = "\x00".join((source, path, str(ordinal), text, *filter(None, [context])))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def row_id(chunk: str, part: int) -> str:
    """The id of the row of one part of a chunk, counted from 0; the first has the chunk's own."""
    return f"{chunk}.{part}" if part else chunk


def row_ids(chunk: str, cuts: int) -> tuple[str, ...]:
    """The ids of all rows of a chunk that has so many cuts."""
    return tuple(row_id(chunk, part) for part in range(cuts + 1))


def chunk_of(row: str) -> str:
    """The id of the chunk whose row that is."""
    return row.partition(".")[0]


class FileState(StrEnum):
    """What became of one file of a source."""

    READY = "ready"
    SKIPPED = "skipped"
    FAILED = "failed"
