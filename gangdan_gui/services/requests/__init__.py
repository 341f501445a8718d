"""What faces ask of the services: the signatures that the window and the command line are written against."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gangdan_gui.domain.chat import PullProgress
from gangdan_gui.domain.documents import ChunkSettings, EmbeddedForm, MarkdownDocument, Source
from gangdan_gui.domain.events import AskEvent, BuildEvent
from gangdan_gui.domain.reports import SourceChanges, SourceReport, SourceSummary
from gangdan_gui.domain.search import Conversation, Mode, SearchResult
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.requests.backups import BackupService
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.services.requests.documents import DocumentService
from gangdan_gui.services.requests.generations import GenerationService
from gangdan_gui.services.requests.notes import NoteService
from gangdan_gui.services.requests.packs import PackService

if TYPE_CHECKING:  # their requests are made of those here
    from gangdan_gui.services.requests.explaining import ExplainService
    from gangdan_gui.services.requests.forecasts import ForecastService
    from gangdan_gui.services.requests.golden import GoldenService
    from gangdan_gui.services.requests.trials import TrialService


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to build. `None` keeps what a built source has, and takes the settings' choice for a new one.

    `force` converts and cuts every file again, changed or not (vectors still come from the cache). `kept` asks nobody
    for files: what was brought before is read as it lies here, for what the user has corrected since. `retry` tries
    what failed the last time, changed or not. `keep_previous` keeps a generation that is replaced, to return to.
    `mend` brings back what is lost of what answers, and takes nothing new in. `form` is how chunks are put before the
    embedder, where that is to be compared; None takes what suits it.
    """

    force: bool = False
    kept: bool = False
    retry: bool = False
    keep_previous: bool = False
    mend: bool = False
    embedder: str | None = None
    chunking: ChunkSettings | None = None
    form: EmbeddedForm | None = None


@dataclass(frozen=True, slots=True)
class WholeSite:
    """That an address is meant with all pages below it: how many at most, over how many links; 0 takes the usual."""

    pages: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """`collections` are source ids; empty means every built source but answers that were kept.

    `path` is a glob, `language` a code. `since` and `until` are days, months or years (ISO 8601), each with
    all of its days, `tags` are all to be there.
    `documents` are the only ones to look in, each as source and path; empty means all. `kinds` are formats by their
    usual endings (`pdf`, `ipynb`); empty means all.
    `strict` gives no answer where the sources do not hold one; None takes the settings' choice. `struck` are bridged
    words and translations that are not to be searched by. `translate` has the chat model put the question into the
    language of documents in another one, too; None takes the settings' choice. `reranker` is the name of one, empty or
    `none` for none; None takes the settings' choice. `explain` asks for the result's trace. `model` is the chat model
    that answers: None takes the settings' choice, an empty one gives the passages.
    """

    collections: tuple[str, ...] = ()
    count: int = 10
    path: str = ""
    language: str = ""
    since: str = ""
    until: str = ""
    tags: tuple[str, ...] = ()
    documents: tuple[tuple[str, str], ...] = ()
    kinds: tuple[str, ...] = ()
    mode: Mode = Mode.HYBRID
    strict: bool | None = None
    struck: tuple[str, ...] = ()
    translate: bool | None = None
    reranker: str | None = None
    explain: bool = False
    model: str | None = None

    def model_or(self, usual: str) -> str:
        """The chat model that is asked, empty for none: the one named here, else the usual one."""
        return (usual if self.model is None else self.model).strip()


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

    async def kinds(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """The formats of these sources' documents that answer, as `SearchOptions` names them, counted as `tags` are."""

    async def look(self) -> tuple[SourceChanges, ...]:
        """Compare the built sources of this computer with their files, by name, size and time; nothing is converted.

        What has changed is given, and its source's state is `stale` from then on; one whose files are again as they
        were when it was built is `ready` again.
        """

    async def document(self, source: str, path: str) -> MarkdownDocument:
        """The converted document that answers now. Raises UnknownSource, LocationMissing."""

    def folder(self, source: str) -> Path | None:
        """The folder to show in the file manager for a source, where there is one."""


class AssistantService(Protocol):
    """Questions, and the conversations they stand in."""

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """Raises EmptyQuestion, UnknownSource, NothingBuilt, StoreDamaged, WorkerError, InvalidSetting.

        Sources whose embedder is away are searched by words alone, which a notice of the result says.
        """

    def ask(self, question: str, options: SearchOptions, conversation: str = "") -> AsyncGenerator[AskEvent, None]:
        """HitsFound, then AnswerFinished; with a chat model between them Answering, TextArrived, TextWithdrawn.

        A small library is given to the model whole. HitsFound then comes again, with all that it was given: the
        passages found under their numbers, and the others after them; where a trace is asked for, also with what the
        model had no room for.

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


@dataclass(frozen=True)
class Services:
    """All that a face needs. Not in slots, so that one which is asked for later may be made later."""

    library: LibraryService
    assistant: AssistantService
    doctor: DoctorService
    notes: NoteService
    documents: DocumentService
    forecasts: ForecastService
    generations: GenerationService
    backups: BackupService
    packs: PackService
    explaining: ExplainService
    golden: GoldenService
    trials: TrialService
