"""Errors that a user can do something about. They carry facts; `wording` writes the sentence and the advice.

GangDanError
├── InputError
│   ├── UnknownSource            no source of that id in the library
│   ├── AmbiguousTitle           several sources have that title
│   ├── LocationMissing          a file or folder is not there
│   │   └── NotOffered           nor is it in the catalogue, where ids like it are
│   ├── AddressRefused           an address that can't be a source
│   ├── AlreadyAdded             the library has a source for this location
│   ├── NothingBuilt             no built source to search
│   ├── EmptyQuestion            nothing to search for
│   ├── EmptyNote                nothing to keep as a note
│   ├── NothingToKeep            an answer that no model wrote
│   ├── EmptyText                a document's text was replaced by nothing
│   ├── CorrectionChanged        somebody else has corrected the document meanwhile
│   ├── QuestionTooLong          the question alone fills the model's context
│   ├── InvalidChunking          size, overlap and minimum do not fit together
│   ├── InvalidFilter            a search is to begin at what is no date
│   ├── NoQuestions              there are no golden questions to ask
│   ├── UnknownQuestion          no golden question of that id
│   ├── PassageChanged           what an earlier answer rests on stands in its document no more as it was
│   ├── QuoteMissing             the words of a golden question stand nowhere in their document
│   ├── LineRefused              a line of a file of questions or documents can't be used (a Reason says why)
│   ├── InvalidSetting           a setting has a value it can't have
│   │   └── SettingsUnreadable   the file of settings can't be read at all
│   ├── UnknownConversation      no conversation of that id
│   │   └── ConversationUnreadable  its file is damaged, or of a newer version
│   ├── UnknownAnswer            a conversation has no answer of that number
│   ├── NoPrevious               no generation of a source was kept that could answer again
│   ├── PackRefused              a file is no pack that can be taken in (a Reason says why)
│   ├── PackInstalled            the library has this state of a pack's source, or another one
│   ├── AnswersNotPacked         what a model wrote does not go out as knowledge
│   ├── NotPacked                a source can't go out as a pack now (a Reason says why)
│   ├── BackupRefused            a file is no backup that can be brought back (a Reason says why)
│   ├── UnsupportedExport        no exporter for that file name
│   ├── NoDisplay                there is no screen to open a window on
│   └── NotAvailable             an option or kind that this version does not have
├── CatalogProblem               an entry of a list of sources can't be used (file, line)
├── BuildFailed                  texts that were given could not be made searchable (a Reason says why)
├── ExportFailed                 a file could not be made (a Reason says why)
├── UnreadableFile               a file can't become Markdown (a Reason says why)
├── EmbeddingError
│   ├── EmbedderUnavailable      the embedder can't be used now
│   │   └── BuiltinUnavailable   the files of the built-in one are not as they should be
│   └── BadVectors               an embedder's reply has the wrong count, length or values
├── RerankerUnavailable          the reranker that was named can't be used (a Reason says why)
├── StoreError
│   ├── StoreDamaged             the vector store can't be opened or contradicts the manifest
│   ├── RecordsDamaged           the manifest itself can't be read
│   ├── LibraryLocked            another process holds the library
│   ├── LibraryNewer             the library was made by a newer version
│   ├── UpgradeImpossible        no copy of an older library can be kept, so it is left as it is
│   ├── UpgradeFailed            an older library could not be brought up to date; it is as it was
│   ├── StoreAway                the server that keeps the vectors can't be used now (a Reason says why)
│   └── CannotWrite              a file or folder of the library can't be written
│       └── LibraryReadOnly      the library is only read where it lies (a Reason says why)
└── WorkerError
    ├── WorkerDied               a child process ended by itself
    └── WorkerFailed             a child process met an error it does not know
"""

from __future__ import annotations

from gangdan_gui.domain.reasons import Reason


