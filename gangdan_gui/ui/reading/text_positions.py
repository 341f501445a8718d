"""Python counts characters, Qt counts UTF-16 units: an emoji or a rare Chinese character is one here and two there."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument

from gangdan_gui.ui.reading.highlight_words import QuestionWords


def units(text: str) -> int:
    """The length of a text in Qt's positions."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def first_units(text: str, count: int) -> str:
    """The first `count` UTF-16 units of a text; a character that would be cut is left out."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * max(0, count)].decode("utf-16-le", "ignore")


def blocks_between(document: QTextDocument, start: int, end: int) -> Iterator[QTextBlock]:
    """The blocks that positions from `start` to `end` touch."""
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        yield block
        block = block.next()


def mark_words(
    document: QTextDocument, start: int, end: int, words: QuestionWords, characters: QTextCharFormat
) -> None:
    """Give a format to the words of a question between two positions."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for block in blocks_between(document, start, end):
        text = block.text()
        for first, last in words.spans(text):
            cursor.setPosition(block.position() + units(text[:first]))
            cursor.setPosition(block.position() + units(text[:last]), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(characters)
    cursor.endEditBlock()
