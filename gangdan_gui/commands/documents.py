"""The commands of single documents: look at one, put something right in it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gangdan_gui.app import Application
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.commands.given_text import given_text
from gangdan_gui.commands.outcome import DONE, Result
from gangdan_gui.commands.sources import built
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, Quote
from gangdan_gui.domain.documents import Chunk, Piece
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reports import FileReport, SourceSummary
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.payloads import Payload, heading_line
from gangdan_gui.payloads import documents as document_payloads
from gangdan_gui.payloads.counted import counted
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.documents import CutDocument, VectorOrigin
from gangdan_gui.services.sources.source_names import file_named, source_named
from gangdan_gui.wording import reason_sentence

_SEE_CHUNKS = "“documents show” with --chunks shows their numbers"


async def documents_show(application: Application, arguments: argparse.Namespace) -> Result:
    """A document with what is known of it, and what it was made from, its Markdown or its chunks."""
    source, line = await _named(application, arguments)
    documents = application.services.documents
    correction = await documents.correction(source, line.path)
    payload = document_payloads.document(source, line, correction)
    if arguments.original:
        original = await documents.original(source, line.path)
        if original.why:
            raise UnreadableFile(code=original.why.code, detail=original.why.detail)
        shown = original.text if original.text is not None else f"{original.file}: {original.pages} pages"
        return DONE, {**payload, "original": document_payloads.original(original)}, shown.removesuffix("\n")
    cut = await documents.cut_document(source, line.path)
    text = cut.document.text.removesuffix("\n")
    if arguments.chunks:
        origins = await documents.vector_origins(source, line.path)
        payload = {**payload, **document_payloads.cut(cut, origins)}
        return DONE, payload, "\n\n".join([_lengths(cut), *_chunk_lines(cut, origins)])
    payload = {**payload, "markdown": cut.document.text}
    return DONE, payload, text if arguments.markdown else "\n".join([*_head(source, line, correction), "", text])


async def documents_edit(application: Application, arguments: argparse.Namespace) -> Result:
    """Put something right in a document, or take that back; with a build it answers at once."""
    source, line = await _named(application, arguments)
    documents = application.services.documents
    before = await documents.correction(source, line.path)
    after = NO_CORRECTION if arguments.undo else await _corrected(application, source, line, before, arguments)
    if after != before:
        await documents.correct(source, line.path, after, before=before)
    kept = await documents.correction(source, line.path)
    payload: Payload = {
        "source": source,
        "path": line.path,
        "correction": document_payloads.correction(kept),
        "sources": [],
    }
    said = f"“{line.path}” is as its file says." if not kept else f"Kept your corrections of “{line.path}”."
    if not arguments.build:
        return DONE, payload, f"{said} To let that answer: gangdan-gui build {source} --kept"
    code, done, text = await built(application, [source], BuildOptions(kept=True))
    return code, {**payload, **done}, f"{said}\n{text}"


async def _named(application: Application, arguments: argparse.Namespace) -> tuple[str, FileReport]:
    """The id of the source, and its file. Raises UnknownSource, AmbiguousTitle, DocumentMissing."""
    library = application.services.library
    source = source_named(arguments.source, await library.sources())
    return source, file_named((await library.report(source)).files, source, arguments.path)


async def documents_named(
    application: Application, said: Sequence[str], among: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Documents by what stands for them on the command line: source, a slash, path.

    Where there are sources `among` which only may be looked in, each has to be of one of them. Raises UnknownSource,
    AmbiguousTitle, DocumentMissing, UsageError.
    """
    library = application.services.library
    held = await library.sources() if said else ()
    found: dict[tuple[str, str], None] = {}
    for one in said:
        name, path = _parted(one, held)
        source = source_named(name, held)
        if among and source not in among:
            what = f"“{one}” is in none of the sources that -c names, so nothing can be looked in"
            raise UsageError(what=what, usage="leave -c out, or name the source of the document with -c, too")
        found[source, file_named((await library.report(source)).files, source, path).path] = None
    return tuple(found)


def _parted(said: str, held: Sequence[SourceSummary]) -> tuple[str, str]:
    """Name of a source and path. A title may hold slashes itself: the longest that is one goes first."""
    names = {name for summary in held for name in (summary.source.id, summary.source.title)}
    known = [name for name in names if name and said.startswith((f"{name}/", f"{name}\\"))]
    name = max(known, key=len, default=said.partition("/")[0])
    return name, said[len(name) + 1 :]


