"""Notes without a library, for the window's tests: they lie in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.errors import EmptyNote, GangDanError, LocationMissing
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.requests.notes import ForgottenNote, Note
from tests.ui.stand_in_library import StandInLibrary, summary


class StandInNotes:
    """Keeps notes by their paths and puts their sources into a stand-in for the library, where there is one."""

    def __init__(self, library: StandInLibrary | None = None) -> None:
        self.library = library
        self.kept: dict[str, Note] = {}
        self.forgotten: dict[str, Note] = {}
        self.refused: GangDanError | None = None

    async def notes(self) -> tuple[Note, ...]:
        return tuple(self.kept.values())

    async def note(self, source: str, path: str) -> Note:
        if path not in self.kept:
            raise LocationMissing(location=path)
        return self.kept[path]

    async def write_note(self, title: str, text: str, *, tags: Sequence[str] = (), shelf: str = "My notes") -> Note:
        if not text.strip():
            raise EmptyNote
        return self._keep(Note("my-notes", f"{title}.md", SourceKind.NOTES, title, text, tuple(tags), "", shelf))

    async def rewrite_note(self, source: str, path: str, title: str, text: str, *, tags: Sequence[str] = ()) -> Note:
        return self._keep(replace(await self.note(source, path), title=title, text=text, tags=tuple(tags)))

    async def keep_answer(
        self, conversation: str, exchange: int, *, shelf: str = "Kept answers", labels: ExportLabels = ENGLISH
    ) -> Note:
        path = f"{conversation} {exchange}.md"
        return self._keep(Note("kept-answers", path, SourceKind.ANSWERS, path, labels.question, shelf=shelf))

    async def forget_note(self, source: str, path: str) -> ForgottenNote:
        if path not in self.kept:
            raise LocationMissing(location=path)
        note = self.forgotten[path] = self.kept.pop(path)
        return ForgottenNote(note.kind, note.shelf, path)

    async def put_back(self, forgotten: ForgottenNote) -> Note:
        return self._keep(self.forgotten[forgotten.text])

    def _keep(self, note: Note) -> Note:
        if self.refused is not None:
            raise self.refused
        self.kept[note.path] = note
        if self.library is not None and note.source not in self.library.held:
            new = summary(note.shelf, SourceState.NEW)
            self.library.held[note.source] = replace(new, source=Source(note.source, note.shelf, note.kind, ()))
        return note
