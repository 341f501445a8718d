"""What faces ask of the services: the signatures that the window and the command line are written against."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gangdan_gui.domain.chat import PullProgress
from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import (
    Chunk,
    ChunkLengths,
    ChunkSettings,
    MarkdownDocument,
    Piece,
    Source,
    SourceChanges,
    SourceKind,
    SourceReport,
    SourceSummary,
)
from gangdan_gui.domain.events import AskEvent, BuildEvent
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Conversation, SearchResult
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.build_control import BuildControl
from gangdan_gui.services.generation_requests import GenerationService

if TYPE_CHECKING:  # its requests are made of those here
    from gangdan_gui.services.backup_requests import BackupService
    from gangdan_gui.services.forecast_requests import ForecastService
    from gangdan_gui.services.pack_requests import PackService


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to build. `None` keeps what a built source has, and takes the settings' choice for a new one.

    `force` converts and cuts every file again, changed or not (vectors still come from the cache). `kept` asks nobody
    for files: what was brought before is read as it lies here, for what the user has corrected since. `retry` tries
    what failed the last time, changed or not. `keep_previous` keeps a generation that is replaced, to return to.
    `mend` brings back what is lost of what answers, and takes nothing new in.
    """

    force: bool = False
    kept: bool = False
    retry: bool = False
    keep_previous: bool = False
    mend: bool = False
    embedder: str | None = None
    chunking: ChunkSettings | None = None


@dataclass(frozen=True, slots=True)
class WholeSite:
    """That an address is meant with all pages below it: how many at most, over how many links; 0 takes the usual."""

    pages: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """`collections` are source ids; empty means every built source but answers that were kept.

    `path` is a glob, `language` a code. `since` is a day, month or year (ISO 8601), `tags` are all to be there.
    `mode` is `dense` (by meaning) or `keyword` (by words). `strict` gives no answer where the sources do not hold one.
    `model` is the chat model that answers: None takes the settings' choice, an empty one gives the passages.
    """

    collections: tuple[str, ...] = ()
    count: int = 10
    path: str = ""
    language: str = ""
    since: str = ""
    tags: tuple[str, ...] = ()
    mode: str = "dense"
    strict: bool = False
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Original:
    """A document before it was converted: its file as it lies here, and what is in it as text where it is text.

    `format` is a name of `converting.formats`; `pages` is how many there are of a file that has pages to show; `why`
    is the reason for which nothing of a file can be shown that should have text or pages.
    """

    path: str
    file: Path
    format: str
    text: str | None = None
    encoding: str = ""
    pages: int = 0
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class CutDocument:
    """A document with its chunks in their order, and the stretches that the user has taken out.

    The ordinal of such a stretch is that of the chunk it is out of; it is there until the source is built, too.
    `identity` is what the chunks were embedded by, `chunking` how they were cut.
    """

    document: MarkdownDocument
    chunks: tuple[Chunk, ...]
    excluded: tuple[Piece, ...] = ()
    identity: EmbedderIdentity | None = None
    chunking: ChunkSettings = field(default_factory=ChunkSettings)

    @property
    def lengths(self) -> ChunkLengths:
        """How long the chunks are."""
        return ChunkLengths.of([len(chunk.text) for chunk in self.chunks])


@dataclass(frozen=True, slots=True)
class VectorOrigin:
    """A chunk's vector. `kept`: it need not be made again; `stored`: questions find it, None where nobody can tell."""

    kept: bool
    stored: bool | None


