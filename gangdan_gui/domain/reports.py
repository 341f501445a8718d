"""What is told of sources and their files: states, sizes, reasons, and what has changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from gangdan_gui.domain.documents import (
    NO_FACTS,
    ChunkLengths,
    ChunkSettings,
    DocumentFacts,
    FileState,
    Source,
    SourceState,
    is_part,
)
from gangdan_gui.domain.reasons import Problem, Reason

_NO_LENGTHS = ChunkLengths()
NEAR_EMPTY_BELOW = 200
"""Characters of Markdown."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """One line of a source's report. `size` is in bytes; `reason` says why a file was skipped, failed or shortened.

    `url` is where a reader finds the file, empty for a file of this computer and where nobody knows. `characters` are
    those of its Markdown, `same_as` the path of the first file of the source that became the same text. `corrected`:
    the user has changed something of it. `notes` are all that is to be known of it, `reason` the first of them.
    """

    path: str
    state: FileState
    encoding: str = ""
    size: int = 0
    chunks: int = 0
    reason: Reason | None = None
    url: str = ""
    title: str = ""
    language: str = ""
    facts: DocumentFacts = NO_FACTS
    characters: int = 0
    same_as: str = ""
    corrected: bool = False
    notes: tuple[Reason, ...] = ()

    @property
    def near_empty(self) -> bool:
        """Whether a file that was read holds so little that it is hardly a document."""
        return self.state is not FileState.FAILED and 0 < self.characters < NEAR_EMPTY_BELOW


@dataclass(frozen=True, slots=True)
class GenerationSummary:
    """A source's chunks under one embedder and one way of cutting.

    `made` is when it was begun (ISO 8601), empty where nobody knows; `size` is about how many bytes it takes on disk.
    `digest`, `dimension` and `prefixes` are what its vectors are bound to, as an `EmbedderIdentity` has them.
    """

    embedder: str
    chunking: ChunkSettings
    documents: int
    chunks: int
    made: str = ""
    size: int = 0
    digest: str = ""
    dimension: int = 0
    prefixes: str = ""


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """A source and what the library holds of it. `embedder` is a label such as `builtin`, empty when not built.

    `notices` are what the user should know of it, and no fault: that its embedder knows little of its language.
    `expected` is how many files the last build set out to have, done or not; 0 where nobody knows. `building` is the
    generation that is being made beside the one that answers, `previous` the one that was kept when it was replaced.
    `frozen_until` is the first day on which it may be updated again (ISO 8601), empty for one that is not frozen.
    """

    source: Source
    state: SourceState
    documents: int = 0
    chunks: int = 0
    embedder: str = ""
    problems: tuple[Problem, ...] = ()
    notices: tuple[Reason, ...] = ()
    expected: int = 0
    live: GenerationSummary | None = None
    building: GenerationSummary | None = None
    previous: GenerationSummary | None = None
    frozen_until: str = ""

    @property
    def is_partial(self) -> bool:
        """Whether fewer documents answer than there are files, because a build did not come to its end."""
        return is_part(self.state, self.documents, self.expected, self.problems)


@dataclass(frozen=True, slots=True)
class SourceReport:
    """A source's summary with a line for each of its files, ordered by path.

    `licence` is the one that the source states, else the one that its files were found to hold (an SPDX name).
    `lengths` are those of all its chunks.
    """

    summary: SourceSummary
    files: tuple[FileReport, ...] = field(default=())
    licence: str = ""
    lengths: ChunkLengths = _NO_LENGTHS


@dataclass(frozen=True, slots=True)
class SourceChanges:
    """What of a source's files is other than when it was built, as paths inside the source."""

    source: str
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.changed or self.gone)
