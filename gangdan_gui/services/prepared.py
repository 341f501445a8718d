"""A file that has been read, converted and cut, and what the manifest remembers of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gangdan_gui.converting.conversion import CONVERTER_VERSION
from gangdan_gui.domain.documents import Chunk, FetchedFile, FileState, MarkdownDocument
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.storing.records import DocumentRecord

CONVERTER = str(CONVERTER_VERSION)
# Reasons for having nothing to search that are no fault: the report names them, the build is not troubled by them.
NOT_A_FAULT = frozenset({"empty", "blank", "asset", "format-not-read"})


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file as it was read: its hash is of the very bytes that were converted.

    `document` is None where `failure` says why. `dropped` pieces held `dropped_characters` that are in no chunk.
    """

    path: str
    sha256: str
    size: int
    document: MarkdownDocument | None
    chunks: tuple[Chunk, ...] = ()
    dropped: int = 0
    dropped_characters: int = 0
    failure: Reason | None = None
    seconds_convert: float = 0.0
    seconds_chunk: float = 0.0


def document_record(prepared: Prepared, markdown: str, file: FetchedFile) -> DocumentRecord:
    """What the manifest remembers of a `file`; `markdown` is the name under which the text is kept."""
    record = DocumentRecord(
        path=prepared.path,
        sha256=prepared.sha256,
        size=prepared.size,
        modified=file.modified,
        url=file.url,
        commit=file.commit,
        state=FileState.READY,
        converter=CONVERTER,
        markdown=markdown,
        reason=prepared.failure,
        dropped=prepared.dropped,
        dropped_characters=prepared.dropped_characters,
    )
    if prepared.failure:
        skipped = prepared.failure.code in NOT_A_FAULT
        return replace(record, state=FileState.SKIPPED if skipped else FileState.FAILED)
    document = prepared.document
    assert document is not None
    reason = _short_pieces(prepared)
    return replace(
        record,
        title=document.title,
        language=document.language,
        encoding=document.encoding,
        warnings=document.warnings,
        reason=reason,
        state=FileState.READY if prepared.chunks else FileState.SKIPPED,
    )


def _short_pieces(prepared: Prepared) -> Reason | None:
    if not prepared.chunks:
        return Reason("all-too-short", str(prepared.dropped_characters))
    return Reason("short-pieces", str(prepared.dropped_characters)) if prepared.dropped_characters else None