DAYS_IN_TRASH = 30
OK, PROBLEM, NOT_CHECKED = "ok", "problem", "not checked"
# The checks of whose problems a repair can mend some.
REPAIRABLE = frozenset({"records", "store", "texts"})


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor: `state` is OK, PROBLEM or NOT_CHECKED; `facts` fill the sentences of `check_wording`."""

    id: str
    state: str
    facts: dict[str, str] = field(default_factory=dict)


class LibraryService(Protocol):
    """Sources: add, build, look at, remove. Every call may be made from the window's loop; none holds it."""

    async def sources(self) -> tuple[SourceSummary, ...]:
        """The library's own sources in the order they were added."""

    async def offered(self) -> tuple[Source, ...]:
        """The catalogue: sources that `add` takes by their id, whether or not the library has them already."""

    async def add(
        self,
        location: str,
        *,
        title: str = "",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        site: WholeSite | None = None,
    ) -> SourceSummary:
        """Add the catalogue's source of that id, an address (http, https) or a file or folder.

        An address of a repository on GitHub, of a folder or of a file in one, is a source of kind `github`, any other
        a single file, or with `site` all pages below it, which only addresses have. A name that is both in the
        catalogue and in the current folder is the catalogue's. Raises LocationMissing, AddressRefused, AlreadyAdded,
        CannotWrite.
        """

    async def remove(self, source: str) -> None:
        """Put a source into the trash. Raises UnknownSource."""

    async def trashed(self) -> tuple[SourceSummary, ...]:
        """The sources in the trash, in the order they were added."""

    async def restore(self, source: str) -> SourceSummary:
        """Take a source out of the trash again, with all it held. Raises UnknownSource."""

    async def move(self, source: str, location: str) -> SourceSummary:
        """Let a source of the user's own files read them at another place, as on another machine.

        It keeps its documents, which the next build compares with the files there. Raises UnknownSource,
        LocationMissing, NotAvailable (its files are not the user's own), CatalogProblem, CannotWrite.
        """

    def build(
        self, sources: Sequence[str], options: BuildOptions, control: BuildControl | None = None
    ) -> AsyncGenerator[BuildEvent, None]:
        """Build sources one after another. Cancelling the task that iterates stops the work; what is stored stays.

        `control` pauses it or has it end after the file. While a question is open, nothing begins.

        Raises UnknownSource before anything starts; one source's failure is its report's state, not an exception.
        """

    async def report(self, source: str) -> SourceReport:
        """A source's summary and files. Raises UnknownSource."""

    async def tags(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """The tags of these sources' documents that answer, most frequent first, with how many documents have each.

        Sources that are not there have none.
        """

    async def look(self) -> tuple[SourceChanges, ...]:
        """Compare the built sources of this computer with their files, by name, size and time; nothing is converted.

        What has changed is given, and its source's state is `stale` from then on; one whose files are again as they
        were when it was built is `ready` again.
        """

    async def document(self, source: str, path: str) -> MarkdownDocument:
        """The converted document that answers now. Raises UnknownSource, LocationMissing."""

    def folder(self, source: str) -> Path | None:
        """The folder to show in the file manager for a source, where there is one."""


class DocumentService(Protocol):
    """The documents of a source: what they were, what they became, and what the user puts right in them."""

    async def cut_document(self, source: str, path: str) -> CutDocument:
        """The document that answers now with its chunks. Raises UnknownSource, LocationMissing."""

    async def vector_origins(self, source: str, path: str) -> dict[str, VectorOrigin]:
        """Where the vectors of its chunks are, by the chunks' ids. Raises UnknownSource, LocationMissing."""

    async def original(self, source: str, path: str) -> Original:
        """What a document was made from, as it lies here now. Raises UnknownSource, LocationMissing, UnreadableFile."""

    async def page_picture(self, source: str, path: str, page: int, width: int) -> bytes:
        """A page (from 1) of a document that has pages, as a PNG that many pixels wide.

        Raises UnknownSource, LocationMissing, UnreadableFile.
        """

    async def correction(self, source: str, path: str) -> Correction:
        """What the user has put right in a document, built or not yet. Raises UnknownSource."""

    async def correct(
        self, source: str, path: str, correction: Correction, *, before: Correction | None = None
    ) -> None:
        """Keep a correction in the place of the one before; a build with `kept` lets it answer.

        One that says nothing takes back all that was said. `before` is the one that the user has seen: where another
        is kept by now, nothing is changed. A new text is brought into the form of converted ones; where its `original`
        is not said anew, it counts as made from what the document is now.

        To take a chunk out, its text and start are the quote: no chunk will hold any of it, so the neighbours that
        share its edges are cut back. A quote inside of chunks takes those out whole.

        Raises UnknownSource, LocationMissing, EmptyText, CorrectionChanged, CannotWrite.
        """

    async def converted(self, source: str, path: str) -> MarkdownDocument:
        """A document as its file gives it now, without the user's correction.

        Raises UnknownSource, LocationMissing, UnreadableFile.
        """


@dataclass(frozen=True, slots=True)
class Note:
    """A text that the user has written or pasted (`notes`), or an answer of a model that was kept (`answers`).

    `text` is Markdown. `shelf` is the title of its source, `date` a day (ISO 8601); both may be empty.
    """

    source: str
    path: str
    kind: SourceKind
    title: str
    text: str
    tags: tuple[str, ...] = ()
    date: str = ""
    shelf: str = ""


@dataclass(frozen=True, slots=True)
class ForgottenNote:
    """What was deleted, with all it held (`text` is its file's), so that it can be put back."""

    kind: SourceKind
    shelf: str
    text: str


class NoteService(Protocol):
    """Texts of the user's own and answers that the user accepts, each kind a source beside the documentation.

    A source is made for the first text of its kind, called `shelf`; one in the trash comes back with all it held. What
    changed here answers once the source is built.
    """

    async def notes(self) -> tuple[Note, ...]:
        """All notes, then all kept answers, by their paths, without files that are no text."""

    async def note(self, source: str, path: str) -> Note:
        """One of them. Raises UnknownSource, LocationMissing, UnreadableFile."""

    async def write_note(self, title: str, text: str, *, tags: Sequence[str] = (), shelf: str = "My notes") -> Note:
        """Keep a text (Markdown) among the notes; without a title it is called by its first line.

        Another note of that title is left as it is: the new one gets a number. Raises EmptyNote, CannotWrite.
        """

    async def rewrite_note(self, source: str, path: str, title: str, text: str, *, tags: Sequence[str] = ()) -> Note:
        """Put another text in the place of a note's.

        Raises UnknownSource, LocationMissing, UnreadableFile, EmptyNote, CannotWrite.
        """

    async def keep_answer(
        self, conversation: str, exchange: int, *, shelf: str = "Kept answers", labels: ExportLabels = ENGLISH
    ) -> Note:
        """Keep an answer (from 1) among the kept answers, marked as a model's, with a list of what it cites.

        One that is kept already is not kept twice. Raises UnknownConversation, UnknownAnswer, NothingToKeep,
        CannotWrite.
        """

    async def forget_note(self, source: str, path: str) -> ForgottenNote:
        """Delete a note or a kept answer; its source goes into the trash with the last one.

        What can't be read could not be put back: it is not deleted. Raises UnknownSource, LocationMissing,
        UnreadableFile, CannotWrite.
        """

    async def put_back(self, forgotten: ForgottenNote) -> Note:
        """Keep what was deleted again, as what it was. Raises CannotWrite."""


class AssistantService(Protocol):
    """Questions, and the conversations they stand in."""

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """Raises EmptyQuestion, UnknownSource, NothingBuilt, StoreDamaged, WorkerError, InvalidSetting.

        Sources whose embedder is away are searched by words alone, which a notice of the result says.
        """

    def ask(self, question: str, options: SearchOptions, conversation: str = "") -> AsyncGenerator[AskEvent, None]:
        """HitsFound, then AnswerFinished; with a chat model between them Answering, TextArrived, TextWithdrawn.

        A small library is given to the model whole. HitsFound then comes again, with all that it was given: the
        passages found under their numbers, and the others after them.

        The exchange is kept. Where the model fails after its first words, or the iteration is cancelled or closed,
        what has arrived is kept too, its answer marked as not complete; a failure then still ends in AnswerFinished.
        Raises as `search`, and UnknownConversation; once HitsFound was given, QuestionTooLong, InvalidSetting (the
        address) and OllamaFailure, where there is nothing of an answer yet: nothing is kept then.
        """

    async def conversations(self) -> tuple[Conversation, ...]:
        """All conversations, newest first, without their exchanges' passages being promised."""

    async def unreadable_conversations(self) -> tuple[Path, ...]:
        """The files that `conversations` leaves out: they are damaged, or of a newer version."""

    async def conversation(self, conversation: str) -> Conversation:
        """One conversation, whole. Raises UnknownConversation, ConversationUnreadable."""

    async def export(
        self, conversation: str, file: Path, labels: ExportLabels = ENGLISH, exchange: int | None = None
    ) -> int:
        """Write a conversation, or one exchange of it (from 1), by the file's ending; returns bytes written.

        `labels` are the words that are added to it. Raises UnsupportedExport, UnknownConversation, UnknownAnswer,
        ExportFailed, CannotWrite; what was there before is then as it was.
        """

    async def chat_models(self) -> tuple[str, ...]:
        """The models that could answer, on the server of the settings. Raises OllamaFailure, InvalidSetting."""

    async def embedding_models(self) -> tuple[str, ...]:
        """The models that could embed, on the server that does. Raises OllamaFailure, InvalidSetting."""

    def pull(self, model: str, *, for_embedding: bool = False) -> AsyncGenerator[PullProgress, None]:
        """Have the server that answers, or the one that embeds, download a model, which is there when this ends.

        Closing or cancelling stops it; another one goes on from there. Raises OllamaFailure, InvalidSetting.
        """


class DoctorService(Protocol):
    """What works and what does not."""

    async def examine(self) -> tuple[Check, ...]:
        """All checks in order; what depends on a failed one is `not checked`."""

    def checks(self) -> AsyncGenerator[Check, None]:
        """The same checks, each when it is done. A model that has to be loaded may take a minute."""

    def mend(self) -> AsyncGenerator[Check, None]:
        """Mend what can be mended from what is kept, without a network; each thing when it is done."""

    async def repair(self) -> tuple[Check, ...]:
        """Mend what can be mended from what is kept, without a network, and examine again.

        What was done, or could not be, comes first, as checks of the id `repaired`.
        """

    async def health(self) -> Check:
        """Whether what is built can be found, as far as a moment's look shows. What is damaged is marked as failed."""

    async def glance(self) -> Check:
        """How things stand with Ollama and the embedder, in a moment: no model is loaded for it."""


@dataclass(frozen=True, slots=True)
class Services:
    """All that a face needs."""

    library: LibraryService
    assistant: AssistantService
    doctor: DoctorService
    notes: NoteService
    documents: DocumentService
    forecasts: ForecastService
    generations: GenerationService
    backups: BackupService
    packs: PackService
