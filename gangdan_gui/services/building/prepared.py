"""A file that has been read, converted and cut, and what the manifest remembers of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gangdan_gui.converting.conversion import CONVERTER_VERSION
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import (
    NO_FACTS,
    WHOLE_CHUNKS,
    Chunk,
    ChunkSettings,
    DocumentFacts,
    EmbeddedForm,
    FetchedFile,
    FileState,
    MarkdownDocument,
)
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building.made_by import CUTTING_VERSION, made_by
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.packs.tables import PackDocument
from gangdan_gui.storing.records import DocumentRecord, Generation

CONVERTER = str(CONVERTER_VERSION)
"""The version of what generations are made by: with another one they are made anew."""
MAKER = f"{CONVERTER}.{CUTTING_VERSION}"
"""The version of what documents are made by: with another one of the second number each is made anew in its place."""
# Reasons for having nothing to search that are no fault: the report names them, the build is not troubled by them.
NOT_A_FAULT = frozenset({"empty", "blank", "asset", "format-not-read", "excluded", "picture", "small-picture"})


@dataclass(frozen=True, slots=True)
class Order:
    """A file to be read, converted and cut. `language` is that of its source, for equally likely encodings.

    `facts` are known of it from elsewhere, as from a list of references beside it; `correction` is the user's word.
    `form` is that in which its embedder gets chunks.
    `around` are the files of its source, where the process was not told of them before. `packed` is what a pack says
    of a file that is Markdown already.
    """

    file: FetchedFile
    chunking: ChunkSettings
    language: str = ""
    facts: DocumentFacts = NO_FACTS
    correction: Correction = NO_CORRECTION
    form: EmbeddedForm = WHOLE_CHUNKS
    around: SourceFiles | None = None
    packed: PackDocument | None = None

    def facts_with(self, own: DocumentFacts) -> DocumentFacts:
        """The facts of the document whose file states its `own`: the user's word goes first, then the lists'."""
        return self.correction.facts.over(self.facts).over(own)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file as it was read: its hash is of the very bytes that were converted.

    `document` is None where `failure` says why. `dropped` pieces held `dropped_characters` that are in no chunk;
    `excluded` chunks were taken out by the user. `included` are the files that its text was made of besides, with
    their SHA-256. `carried` is the record of one that was not read but taken over. `terms` are those of the chunks.
    """

    path: str
    sha256: str
    size: int
    document: MarkdownDocument | None
    chunks: tuple[Chunk, ...] = ()
    dropped: int = 0
    dropped_characters: int = 0
    excluded: int = 0
    included: tuple[tuple[str, str], ...] = ()
    failure: Reason | None = None
    seconds_convert: float = 0.0
    seconds_chunk: float = 0.0
    carried: DocumentRecord | None = None
    terms: ChunkTerms | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """Documents of the generation that answers, by path, that are taken over from what is kept of them."""

    generation: Generation
    documents: Mapping[str, DocumentRecord]


def document_record(prepared: Prepared, markdown: str, file: FetchedFile, version: str) -> DocumentRecord:
    """What the manifest remembers of a `file`; `markdown` is the name under which the text is kept.

    `version` says by what it was converted, as `Additions.version` gives it.
    """
    if prepared.carried:
        return prepared.carried
    record = DocumentRecord(
        path=prepared.path,
        sha256=prepared.sha256,
        size=prepared.size,
        modified=file.modified,
        url=file.url,
        commit=file.commit,
        state=FileState.READY,
        converter=made_by(version, prepared.included),
        markdown=markdown,
        reason=prepared.failure,
        dropped=prepared.dropped,
        dropped_characters=prepared.dropped_characters,
        excluded=prepared.excluded,
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
        facts=document.facts,
        characters=len(document.text),
        reason=reason,
        state=FileState.READY if prepared.chunks else FileState.SKIPPED,
    )


def carried_record(record: DocumentRecord, prepared: Prepared) -> DocumentRecord:
    """What is remembered of a document whose text stays, and is cut in another way."""
    return replace(
        record,
        dropped=prepared.dropped,
        dropped_characters=prepared.dropped_characters,
        excluded=prepared.excluded,
        reason=_short_pieces(prepared),
        state=FileState.READY if prepared.chunks else FileState.SKIPPED,
    )


def _short_pieces(prepared: Prepared) -> Reason | None:
    if prepared.excluded and not prepared.chunks:
        return Reason("excluded")
    if not prepared.chunks:
        return Reason("all-too-short", str(prepared.dropped_characters))
    return Reason("short-pieces", str(prepared.dropped_characters)) if prepared.dropped_characters else None
