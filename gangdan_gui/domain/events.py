"""What long work reports while it runs. Services yield these; faces show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from gangdan_gui.domain.documents import SourceState, is_part
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.search import Answer, SearchResult


class Stage(StrEnum):
    """The steps of a build, in order; also the `stage` of a Problem and, of the first five, the keys of `seconds`."""

    FETCH = "fetch"
    CONVERT = "convert"
    CHUNK = "chunk"
    EMBED = "embed"
    STORE = "store"
    WORDS = "words"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class StageProgress:
    """How far a stage is. `total` grows while earlier stages still run; 0 means not known yet.

    A download also counts its `bytes_done` of `bytes_total`, 0 where the server does not say how many there are.
    """

    source: str
    stage: Stage
    done: int
    total: int
    bytes_done: int = 0
    bytes_total: int = 0


@dataclass(frozen=True, slots=True)
class DocumentDone:
    """A document's new chunks are stored and live."""

    source: str
    path: str
    chunks: int


@dataclass(frozen=True, slots=True)
class DocumentSkipped:
    """A file that is not a document was left out."""

    source: str
    path: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of one source's build; the fields of `build --json`.

    `notices` are what the user should know of it, and no fault: which embedder was chosen and why, what it knows.
    `expected` is how many files the source has that would be documents, built or not.
    """

    source: str
    state: SourceState
    fetched: int = 0
    unchanged: int = 0
    failed: int = 0
    removed: int = 0
    documents: int = 0
    chunks_total: int = 0
    chunks_added: int = 0
    chunks_removed: int = 0
    chunks_unchanged: int = 0
    dropped: int = 0
    embedded: int = 0
    from_cache: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    notices: tuple[Reason, ...] = ()
    expected: int = 0

    @property
    def is_partial(self) -> bool:
        """Whether fewer documents answer than there are files, because the build did not come to its end."""
        return is_part(self.state, self.documents, self.expected, self.problems)


@dataclass(frozen=True, slots=True)
class BuildStarted:
    """A source's turn has come."""

    source: str


@dataclass(frozen=True, slots=True)
class BuildFinished:
    """A source's build ended, whole or not."""

    report: BuildReport


@dataclass(frozen=True, slots=True)
class ModelAwaited:
    """A server was asked for an embedding model, which it may have to load first: that may take minutes."""

    source: str
    model: str


class Hold(StrEnum):
    """Why a build waits though there is work."""

    PAUSED = "paused"
    ASKING = "asking"
    BATTERY = "battery"


@dataclass(frozen=True, slots=True)
class BuildHeld:
    """A build waits, with nothing under way; None: it goes on."""

    source: str
    why: Hold | None


BuildEvent = BuildStarted | ModelAwaited | StageProgress | BuildHeld | DocumentDone | DocumentSkipped | BuildFinished


@dataclass(frozen=True, slots=True)
class HitsFound:
    """Passages to show before any answer."""

    result: SearchResult


class AnswerStage(StrEnum):
    """What a model does while there is no text of the answer to show."""

    LOADING = "loading"
    READING = "reading"
    THINKING = "thinking"
    SECTION = "section"
    MERGING = "merging"


@dataclass(frozen=True, slots=True)
class Answering:
    """A model was asked, or does something else now. Each stage may take minutes on a slow machine.

    Of a document that it reads in sections `number` counts them from 1, and `count` is how many there are: what it
    writes then are notes on them, which are withdrawn when the answer begins.
    """

    model: str
    stage: AnswerStage
    number: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True)
class TextArrived:
    """More of the answer, to be put after what came before; its citations are bound when it has finished.

    `conversation` is where the answer is kept, whole or not: also when it is stopped before AnswerFinished.
    """

    text: str
    conversation: str


@dataclass(frozen=True, slots=True)
class TextWithdrawn:
    """All text that arrived was thinking, or notes on sections, and no part of the answer, which begins anew."""


@dataclass(frozen=True, slots=True)
class AnswerFinished:
    """The answer as kept in its conversation: whole, or what there is of it (see `Answer.complete`)."""

    conversation: str
    answer: Answer


AskEvent = HitsFound | Answering | TextArrived | TextWithdrawn | AnswerFinished
