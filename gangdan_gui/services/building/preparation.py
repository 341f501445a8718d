"""From the bytes of one file to its chunks: converting and chunking together, in a child process.

Both are pure Python for long stretches and would hold the interpreter lock of the window.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gangdan_gui.chunking.pieces import says_something
from gangdan_gui.converting.bibliography_entry import Entry
from gangdan_gui.converting.conversion import Converted, convert
from gangdan_gui.converting.decoding import decode
from gangdan_gui.converting.places import CELL, LINE, NO_PLACES, PAGE, Places
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk, ChunkSettings, MarkdownDocument, Piece, Split
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building.anchoring import anchored, without
from gangdan_gui.services.building.chunk_languages import ChunkLanguages
from gangdan_gui.services.building.corrected import corrected, kept_without, lost
from gangdan_gui.services.building.cutting import Cutter
from gangdan_gui.services.building.embedded_chunks import formed
from gangdan_gui.services.building.prepared import Order, Prepared
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.services.building.word_counter import chunk_terms
from gangdan_gui.storing.records import DocumentRecord

_PLACES = {PAGE: ("Page {}", "第 {} 页"), CELL: ("Cell {}", "第 {} 个单元格"), LINE: ("Line {}", "第 {} 行")}


class Preparer:
    """Lives in the child. Its methods are called by name."""

    def __init__(self) -> None:
        self._source = ""
        self._around = SourceFiles()
        self._cutter = Cutter()
        self._lists: dict[tuple[Path, str, str], tuple[tuple[int, int], tuple[Entry, ...]]] = {}

    def surround(self, source: str, files: SourceFiles) -> None:
        """The files that the documents of a source include and link to, until another source comes."""
        self._source, self._around = source, files

    def probe(self) -> Reason | None:
        """Convert a line of reStructuredText, which needs the outside program too; why that fails, if it does."""
        try:
            convert(b"Probe\n=====\n\nA line.\n", "probe.rst")
        except UnreadableFile as error:
            return error.reason
        return None

    def read_references(self, file: Path, form: str, charset: str) -> tuple[Entry, ...]:
        """The entries of a list of references; none of one that can't be read. What was read is read once."""
        from gangdan_gui.converting.bibliography import read_list

        try:
            status = file.stat()
            state, key = (status.st_size, status.st_mtime_ns), (file, form, charset)
            known = self._lists.get(key)
            if known is None or known[0] != state:
                entries = read_list(decode(file.read_bytes(), charset=charset).text, form).entries
                self._lists[key] = known = state, entries
        except (OSError, UnreadableFile):
            return ()
        return known[1]

    def prepare(self, order: Order) -> Prepared:
        """Read, convert and cut one file. A file that can't be read is a Prepared with a failure, not an exception."""
        path = order.file.path
        try:
            data = order.file.file.read_bytes()
        except OSError as error:
            return Prepared(path, "", 0, None, failure=Reason("not-readable", error.strerror or str(error)))
        sha256 = hashlib.sha256(data).hexdigest()
        begun = time.perf_counter()
        try:
            converted = _converted(data, self._surrounded(order))
        except UnreadableFile as error:
            failure = Reason("excluded") if order.correction.excluded else error.reason
            return Prepared(path, sha256, len(data), None, failure=failure)
        return self._cut(converted, order, sha256, len(data), time.perf_counter() - begun)

    def keep(self, order: Order, reason: Reason, sha256: str) -> Prepared:
        """The text that the user has written in the place of a file whose conversion came to no end.

        Raises UnreadableFile where there is none.
        """
        failure = UnreadableFile(code=reason.code, detail=reason.detail)
        converted = kept_without(failure, order.file.path, order.correction)
        return self._cut(converted, order, sha256, order.file.size, 0.0)

    def recut(self, order: Order, text: str, record: DocumentRecord, chunks: Sequence[Chunk]) -> Prepared:
        """A kept text cut in another way; `record` and `chunks` are what is remembered of it."""
        kept = Converted(record.title, text, record.language, record.encoding, places=_places_of(chunks, text))
        return self._cut(kept, order, order.file.sha256, order.file.size, 0.0)

    def _cut(self, converted: Converted, order: Order, sha256: str, size: int, seconds: float) -> Prepared:
        begun = time.perf_counter()
        split = self._split(converted.text, order.chunking)
        pieces, gone = _left(split.pieces, converted.text, order)
        languages = ChunkLanguages(converted.text, converted.language)
        chunks = tuple(_chunk(piece, converted, order, languages) for piece in pieces)
        return Prepared(
            path=order.file.path,
            sha256=sha256,
            size=size,
            document=_document(converted, order, gone),
            chunks=chunks,
            dropped=split.dropped,
            dropped_characters=split.dropped_characters,
            excluded=len(split.pieces) - len(pieces),
            included=converted.included,
            terms=chunk_terms([chunk.text for chunk in chunks]),
            seconds_convert=seconds,
            seconds_chunk=time.perf_counter() - begun,
        )

    def _split(self, text: str, chunking: ChunkSettings) -> Split:
        """The pieces of a document. A note of one line is no rest of anything: it is not dropped for being short."""
        split = self._cutter.cut(text, chunking)
        if split.pieces or not split.dropped or not says_something(text):
            return split
        return self._cutter.cut(text, replace(chunking, minimum=0))

    def _surrounded(self, order: Order) -> Order:
        known = order.around is None and order.file.source == self._source
        return replace(order, around=self._around) if known else order


