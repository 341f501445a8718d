"""Looks at one file without a library: what it converts to and how it is cut."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.documents import ChunkSettings, MarkdownDocument, Split
from gangdan_gui.domain.errors import LocationMissing, UnreadableFile
from gangdan_gui.services.building.cutting import Cutter


@dataclass(frozen=True, slots=True)
class Inspected:
    """A document and its pieces."""

    document: MarkdownDocument
    split: Split


def read_document(file: Path, as_format: str = "") -> MarkdownDocument:
    """Convert one file. Raises LocationMissing, UnreadableFile, NotAvailable (an unknown format)."""
    try:
        data = file.read_bytes()
    except FileNotFoundError as error:
        raise LocationMissing(location=str(file)) from error
    except OSError as error:
        raise UnreadableFile(code="not-readable", detail=error.strerror or str(error)) from error
    made = convert(data, file.name, as_format=as_format)
    return MarkdownDocument(
        "", file.name, made.title, made.text, made.language, made.encoding, "", made.warnings, made.facts
    )


def inspect(file: Path, chunking: ChunkSettings) -> Inspected:
    """Convert and cut one file. Raises as `read_document`, and as `Cutter.cut`."""
    document = read_document(file)
    return Inspected(document, Cutter().cut(document.text, chunking))
