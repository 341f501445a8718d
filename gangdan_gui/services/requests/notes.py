"""What faces ask of notes: texts of the user's own, and answers that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels


@dataclass(frozen=True, slots=True)
class Note:
    """A text that the user has written or pasted (`notes`), or an answer of a model that was kept (`answers`).

    `text` is Markdown. `shelf` is the title of its source, `date` a day (ISO 8601); both may be empty.
    """

    source: str
    path: str
    kind: SourceKind
    title: str
    text: str
    tags: tuple[str, ...] = ()
    date: str = ""
    shelf: str = ""


@dataclass(frozen=True, slots=True)
class ForgottenNote:
    """What was deleted, with all it held (`text` is its file's), so that it can be put back."""

    kind: SourceKind
    shelf: str
    text: str


class NoteService(Protocol):
    """Texts of the user's own and answers that the user accepts, each kind a source beside the documentation.

    A source is made for the first text of its kind, called `shelf`; one in the trash comes back with all it held. What
    changed here answers once the source is built.
    """

    async def notes(self) -> tuple[Note, ...]:
        """All notes, then all kept answers, by their paths, without files that are no text."""

    async def note(self, source: str, path: str) -> Note:
        """One of them. Raises UnknownSource, LocationMissing, UnreadableFile."""

    async def write_note(self, title: str, text: str, *, tags: Sequence[str] = (), shelf: str = "My notes") -> Note:
        """Keep a text (Markdown) among the notes; without a title it is called by its first line.

        Another note of that title is left as it is: the new one gets a number. Raises EmptyNote, CannotWrite.
        """

    async def rewrite_note(self, source: str, path: str, title: str, text: str, *, tags: Sequence[str] = ()) -> Note:
        """Put another text in the place of a note's.

        Raises UnknownSource, LocationMissing, UnreadableFile, EmptyNote, CannotWrite.
        """

    async def keep_answer(
        self, conversation: str, exchange: int, *, shelf: str = "Kept answers", labels: ExportLabels = ENGLISH
    ) -> Note:
        """Keep an answer (from 1) among the kept answers, marked as a model's, with a list of what it cites.

        One that is kept already is not kept twice. Raises UnknownConversation, UnknownAnswer, NothingToKeep,
        CannotWrite.
        """

    async def forget_note(self, source: str, path: str) -> ForgottenNote:
        """Delete a note or a kept answer; its source goes into the trash with the last one.

        What can't be read could not be put back: it is not deleted. Raises UnknownSource, LocationMissing,
        UnreadableFile, CannotWrite.
        """

    async def put_back(self, forgotten: ForgottenNote) -> Note:
        """Keep what was deleted again, as what it was. Raises CannotWrite."""
