"""From the bytes of one file to its chunks: converting and chunking together, in a child process.

Both are pure Python for long stretches and would hold the interpreter lock of the window.
"""

from __future__ import annotations

import hashlib
import time

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.converting.conversion import Converted, convert
from gangdan_gui.domain.documents import Chunk, MarkdownDocument, Piece, chunk_id
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.prepared import Order, Prepared


class Preparer:
    """Lives in the child. Its methods are called by name."""

    def probe(self) -> Reason | None:
        """Convert a line of reStructuredText, which needs the outside program too; why that fails, if it does."""
        try:
            convert(b"Probe\n=====\n\nA line.\n", "probe.rst")
        except UnreadableFile as error:
            return error.reason
        return None

    def prepare(self, order: Order) -> Prepared:
        """Read, convert and cut one file. A file that can't be read is a Prepared with a failure, not an exception."""
        source, path, chunking = order.file.source, order.file.path, order.chunking
        try:
            data = order.file.file.read_bytes()
        except OSError as error:
            return Prepared(path, "", 0, None, failure=Reason("not-readable", error.strerror or str(error)))
        sha256 = hashlib.sha256(data).hexdigest()
        begun = time.perf_counter()
        try:
            converted = convert(data, path, charset=order.file.charset, prefer_chinese=order.language.startswith("zh"))
        except UnreadableFile as error:
            return Prepared(path, sha256, len(data), None, failure=error.reason)
        document = MarkdownDocument(
            source=source,
            path=path,
            title=converted.title,
            text=converted.text,
            language=converted.language,
            encoding=converted.encoding,
            url=order.file.url,
            warnings=converted.warnings,
            facts=order.correction.facts.over(converted.facts).over(order.facts),
        )
        done = time.perf_counter()
        split = splitter(chunking.splitter)(document.text, chunking)
        chunks = tuple(
            Chunk(
                id=chunk_id(source, path, piece.ordinal, piece.text),
                source=source,
                path=path,
                ordinal=piece.ordinal,
                heading=(*piece.heading, *_page(converted, piece)),
                start=piece.start,
                end=piece.end,
                text=piece.text,
                language=document.language,
            )
            for piece in split.pieces
        )
        return Prepared(
            path=path,
            sha256=sha256,
            size=len(data),
            document=document,
            chunks=chunks,
            dropped=split.dropped,
            dropped_characters=split.dropped_characters,
            seconds_convert=done - begun,
            seconds_chunk=time.perf_counter() - done,
        )


def _page(converted: Converted, piece: Piece) -> tuple[str, ...]:
    """The page that a piece begins on, in the language of its document; nothing for a document without pages."""
    number = converted.page_at(piece.end - len(piece.text.lstrip()))
    if not number:
        return ()
    return (f"第 {number} 页" if converted.language.startswith("zh") else f"Page {number}",)
