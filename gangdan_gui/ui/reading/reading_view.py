"""A text to read: as high as what it holds, selectable, copied as plain text, and deaf to everything outside itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextBlock, QTextCursor, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from gangdan_gui.ui.link_gate import passage_number, safe_address
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.reading.ink_formats import READING_SIZE
from gangdan_gui.ui.theme import base_font

_SCROLLING = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Space,
}


class SafeDocument(QTextDocument):
    """Loads nothing. Qt's own document reads local files by itself where its view has nothing to offer."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing, whatever a text asks for: no file, no address, no share."""
        del kind, name


class SafeBrowser(QTextBrowser):
    """Loads nothing, follows nothing: a click on a link is only told. Copies plain text with real line ends."""

    link_requested = Signal(str)
    passage_clicked = Signal(int)
    passage_hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocument(SafeDocument(self))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.setAcceptDrops(False)
        self.setProperty("role", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        self.document().setDefaultFont(base_font(READING_SIZE))
        self.document().setDocumentMargin(0)
        # What a passage's chip tells of its passage; empty for nothing.
        self.tip_of: Callable[[int], str] = lambda _number: ""
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._pointed)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing, as the document."""
        del kind, name

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selection as plain text."""
        data = QMimeData()
        data.setText(plain_selection(self.textCursor()))
        return data

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Who comes to a link by the keyboard sees and lights what the pointer would; Qt tells of the pointer only."""
        moved = super().focusNextPrevChild(onwards)
        cursor = self.textCursor()
        there = moved and self.hasFocus() and cursor.hasSelection()
        self._pointed(QUrl(cursor.charFormat().anchorHref() if there else ""))
        if there:
            QToolTip.showText(self.viewport().mapToGlobal(self.cursorRect(cursor).bottomRight()), self.toolTip(), self)
        return moved

    def _clicked(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if number := passage_number(address):
            self.passage_clicked.emit(number)
        elif safe_address(address):
            self.link_requested.emit(address)

    def _pointed(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        number = passage_number(address)
        self.passage_hovered.emit(number)
        self.setToolTip(plain_tip(self.tip_of(number) if number else address))


class ReadingView(SafeBrowser):
    """Grows with its text and leaves scrolling to what it stands in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._content_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._content_height())

    def wheelEvent(self, wheel: QWheelEvent) -> None:
        wheel.ignore()

    def keyPressEvent(self, key: QKeyEvent) -> None:
        if key.key() in _SCROLLING and key.modifiers() == Qt.KeyboardModifier.NoModifier:
            key.ignore()
            return
        super().keyPressEvent(key)

    def focusOutEvent(self, focus: QFocusEvent) -> None:
        """A selection left behind in one of many messages would look like the current one."""
        if focus.reason() in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.TabFocusReason):
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)
        super().focusOutEvent(focus)

    def _content_height(self) -> int:
        return max(1, round(self.document().size().height() + 0.5))

    def _fit(self) -> None:
        height = self._content_height()
        if height != self.height():
            self.setFixedHeight(height)


def plain_selection(cursor: QTextCursor) -> str:
    """What a cursor selects as plain text: real line ends and spaces, list marks, chips as `[1]`."""
    copy = QTextDocument()
    QTextCursor(copy).insertFragment(cursor.selection())
    _spell_out(copy)
    text = copy.toPlainText().replace("\u00a0", " ")
    # A fragment that begins with a list gets an empty block before it.
    return text if cursor.selectedText().startswith("\u2029") else text.removeprefix("\n")


def _spell_out(copy: QTextDocument) -> None:
    block = copy.lastBlock()
    while block.isValid():
        for start, length, number in reversed(chips_of(block)):
            cursor = QTextCursor(copy)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(f"[{number}]")
        if block.textList() is not None:
            mark = block.textList().itemText(block)
            QTextCursor(block).insertText(f"{mark if mark[:1].isdigit() else '-'} ")
        block = block.previous()


def chips_of(block: QTextBlock) -> list[tuple[int, int, int]]:
    """The chips of a block: position, length, number of the passage."""
    found: list[tuple[int, int, int]] = []
    fragments = block.begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        number = passage_number(fragment.charFormat().anchorHref())
        if number:
            found.append((fragment.position(), fragment.length(), number))
        fragments += 1
    return found
