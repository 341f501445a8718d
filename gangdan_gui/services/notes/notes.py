"""Texts of the user's own, and answers of a model that the user accepts: sources that the library keeps itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from gangdan_gui.catalog.identifiers import source_id
from gangdan_gui.converting.decoding import decode
from gangdan_gui.domain.documents import OWN, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import (
    CannotWrite,
    EmptyNote,
    LocationMissing,
    NoNotes,
    NothingToKeep,
    UnknownSource,
    UnreadableFile,
)
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.exporters import one_answer
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.exporting.markdown import to_markdown
from gangdan_gui.exporting.source_entries import cited
from gangdan_gui.fetching.local import apart
from gangdan_gui.fetching.local_names import plain
from gangdan_gui.safe_name import safe_part
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.notes.note_text import NoteText, new_note, read_note, short_title, written
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests.notes import ForgottenNote, Note
from gangdan_gui.services.sources.taken_ids import taken_ids
from gangdan_gui.storing.note_folder import ENDING
from gangdan_gui.storing.records import SourceRecord

# The same in every language, so that a library may be used in another one.
_IDS = {SourceKind.NOTES: "my notes", SourceKind.ANSWERS: "kept answers"}
_OF_ANSWER = ("conversation", "answer")
_NOTHING = ("empty", "blank")


class Notes:
    """The notes and the kept answers of one library."""

    def __init__(self, parts: Parts, library: Library) -> None:
        self._parts = parts
        self._library = library
        # Between looking for a free name and writing, no other may write.
        self._writing = asyncio.Lock()

    async def notes(self) -> tuple[Note, ...]:
        """See `NoteService.notes`."""
        records = [record for record in await self._parts.manifest.sources.all() if record.source.kind in OWN]
        records.sort(key=lambda record: list(_IDS).index(record.source.kind))
        return tuple([note for record in records for note in await asyncio.to_thread(self._all, record.source)])

    async def note(self, source: str, path: str) -> Note:
        """See `NoteService.note`."""
        return await asyncio.to_thread(self._read, await self._own(source), path)

    async def write_note(self, title: str, text: str, *, tags: Sequence[str] = (), shelf: str = "My notes") -> Note:
        """See `NoteService.write_note`."""
        self._parts.manifest.check_writable()
        note = await asyncio.to_thread(new_note, title, text, tags, _today())
        if note.is_empty:
            raise EmptyNote
        async with self._writing:
            return await self._keep(await self._place(SourceKind.NOTES, shelf), note)

    async def rewrite_note(self, source: str, path: str, title: str, text: str, *, tags: Sequence[str] = ()) -> Note:
        """See `NoteService.rewrite_note`."""
        self._parts.manifest.check_writable()
        own = await self._own(source)
        async with self._writing:
            before = read_note(await asyncio.to_thread(self._text, source, path))
            given = await asyncio.to_thread(new_note, title, text, tags, before.date or _today())
            if given.is_empty:
                raise EmptyNote
            note = NoteText(given.title, given.text, given.tags, given.date, {**before.more, **given.more})
            await asyncio.to_thread(self._parts.notes.write, source, path, written(note))
            await self._changed(own)
        return _note(own, path, note)

    async def keep_answer(
        self, conversation: str, exchange: int, *, shelf: str = "Kept answers", labels: ExportLabels = ENGLISH
    ) -> Note:
        """See `NoteService.keep_answer`."""
        self._parts.manifest.check_writable()
        whole = await asyncio.to_thread(self._parts.conversations.read, conversation)
        answer = one_answer(whole, exchange)
        said = answer.exchanges[0].answer
        if not said.model or not said.text.strip():
            raise NothingToKeep(conversation=conversation, number=str(exchange))
        note = await asyncio.to_thread(_kept_answer, answer, exchange, labels)
        async with self._writing:
            place = await self._place(SourceKind.ANSWERS, shelf)
            known = await asyncio.to_thread(self._kept_before, place, note)
            return known or await self._keep(place, note)

    async def forget_note(self, source: str, path: str) -> ForgottenNote:
        """See `NoteService.forget_note`."""
        self._parts.manifest.check_writable()
        own = await self._own(source)
        async with self._writing:
            text = await asyncio.to_thread(self._text, source, path)
            await asyncio.to_thread(self._parts.notes.delete, source, path)
            await self._changed(own)
            if not await asyncio.to_thread(self._parts.notes.paths, source):
                await self._library.remove(source)
        return ForgottenNote(own.kind, own.title, text)

    async def put_back(self, forgotten: ForgottenNote) -> Note:
        """See `NoteService.put_back`."""
        self._parts.manifest.check_writable()
        note = await asyncio.to_thread(read_note, forgotten.text)
        async with self._writing:
            return await self._keep(await self._place(forgotten.kind, forgotten.shelf), note)

    async def _own(self, source: str) -> Source:
        record = await self._parts.manifest.sources.present(source)
        if record.source.kind not in OWN:
            raise NoNotes(source=source)
        return record.source

    async def _place(self, kind: SourceKind, title: str) -> Source:
        """The source for texts of that kind: the library's, the one in the trash, or one that is still to be made."""
        here, trashed = await self._parts.manifest.sources.all(), await self._parts.manifest.sources.trashed()
        for record in (*here, *trashed):
            if record.source.kind is kind:
                return record.source
        return Source(source_id(_IDS[kind], await taken_ids(self._parts)), title.strip() or _IDS[kind], kind, ())

    async def _keep(self, place: Source, note: NoteText) -> Note:
        """Write a new text, then let the library know its source; without the one there is not the other."""
        path, note = await asyncio.to_thread(self._write_new, place, note)
        try:
            await self._enter(place)
        except BaseException:
            with suppress(LocationMissing, CannotWrite):
                await asyncio.to_thread(self._parts.notes.delete, place.id, path)
            raise
        return _note(place, path, note)

    async def _enter(self, place: Source) -> None:
        try:
            record: SourceRecord | None = await self._parts.manifest.sources.get(place.id)
        except UnknownSource:
            record = None
        if record is None:
            await asyncio.to_thread(self._parts.user_list.add, place)
            await self._parts.manifest.sources.put(place)
            return
        if record.removed_at:
            await self._library.restore(place.id)
        await self._changed(place)

    async def _changed(self, source: Source) -> None:
        record = await self._parts.manifest.sources.get(source.id)
        if record.state is SourceState.READY:
            await self._parts.manifest.sources.set_state(source.id, SourceState.STALE)

    # Blocking

    def _write_new(self, place: Source, note: NoteText) -> tuple[str, NoteText]:
        titles = {plain(one.title) for one in self._all(place)}
        note = NoteText(_numbered(note.title, titles), note.text, note.tags, note.date, note.more)
        taken = {plain(path) for path in self._parts.notes.paths(place.id)}
        path = apart(f"{_stem(note.title)}{ENDING}", lambda name: plain(name) in taken)
        self._parts.notes.write(place.id, path, written(note))
        return path, note

    def _all(self, source: Source) -> tuple[Note, ...]:
        return tuple(_note(source, path, note) for path, note in self._readable(source))

    def _readable(self, source: Source) -> Iterator[tuple[str, NoteText]]:
        """Files that are no text, or go away meanwhile, are left to the source's report."""
        for path in self._parts.notes.paths(source.id):
            with suppress(LocationMissing, UnreadableFile):
                yield path, read_note(self._text(source.id, path))

    def _text(self, source: str, path: str) -> str:
        """Raises LocationMissing, UnreadableFile."""
        try:
            return decode(self._parts.notes.read(source, path), prefer_chinese=True).text
        except UnreadableFile as error:
            if error.reason.code in _NOTHING:
                return ""
            raise UnreadableFile(code=error.reason.code, detail=error.reason.detail, file=path) from error

    def _read(self, source: Source, path: str) -> Note:
        return _note(source, path, read_note(self._text(source.id, path)))

    def _kept_before(self, place: Source, note: NoteText) -> Note | None:
        """The same answer of the same conversation, where its text is still the model's."""
        for path, known in self._readable(place):
            if known.text == note.text and all(known.more.get(name) == note.more[name] for name in _OF_ANSWER):
                return _note(place, path, known)
        return None


