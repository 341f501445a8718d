"""What a build has to do: the files on disk against what the manifest remembers of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gangdan_gui.converting.assets import is_page
from gangdan_gui.converting.conversion import format_of, sniff
from gangdan_gui.converting.readers import can_be_read_now
from gangdan_gui.domain.documents import FetchedFile, FileState, Source, SourceKind
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.local import FoundFile, Listing, hash_file
from gangdan_gui.services.building.prepared import Carried
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.storing.records import DocumentRecord

IsCurrent = Callable[[str, str, Callable[[str], str]], bool]
_HEAD = 8192
# Why a file without a format is one that its owner will miss.
_FAULTS = frozenset({"other-archive", "binary", "not-readable", "old-office"})


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not a document, and why."""

    found: FoundFile
    reason: Reason


@dataclass(frozen=True, slots=True)
class Plan:
    """`changed` are new or other than remembered; `unchanged` and `gone` are remembered records.

    `unread` are problems with files and folders that could not be looked at; what is remembered of them stays.
    `failed` is how many of them are files that would be documents, or downloads. `incomplete`: downloads are missing.
    `around` is what the documents of the source see of one another. `carried` are those of the changed files that are
    not read. `answering` are documents to be carried where their files turn out not to be readable.
    """

    changed: tuple[FetchedFile, ...]
    skipped: tuple[Skipped, ...]
    unchanged: tuple[DocumentRecord, ...]
    gone: tuple[str, ...]
    unread: tuple[Problem, ...]
    failed: int = 0
    incomplete: bool = False
    around: SourceFiles = field(default_factory=SourceFiles)
    carried: Carried | None = None
    answering: Carried | None = None

    @property
    def expected(self) -> int:
        """Files that would be documents, once all of it is done and nothing fails."""
        wanted = sum(record.state is not FileState.SKIPPED for record in self.unchanged)
        return len(self.changed) + wanted + self.failed

    def is_carried(self, path: str) -> bool:
        """Whether a changed file is one of those that are not read."""
        return self.carried is not None and path in self.carried.documents


class Planner:
    """Compares one file at a time, so that the caller can report progress and stop in between.

    `force` takes all files for changed, `retry` those that failed. `is_current` is that of `Additions`. `around` are
    the files that documents include.
    """

    def __init__(
        self,
        source: Source,
        remembered: Mapping[str, DocumentRecord],
        is_current: IsCurrent,
        around: SourceFiles,
        *,
        force: bool,
        retry: bool = False,
    ) -> None:
        self._source = source
        self._around = around
        self._hashes: dict[str, str] = {}
        self._remembered = remembered
        self._current = is_current
        self._force = force
        self._retry = retry
        self._changed: list[FetchedFile] = []
        self._skipped: list[Skipped] = []
        self._unchanged: list[DocumentRecord] = []
        self._unread: list[Problem] = []

    def look(self, found: FoundFile) -> None:
        """Decide about one file; reads it once to hash it. Blocking."""
        if not self._is_document(found.path):
            self._leave_out(found)
            return
        try:
            sha256, size = hash_file(found.file)
        except FileNotFoundError:
            self._unread.append(Problem(found.path, Stage.FETCH, Reason("vanished")))
            return
        except OSError as error:
            reason = Reason("not-readable", error.strerror or str(error))
            self._unread.append(Problem(found.path, Stage.FETCH, reason))
            return
        record = self._remembered.get(found.path)
        same = record and record.sha256 == sha256 and self._is_current(record)
        if record and same and not self._again(record):
            self._unchanged.append(record)
            return
        self._changed.append(found.fetched(self._source.id, sha256, size))

    def _again(self, record: DocumentRecord) -> bool:
        """Whether to convert a file anew that is as it was."""
        failed = self._retry and record.state is FileState.FAILED
        left_out = self._source.kind is not SourceKind.PACK and can_be_read_now(_reasons(record))
        return self._force or failed or left_out

    def _is_current(self, record: DocumentRecord) -> bool:
        """Whether converter, corrections and included files are those that the document was made by."""
        return self._current(record.path, record.converter, self._hash)

    def _hash(self, path: str) -> str:
        if path not in self._hashes:
            self._hashes[path] = self._around.sha256(path)
        return self._hashes[path]

    def plan(self, listing: Listing) -> Plan:
        """The plan, once every file of the listing was looked at."""
        present = {found.path for found in listing.files} | {problem.path for problem in self._unread}
        gone = (path for path in self._remembered if path not in present and not listing.may_hold(path))
        return Plan(
            changed=tuple(self._changed),
            skipped=tuple(self._skipped),
            unchanged=tuple(self._unchanged),
            gone=tuple(gone),
            unread=(*listing.problems, *self._unread),
            failed=len(self._unread) + listing.failed,
            incomplete=bool(listing.failed and listing.unreadable),
            around=self._around,
        )

    def _is_document(self, path: str) -> bool:
        """Whether to read a file: pictures only of a folder of this computer, where they are what it was added for.

        What is in a pack was a document where that was made.
        """
        if self._source.kind is SourceKind.PACK:
            return True
        return bool(format_of(path)) or (self._source.kind is SourceKind.LOCAL and is_page(path))

    def _leave_out(self, found: FoundFile) -> None:
        try:
            with found.file.open("rb") as stream:
                reason = sniff(stream.read(_HEAD), found.path) or Reason("format-not-read")
        except OSError as error:
            reason = Reason("not-readable", error.strerror or str(error))
        self._skipped.append(Skipped(found, reason))


def _reasons(record: DocumentRecord) -> frozenset[str]:
    return frozenset(reason.code for reason in (*record.warnings, *filter(None, [record.reason])))


def skipped_record(skipped: Skipped) -> DocumentRecord:
    """What the manifest remembers of a file that is not a document."""
    return DocumentRecord(
        path=skipped.found.path,
        sha256="",
        size=skipped.found.size,
        modified=skipped.found.modified,
        state=FileState.FAILED if skipped.reason.code in _FAULTS else FileState.SKIPPED,
        reason=skipped.reason,
    )
