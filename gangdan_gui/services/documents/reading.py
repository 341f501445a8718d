"""Looks at single files for whoever has a document open, in a child process of its own.

The converter may be at a long document for minutes; and what draws pages can crash.
"""

from __future__ import annotations

from gangdan_gui.converting.conversion import format_of
from gangdan_gui.converting.decoding import decode
from gangdan_gui.converting.formats import BY_NAME, Format
from gangdan_gui.converting.tidying import tidy
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import ChunkSettings, FetchedFile, MarkdownDocument, Piece, Split
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.services.building.anchoring import anchored
from gangdan_gui.services.building.cutting import Cutter
from gangdan_gui.services.building.preparation import convert_file
from gangdan_gui.services.building.prepared import Order
from gangdan_gui.services.requests.documents import Original


class Reader:
    """Lives in the child. Its methods are called by name; they raise UnreadableFile."""

    def __init__(self) -> None:
        self._cutter = Cutter()

    def original(self, file: FetchedFile, language: str) -> Original:
        """What is in a file: its text as conversion reads it where it is text, the number of its pages in a PDF.

        One that is there but can't be understood has neither, and says why.
        """
        name, data = format_of(file.path), _bytes(file)
        try:
            if not isinstance(BY_NAME.get(name), Format):
                return Original(file.path, file.file, name, pages=_pages(data) if name == "pdf" else 0)
            decoded = decode(data, charset=file.charset, prefer_chinese=language.startswith("zh"))
        except UnreadableFile as error:
            return Original(file.path, file.file, name, why=error.reason)
        return Original(file.path, file.file, name, decoded.text, decoded.encoding)

    def page_picture(self, file: FetchedFile, page: int, width: int) -> bytes:
        """A page of a PDF as a PNG."""
        from gangdan_gui.converting.pdf.picture import page_picture

        if format_of(file.path) != "pdf":
            raise UnreadableFile(code="no-pages", detail="")
        return page_picture(_bytes(file), page, width)

    def converted(self, order: Order) -> MarkdownDocument:
        """A file as its conversion gives it, whatever the user says of it."""
        made, file = convert_file(_bytes(order.file), order), order.file
        return MarkdownDocument(
            file.source, file.path, made.title, made.text, made.language, made.encoding, file.url, made.warnings,
            made.facts,
        )  # fmt: skip

    def tidied(self, text: str) -> str:
        """A text of the user's in the form that converted ones have; empty where nothing is in it to read."""
        tidy_text = tidy(text)
        return tidy_text if any(letter.isalnum() for letter in tidy_text) else ""

    def cut(self, text: str, chunking: ChunkSettings) -> Split:
        """A text as it would be cut. Raises as `Cutter.cut`."""
        return self._cutter.cut(text, chunking)

    def taken_out(self, text: str, chunking: ChunkSettings, quotes: tuple[Quote, ...]) -> tuple[Piece, ...]:
        """Where quotes stand in a text, each under the number and the headings of the chunk that it is out of."""
        pieces = self._cutter.cut(text, chunking).pieces
        spans, _ = anchored(quotes, text)
        found = []
        for start, end in spans:
            holder = max(pieces, key=lambda piece: _shared(piece, start, end), default=None)
            number, heading = (holder.ordinal, holder.heading) if holder else (0, ())
            found.append(Piece(number, start, end, text[start:end], heading))
        return tuple(found)


def _shared(piece: Piece, start: int, end: int) -> tuple[int, int]:
    """How much of a stretch a piece holds; of equal ones the piece that begins with it."""
    return min(piece.end, end) - max(piece.start, start), -abs(piece.start - start)


def _bytes(file: FetchedFile) -> bytes:
    try:
        return file.file.read_bytes()
    except OSError as error:
        raise UnreadableFile(code="not-readable", detail=error.strerror or str(error)) from error


def _pages(data: bytes) -> int:
    from gangdan_gui.converting.pdf.picture import page_count

    return page_count(data)
