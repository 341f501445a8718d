"""The lines of a text on their way into a document: long ones in pieces, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from PySide6.QtGui import QTextCursor, QTextDocument

from gangdan_gui.ui.reading.ink_queue import Stroke

# A line is laid out whole; without a limit, a document on a single line would hold the window for seconds.
LONGEST_LINE = 4_000
_AT_ONCE = 100


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text with their ends, long ones in pieces."""
    at = 0
    while at < len(text):
        end = text.find("\n", at, at + LONGEST_LINE)
        stop = end + 1 if end >= 0 else min(len(text), at + LONGEST_LINE)
        yield text[at:stop]
        at = stop


def strokes(lines: Iterable[str], document: QTextDocument) -> Iterator[Stroke]:
    """What puts lines at the end of a document, one after another; a long one ends its stroke."""
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) == _AT_ONCE or len(line) > LONGEST_LINE // 2:
            yield partial(_append, document, "".join(batch))
            batch = []
    yield partial(_append, document, "".join(batch))


def _append(document: QTextDocument, text: str) -> None:
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText(text)