def convert_file(data: bytes, order: Order) -> Converted:
    """A file as its source has it, whatever the user says of it. Raises UnreadableFile."""
    file, packed = order.file, order.packed
    if packed:
        text = data.decode("utf-8", "surrogatepass")
        return Converted(
            packed.title, text, packed.language, packed.encoding, packed.warnings, facts=packed.facts
        )  # fmt: skip
    return convert(
        data,
        file.path,
        charset=file.charset,
        prefer_chinese=order.language.startswith("zh"),
        surroundings=order.around,
    )


def _converted(data: bytes, order: Order) -> Converted:
    """A file with the user's word on it, which is there also where the file can't be read. Raises UnreadableFile."""
    try:
        return corrected(convert_file(data, order), order.correction, hashlib.sha256(data).hexdigest())
    except UnreadableFile as failure:
        return kept_without(failure, order.file.path, order.correction)


def _document(converted: Converted, order: Order, gone: Sequence[Quote]) -> MarkdownDocument:
    return MarkdownDocument(
        source=order.file.source,
        path=order.file.path,
        title=converted.title,
        text=converted.text,
        language=converted.language,
        encoding=converted.encoding,
        url=order.file.url,
        warnings=(*converted.warnings, *lost(gone)),
        facts=order.facts_with(converted.facts),
    )


def _left(pieces: Sequence[Piece], text: str, order: Order) -> tuple[Sequence[Piece], Sequence[Quote]]:
    """The pieces that the user leaves in, and the quotes that were to be taken out but are not there any more."""
    if order.correction.excluded:
        return (), ()
    spans, gone = anchored(order.correction.quotes, text)
    return without(pieces, spans, text, order.chunking.minimum), gone


def _chunk(piece: Piece, converted: Converted, order: Order, languages: ChunkLanguages) -> Chunk:
    chunk = Chunk(
        id="",
        source=order.file.source,
        path=order.file.path,
        ordinal=piece.ordinal,
        heading=(*piece.heading, *_place(converted, piece)),
        start=piece.start,
        end=piece.end,
        text=piece.text,
        language=languages.of(piece.start, piece.end),
        context=piece.context,
    )
    return formed(chunk, converted.title, order.form)


def _place(converted: Converted, piece: Piece) -> tuple[str, ...]:
    """The page, cell or line of the file that a piece begins at, in the language of its document; else nothing."""
    number = converted.places.at(piece.end - len(piece.text.lstrip()))
    words = _PLACES.get(converted.places.kind)
    return (words[converted.language.startswith("zh")].format(number),) if number and words else ()


def _places_of(chunks: Sequence[Chunk], text: str) -> Places:
    """The pages, cells or lines that chunks were said to begin at, as far as those tell; the inverse of `_place`."""
    for kind, words in _PLACES.items():
        pattern = re.compile("|".join(word.replace("{}", r"(\d+)") for word in words))
        found = [(chunk, pattern.fullmatch(chunk.heading[-1]) if chunk.heading else None) for chunk in chunks]
        said = [(_begin(chunk, text), match) for chunk, match in found if match]
        # A heading may look like a place; places stand at every chunk after the first one that has any.
        if said and all(match for _, match in found[-len(said) :]):
            numbers = (int(next(filter(None, match.groups()))) for _, match in said)
            return Places(kind, tuple(start for start, _ in said), tuple(numbers))
    return NO_PLACES


def _begin(chunk: Chunk, text: str) -> int:
    """Where the words of a chunk begin."""
    part = text[chunk.start : chunk.end]
    return chunk.end - len(part.lstrip())
