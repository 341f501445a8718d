"""The commands of notes: list, add, keep an answer, remove."""

from __future__ import annotations

import argparse

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands.given_text import given_text
from gangdan_gui.commands.outcome import DONE, Result
from gangdan_gui.commands.sources import built
from gangdan_gui.domain.errors import EmptyNote, UnknownAnswer
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.notes import Note
from gangdan_gui.services.sources.source_names import source_named

NO_NOTES = "No notes yet. Write one with: gangdan-gui notes add FILE --title TITLE"


async def notes_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """Notes and kept answers."""
    found = await application.services.notes.notes()
    lines = [f"{note.source:14} {note.date:10}  {note.path}{''.join(f'  #{tag}' for tag in note.tags)}"
             for note in found]  # fmt: skip
    return DONE, {"notes": [payloads.note(note) for note in found]}, "\n".join(lines) or NO_NOTES


async def notes_add(application: Application, arguments: argparse.Namespace) -> Result:
    """Keep a text of the user's own."""
    text = _text(arguments.file)
    note = await application.services.notes.write_note(arguments.title, text, tags=arguments.tags)
    return await _kept(application, note, build=arguments.build)


async def notes_keep(application: Application, arguments: argparse.Namespace) -> Result:
    """Keep an answer, the last one if none is named."""
    services, number = application.services, arguments.answer
    if number is None:
        number = len((await services.assistant.conversation(arguments.conversation)).exchanges)
    if not number:
        raise UnknownAnswer(conversation=arguments.conversation, number="1", count="0")
    note = await services.notes.keep_answer(arguments.conversation, number)
    return await _kept(application, note, build=arguments.build)


async def notes_remove(application: Application, arguments: argparse.Namespace) -> Result:
    """Delete a note or a kept answer, and let what is left answer."""
    services = application.services
    source = source_named(arguments.id, await services.library.sources())
    await services.notes.forget_note(source, arguments.path)
    text = f"Deleted “{arguments.path}”."
    if all(item.source.id != source for item in await services.library.sources()):
        return DONE, {"removed": {"source": source, "path": arguments.path}, "sources": []}, text
    code, payload, said = await built(application, [source], BuildOptions())
    return code, {"removed": {"source": source, "path": arguments.path}, **payload}, f"{text}\n{said}"


async def _kept(application: Application, note: Note, *, build: bool) -> Result:
    text = f"Kept “{note.title}” in “{note.shelf}” as {note.path}."
    if not build:
        advice = f"Build it with: gangdan-gui build {note.source}"
        return DONE, {"note": payloads.note(note), "sources": []}, f"{text} {advice}"
    code, payload, said = await built(application, [note.source], BuildOptions())
    return code, {"note": payloads.note(note), **payload}, f"{text}\n{said}"


def _text(file: str) -> str:
    """A file's text, or that of standard input. Raises LocationMissing, UnreadableFile, EmptyNote."""
    text = given_text(file)
    if not text:
        raise EmptyNote
    return text
