"""The JSON of single documents on the command line: what they are, were and are cut into, and what is put right."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.reports import FileReport
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.payloads import Payload, heading_line, lengths
from gangdan_gui.services.requests.documents import CutDocument, Original, VectorOrigin
from gangdan_gui.storing.facts_json import facts_json
from gangdan_gui.wording import reason_sentence

SHORT_DIGEST = 12


def document(source: str, line: FileReport, said: Correction) -> Payload:
    """`documents show`."""
    return {
        "source": source,
        "path": line.path,
        "url": line.url,
        "state": str(line.state),
        "title": line.title,
        "language": line.language,
        "encoding": line.encoding,
        "characters": line.characters,
        "same_as": line.same_as,
        "facts": facts_json(line.facts),
        "notes": [reason_sentence(note) for note in line.notes],
        "correction": correction(said),
    }


def correction(said: Correction) -> Payload | None:
    """What the user has put right; null where nothing is."""
    if not said:
        return None
    return {
        "title": said.title,
        "facts": facts_json(said.facts),
        "text": said.text,
        "original": said.original,
        "excluded": said.excluded,
        "quotes": [{"text": quote.text, "start": quote.start} for quote in said.quotes],
    }


def original(found: Original) -> Payload:
    """What a document was made from."""
    return {
        "file": str(found.file),
        "format": found.format,
        "text": found.text,
        "encoding": found.encoding,
        "pages": found.pages,
    }


def cut(found: CutDocument, origins: Mapping[str, VectorOrigin]) -> Payload:
    """A document's chunks with where their vectors are (by their ids), and what was taken out."""
    chunking = found.chunking
    return {
        "chunking": {
            "splitter": chunking.splitter,
            "size": chunking.size,
            "overlap": chunking.overlap,
            "minimum": chunking.minimum,
        },
        **lengths(found.lengths),
        "chunks": [
            {
                "id": chunk.id,
                "ordinal": chunk.ordinal,
                "heading": heading_line(chunk.heading),
                "start": chunk.start,
                "end": chunk.end,
                "characters": len(chunk.text),
                "text": chunk.text,
                "embedded_text": chunk.embedded_text,
                "parts": [
                    {"start": chunk.start + start, "end": chunk.start + end, "embedded_text": text}
                    for (start, end), (_, text) in zip(chunk.parts, chunk.rows, strict=True)
                ],
                "vector": _vector(found.identity, origins.get(chunk.id)),
            }
            for chunk in found.chunks
        ],
        "excluded": [
            {"ordinal": piece.ordinal, "start": piece.start, "end": piece.end, "text": piece.text}
            for piece in found.excluded
        ],
    }


def _vector(identity: EmbedderIdentity | None, origin: VectorOrigin | None) -> Payload | None:
    """What a vector was made by and where it is; `stored` is null where the store could not be asked."""
    if identity is None or origin is None:
        return None
    return {
        "embedder": identity.label,
        "digest": identity.digest[:SHORT_DIGEST],
        "cached": origin.kept,
        "stored": origin.stored,
    }
