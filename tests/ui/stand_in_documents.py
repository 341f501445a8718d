"""The documents of a stand-in library, with corrections that are remembered and an original that is their Markdown."""

from __future__ import annotations

from pathlib import Path

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import Chunk, ChunkSettings, MarkdownDocument, Split, chunk_id
from gangdan_gui.domain.errors import CorrectionChanged, GangDanError, UnreadableFile
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests.documents import CutDocument, Original, VectorOrigin
from tests.ui.stand_in_library import StandInLibrary

IDENTITY = EmbedderIdentity("builtin", "words", "0db566fd0af82cbf9f3a", 512)


class StandInDocuments:
    """`corrections` are by source and path; `error` is raised by whatever is asked next."""

    def __init__(self, library: StandInLibrary) -> None:
        self.library = library
        self.corrections: dict[tuple[str, str], Correction] = {}
        self.error: GangDanError | None = None

    async def cut_document(self, source: str, path: str) -> CutDocument:
        document = await self.converted(source, path)
        pieces = splitter("window")(document.text, ChunkSettings()).pieces
        return CutDocument(
            document,
            tuple(
                Chunk(chunk_id(source, path, piece.ordinal, piece.text), source, path, piece.ordinal, piece.heading,
                      piece.start, piece.end, piece.text, document.language)
                for piece in pieces
            ),
            identity=IDENTITY,
        )  # fmt: skip

    async def cut_as(self, source: str, path: str, chunking: ChunkSettings) -> Split:
        return splitter(chunking.splitter)((await self.converted(source, path)).text, chunking)

    async def vector_origins(self, source: str, path: str) -> dict[str, VectorOrigin]:
        return {
            chunk.id: VectorOrigin(kept=True, stored=True) for chunk in (await self.cut_document(source, path)).chunks
        }

    async def original(self, source: str, path: str) -> Original:
        document = await self.converted(source, path)
        return Original(path, Path(path), "md", document.text, "utf-8")

    async def page_picture(self, source: str, path: str, page: int, width: int) -> bytes:
        raise UnreadableFile(code="no-pages", detail="")

    async def correction(self, source: str, path: str) -> Correction:
        self._fail()
        return self.corrections.get((source, path), NO_CORRECTION)

    async def correct(
        self, source: str, path: str, correction: Correction, *, before: Correction | None = None
    ) -> None:
        if before is not None and await self.correction(source, path) != before:
            raise CorrectionChanged(path=path)
        self._fail()
        self.corrections[source, path] = correction

    async def converted(self, source: str, path: str) -> MarkdownDocument:
        self._fail()
        return await self.library.document(source, path)

    def _fail(self) -> None:
        error, self.error = self.error, None
        if error:
            raise error
