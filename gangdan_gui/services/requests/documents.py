"""What faces ask of single documents: what they were, what they became, and what the user puts right in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import Chunk, ChunkLengths, ChunkSettings, MarkdownDocument, Piece, Split
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity


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


class DocumentService(Protocol):
    """The documents of a source: what they were, what they became, and what the user puts right in them."""

    async def cut_document(self, source: str, path: str) -> CutDocument:
        """The document that answers now with its chunks. Raises UnknownSource, LocationMissing."""

    async def cut_as(self, source: str, path: str, chunking: ChunkSettings) -> Split:
        """How the document that answers now would be cut. Nothing is changed.

        Raises UnknownSource, LocationMissing, InvalidChunking, NotAvailable, BuiltinUnavailable.
        """

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