async def _corrected(
    application: Application, source: str, line: FileReport, before: Correction, arguments: argparse.Namespace
) -> Correction:
    said = {name: getattr(arguments, name) for name in ("date", "venue", "doi", "authors", "tags")}
    said = {name: tuple(filter(None, value)) if isinstance(value, list) else value
            for name, value in said.items() if value is not None}  # fmt: skip
    after = replace(before, facts=replace(before.facts, **said))
    if arguments.title is not None:
        after = replace(after, title=" ".join(arguments.title.split()))
    if arguments.text is not None:
        after = replace(after, text=given_text(arguments.text))
    if arguments.excluded is not None:
        after = replace(after, excluded=arguments.excluded)
    if not (arguments.out or arguments.back):
        return after
    cut = await application.services.documents.cut_document(source, line.path)
    quotes = [*_left_out(after.quotes, cut.excluded, arguments.back), *_quotes(cut, arguments.out)]
    return replace(after, quotes=tuple(dict.fromkeys(quotes)))


def _quotes(cut: CutDocument, numbers: Sequence[int]) -> list[Quote]:
    """The chunks of these numbers as quotes. Raises UsageError."""
    chunks = {chunk.ordinal: chunk for chunk in cut.chunks}
    gone = {piece.ordinal for piece in cut.excluded}
    if unknown := [number for number in numbers if number not in chunks.keys() | gone]:
        raise UsageError(what=f"there is no chunk {unknown[0]}", usage=_SEE_CHUNKS)
    return [Quote(chunks[number].text, chunks[number].start) for number in numbers if number not in gone]


def _left_out(quotes: Sequence[Quote], excluded: Sequence[Piece], numbers: Sequence[int]) -> list[Quote]:
    """The quotes without those that the chunks of these numbers were taken out by. Raises UsageError."""
    left = list(quotes)
    for number in numbers:
        pieces = [piece for piece in excluded if piece.ordinal == number]
        if not pieces:
            raise UsageError(what=f"chunk {number} was not taken out", usage=_SEE_CHUNKS)
        for piece in pieces:
            same = [quote for quote in left if quote.text.split() == piece.text.split()] or left
            left.remove(min(same, key=lambda quote, start=piece.start: abs(quote.start - start)))  # type: ignore[misc]
    return left


def _head(source: str, line: FileReport, correction: Correction) -> list[str]:
    facts = line.facts
    known = [", ".join(facts.authors), facts.date, facts.venue, facts.doi, " ".join(f"#{tag}" for tag in facts.tags)]
    size = f"{line.characters} characters, {counted(line.chunks, 'chunk')}"
    lines = [
        f"{line.title or line.path} ({source}, {line.path})",
        f"{line.state}, {size}, {line.encoding or 'no text file'}",
        "; ".join(filter(None, known)),
        "You have corrected it." if correction else "",
        *(reason_sentence(note) for note in line.notes),
    ]
    return [one for one in lines if one]


def _lengths(cut: CutDocument) -> str:
    lengths, chunking = cut.lengths, cut.chunking
    made = f"{chunking.splitter}, {chunking.size} characters, {chunking.overlap} shared"
    spread = f"of {lengths.shortest} to {lengths.longest} characters, {lengths.mean:.0f} on average"
    return f"{counted(lengths.count, 'chunk')} {spread} ({made})"


def _chunk_lines(cut: CutDocument, origins: Mapping[str, VectorOrigin]) -> list[str]:
    """What was taken out stands where it was, under the number of its chunk."""
    lines = [(piece.start, _out_line(piece)) for piece in cut.excluded]
    lines += [(chunk.start, _chunk_line(chunk, cut.identity, origins.get(chunk.id))) for chunk in cut.chunks]
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def _out_line(piece: Piece) -> str:
    number = piece.ordinal
    return f"[{number}] {piece.start}–{piece.end} taken out (back with --include-chunk {number})\n{piece.text}"


def _chunk_line(chunk: Chunk, identity: EmbedderIdentity | None, origin: VectorOrigin | None) -> str:
    head = f"[{chunk.ordinal}] {chunk.start}–{chunk.end} {heading_line(chunk.heading)}".rstrip()
    facts = [f"{len(chunk.text)} characters", f"id {chunk.id}"]
    if chunk.cuts:
        places = ", ".join(f"{chunk.start + start}–{chunk.start + end}" for start, end in chunk.parts)
        facts.append(f"embedded in {len(chunk.parts)} parts: {places}")
    if identity and origin:
        facts.append(f"vector by {identity.label} {identity.digest[: document_payloads.SHORT_DIGEST]}")
        facts.append("kept" if origin.kept else "not kept")
        if origin.stored is not None:
            facts.append("in the collection" if origin.stored else "missing in the collection")
    as_embedded = [] if chunk.embedded_text == chunk.text else [f"embedded as:\n{chunk.embedded_text}"]
    return "\n".join([head, ", ".join(facts), chunk.text, *as_embedded])