class GangDanError(Exception):
    """Base of all errors told to the user. `facts` fill the sentence; strings only, so that errors cross processes."""

    id = "error"

    def __init__(self, **facts: str) -> None:
        super().__init__(facts)
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), self.facts)

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.id}: {inside}" if inside else self.id


def _revive(kind: type[GangDanError], facts: dict[str, str]) -> GangDanError:
    return kind(**facts)


class InputError(GangDanError):
    """What was asked for can't be done as asked."""

    id = "input"


class UnknownSource(InputError):
    """Facts: source."""

    id = "unknown-source"


class NotInTrash(UnknownSource):
    """Facts: source."""

    id = "not-in-trash"


class NoNotes(UnknownSource):
    """A source of documents, where one of notes is asked for. Facts: source."""

    id = "no-notes"


class AmbiguousTitle(InputError):
    """Facts: title, sources (the ids of those that have it)."""

    id = "ambiguous-title"


class LocationMissing(InputError):
    """Facts: location."""

    id = "location-missing"


class DocumentMissing(LocationMissing):
    """Facts: location (the path in the source), source."""

    id = "document-missing"


class NotOffered(LocationMissing):
    """Facts: location, alike (ids of the catalogue)."""

    id = "not-offered"


class AddressRefused(InputError):
    """Facts: address, what (the code of a Reason)."""

    id = "address-refused"


class AlreadyAdded(InputError):
    """Facts: location, source (id), title."""

    id = "already-added"


class NothingBuilt(InputError):
    """No facts; of some among others that are built: failure (`chosen-not-built`), sources (their titles)."""

    id = "nothing-built"


class EmptyQuestion(InputError):
    """No facts."""

    id = "empty-question"


class EmptyNote(InputError):
    """No facts."""

    id = "empty-note"


class EmptyText(InputError):
    """No facts."""

    id = "empty-text"


class CorrectionChanged(InputError):
    """Facts: path."""

    id = "correction-changed"


class NothingToKeep(InputError):
    """An answer holds nothing but passages of the sources, or nothing at all. Facts: conversation, number."""

    id = "nothing-to-keep"


class QuestionTooLong(InputError):
    """Facts: tokens (of the question), room (for it), context (of the model)."""

    id = "question-too-long"


class InvalidChunking(InputError):
    """Facts: size, overlap, minimum, rule."""

    id = "invalid-chunking"


class InvalidFilter(InputError):
    """Facts: value."""

    id = "invalid-filter"


class NoQuestions(InputError):
    """No facts."""

    id = "no-questions"


class UnknownQuestion(InputError):
    """Facts: question."""

    id = "unknown-question"


class PassageChanged(InputError):
    """Facts: path."""

    id = "passage-changed"


class QuoteMissing(InputError):
    """Facts: path, quote."""

    id = "quote-missing"


class LineRefused(InputError):
    """Facts: file, line, reason (the code of a Reason), detail (of it)."""

    id = "line-refused"


class InvalidSetting(InputError):
    """Facts: file, name, value, expected."""

    id = "invalid-setting"


class SettingsUnreadable(InvalidSetting):
    """Facts: file, name, value (why it can't be read), expected."""

    id = "settings-unreadable"


class UnknownConversation(InputError):
    """Facts: conversation."""

    id = "unknown-conversation"


class ConversationUnreadable(UnknownConversation):
    """Facts: conversation, file."""

    id = "conversation-unreadable"


class UnknownAnswer(InputError):
    """Facts: conversation, number, count (of the answers there are)."""

    id = "unknown-answer"


class NoPrevious(InputError):
    """Facts: source."""

    id = "no-previous"


class PackRefused(InputError):
    """Nothing of it was taken in. Facts: file, reason (the code of a Reason), detail (of it)."""

    id = "pack-refused"


class AnswersNotPacked(InputError):
    """Facts: source."""

    id = "answers-not-packed"


class NotPacked(InputError):
    """Nothing was written. Facts: title, reason (the code of a Reason), detail (of it)."""

    id = "not-packed"