def _kept_answer(kept: Conversation, number: int, labels: ExportLabels) -> NoteText:
    """An answer with the list of what it cites; `kept` is a conversation of that exchange alone."""
    exchange = kept.exchanges[0]
    answer = exchange.answer
    sources = [" ".join((*(f"[{n}]" for n in entry.numbers), entry.place, entry.address, *entry.facts)).strip()
               for entry in cited(answer, labels)]  # fmt: skip
    more = {
        "machine-written": True,
        "question": short_title(exchange.question),
        "model": answer.model,
        "conversation": kept.id,
        "answer": number,
        **({} if answer.complete else {"incomplete": True}),
        **({"sources": sources} if sources else {}),
    }
    text = to_markdown(kept, labels, {}).decode()
    return NoteText(short_title(exchange.question), text.strip("\n"), (), exchange.asked[: len("2026-11-30")], more)


def _note(source: Source, path: str, note: NoteText) -> Note:
    title = note.title or path.rpartition("/")[2].removesuffix(ENDING)
    return Note(source.id, path, source.kind, title, note.text, note.tags, note.date, source.title)


def _numbered(title: str, taken: Iterable[str]) -> str:
    """`title`, or `title (2)` and so on."""
    known = set(taken)
    another, number = title, 1
    while plain(another) in known:
        number += 1
        another = f"{title} ({number})"
    return another


def _stem(title: str) -> str:
    """A file's name for a title. What begins with a dot or `~$` would be out of sight."""
    return safe_part(title.lstrip(" .~$") or title)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()
