"""The commands that touch no library: a file as Markdown, and a file's chunks."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from gangdan_gui import payloads
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.chunking.validation import checked, usual
from gangdan_gui.commands.given_text import naming
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.commands.said_chunking import chunking
from gangdan_gui.domain.documents import ChunkLengths, ChunkSettings, Piece, Split
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.payloads.counted import counted
from gangdan_gui.saying import say
from gangdan_gui.services.building.cutting import Cutter
from gangdan_gui.services.documents.inspection import inspect, read_document
from gangdan_gui.storing.facts_json import facts_json
from gangdan_gui.whole_file import write_chosen
from gangdan_gui.wording import reason_sentence


def convert(arguments: argparse.Namespace) -> Result:
    """A file as Markdown; with warnings the exit code is 1."""
    _check_out(arguments.file, arguments.out)
    with naming(arguments.file):
        document = read_document(Path(arguments.file), arguments.as_format)
    warnings = [reason_sentence(warning) for warning in document.warnings]
    for warning in warnings:
        say(f"{arguments.file}: {warning}")
    text = document.text.removesuffix("\n")
    if arguments.out:
        write_chosen(Path(arguments.out), document.text.encode("utf-8", "replace"))
        text = ""
    payload = {
        "title": document.title,
        "encoding": document.encoding,
        "language": document.language,
        "text": document.text,
        "warnings": warnings,
        "facts": facts_json(document.facts),
    }
    return (PROBLEMS if warnings else DONE), payload, text


def chunks(arguments: argparse.Namespace) -> Result:
    """A file's chunks, and where that is asked for how another splitter would cut it."""
    settings = chunking(arguments) or ChunkSettings()
    other = checked(_beside(settings, arguments.compare)) if arguments.compare else None
    with naming(arguments.file):
        found = inspect(Path(arguments.file), settings)
    payload = payloads.chunks(found.split.pieces)
    _say_dropped(arguments.file, found.split)
    if other is None:
        return DONE, payload, "\n\n".join(map(_shown, found.split.pieces))
    compared = Cutter().cut(found.document.text, other)
    _say_dropped(f"{arguments.file} ({other.splitter})", compared)
    lines = [_summary(settings, found.split), _summary(other, compared)]
    payload["compared"] = {"splitter": other.splitter, **payloads.chunks(compared.pieces)}
    return DONE, payload, "\n".join(lines)


def _beside(settings: ChunkSettings, name: str) -> ChunkSettings:
    """How a splitter is compared: with the lengths that the other has, but for one that is meant for small chunks."""
    its = usual(name)
    return replace(settings, splitter=name) if its == ChunkSettings(name) else its


def _shown(piece: Piece) -> str:
    return f"[{piece.ordinal}] {piece.start}–{piece.end} {payloads.heading_line(piece.heading)}\n{piece.text}"


def _summary(settings: ChunkSettings, split: Split) -> str:
    lengths = ChunkLengths.of([len(piece.text) for piece in split.pieces])
    spread = f"shortest {lengths.shortest}, longest {lengths.longest}, mean {lengths.mean:.0f} characters"
    return f"{settings.splitter}: {counted(lengths.count, 'chunk')}, {spread}"


def _say_dropped(what: str, split: Split) -> None:
    if split.dropped:
        say(f"{what}: {reason_sentence(Reason('short-pieces', str(split.dropped_characters)))}")


def _check_out(file: str, out: str | None) -> None:
    """Refuse to write a document's Markdown over the document. Raises UsageError."""
    try:
        same = out is not None and Path(file).samefile(out)
    except (OSError, ValueError):  # one of them is not there
        return
    if same and Path(file).is_file():
        raise UsageError(what=f"“{out}” is the file itself, which stays as it is", usage="name another file after -o")