class PackInstalled(InputError):
    """Facts: file, source, title, installed (when that pack was made), offered (when this one was)."""

    id = "pack-installed"


class BackupRefused(InputError):
    """Nothing of it was brought back. Facts: file, reason (the code of a Reason), detail (of it)."""

    id = "backup-refused"


class UnsupportedExport(InputError):
    """Facts: file, known (the endings that can be written)."""

    id = "unsupported-export"


class NoDisplay(InputError):
    """No facts."""

    id = "no-display"


class NotAvailable(InputError):
    """Facts: what.

    Of a splitter also failure (`no-such-splitter`) and names (those there are).
    """

    id = "not-available"


class CatalogProblem(GangDanError):
    """Facts: file, line, what."""

    id = "catalog-problem"


class UnreadableFile(GangDanError):
    """A file can't become Markdown. Facts: code, detail (of its Reason)."""

    id = "unreadable-file"

    @property
    def reason(self) -> Reason:
        """Why."""
        return Reason(self.facts["code"], self.facts.get("detail", ""))


class BuildFailed(GangDanError):
    """Facts: reason (the code of a Reason), detail (of it)."""

    id = "build-failed"


class ExportFailed(GangDanError):
    """What was to be written could not be made. Facts: reason (the code of a Reason), detail (of it)."""

    id = "export-failed"


class EmbeddingError(GangDanError):
    """Vectors could not be made."""

    id = "embedding"


class EmbedderUnavailable(EmbeddingError):
    """Facts: embedder, why."""

    id = "embedder-unavailable"


class BuiltinUnavailable(EmbedderUnavailable):
    """Facts: embedder, why (which file, and what is wrong with it)."""

    id = "builtin-unavailable"


class BadVectors(EmbeddingError):
    """Facts: embedder, what."""

    id = "bad-vectors"


class RerankerUnavailable(GangDanError):
    """Facts: reranker (its name), reason (the code of a Reason), detail (of it)."""

    id = "reranker-unavailable"

    @property
    def reason(self) -> Reason:
        """Why."""
        return Reason(self.facts["reason"], self.facts.get("detail", ""))


class StoreError(GangDanError):
    """The library on disk can't do what was asked."""

    id = "store"


class StoreDamaged(StoreError):
    """Facts: what, folder."""

    id = "store-damaged"


class RecordsDamaged(StoreError):
    """Facts: what, home."""

    id = "records-damaged"


class LibraryLocked(StoreError):
    """Facts: home, holder (what the other process is, with its number)."""

    id = "library-locked"


class LibraryNewer(StoreError):
    """Facts: home, found, known (schema numbers)."""

    id = "library-newer"


class UpgradeImpossible(StoreError):
    """Facts: home, found, known (schema numbers), why (no copy can be kept)."""

    id = "upgrade-impossible"


class UpgradeFailed(StoreError):
    """Facts: home, found, known (schema numbers), why, copy (of the database as it was)."""

    id = "upgrade-failed"


class CannotWrite(StoreError):
    """Facts: path, why."""

    id = "cannot-write"


class LibraryReadOnly(CannotWrite):
    """Facts: path (the library's folder), why (the same in the system's words), reason (its code), detail (of it)."""

    id = "library-read-only"


class StoreAway(StoreError):
    """Nothing of the store is lost. Facts: address, reason (the code of a Reason), detail (of it)."""

    id = "store-away"


class WorkerError(GangDanError):
    """A child process let us down."""

    id = "worker"


class WorkerDied(WorkerError):
    """Facts: worker, code (exit code, negative for a signal)."""

    id = "worker-died"


class WorkerNotStarted(WorkerDied):
    """There was no room for its process, or it ended before it was ready. Facts: worker, code (empty without one)."""

    id = "worker-not-started"


class WorkerFailed(WorkerError):
    """Facts: worker, error, traceback."""

    id = "worker-failed"
