"""A conversation as a Word document: formulas, tables, headings and links are Word's own."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from gangdan_gui.bundled import resource
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.contents import contents
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.exporting.pandoc_document import write_with_pandoc

# Pandoc's sandbox knows no clock.
_NO_DATE = b"1970-01-01T00:00:00Z"
_PROPERTIES = "docProps/core.xml"


def to_docx(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> bytes:
    """The document's bytes. Raises ExportFailed, CannotWrite (the temporary folder)."""
    told = contents(conversation, labels, sources)
    try:
        with tempfile.TemporaryDirectory(prefix="gangdan-", ignore_cleanup_errors=True) as folder:
            reference = Path(folder, "reference.docx")
            _pack(resource("pandoc", "docx"), reference)
            options = ("--to=docx", f"--reference-doc={reference}", "--syntax-highlighting=haddock", "--output=-")
            return _dated(write_with_pandoc(told, *options, top=1), conversation.updated)
    except OSError as error:
        raise CannotWrite(path=error.filename or tempfile.gettempdir(), why=error.strerror or str(error)) from error


def _pack(parts: Path, file: Path) -> None:
    """Make a document of the parts that differ from pandoc's own: fonts, styles, the page and its foot."""
    # A copied program may have files without a date.
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
        for part in sorted(parts.rglob("*")):
            if part.is_file():
                packed.write(part, part.relative_to(parts).as_posix())


def _dated(document: bytes, updated: str) -> bytes:
    """The document with the time of the conversation as its own, where that is one."""
    try:
        date = datetime.fromisoformat(updated).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    except (ValueError, OverflowError):
        return document
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(document)) as packed, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as dated:
        for part in packed.infolist():
            data = packed.read(part)
            dated.writestr(part, data.replace(_NO_DATE, date) if part.filename == _PROPERTIES else data)
    return made.getvalue()
