"""A window for one document of a source, opened at a passage."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.ui.document_page import DocumentPage
from gangdan_gui.ui.document_source import DocumentSource
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN, WIDE, Theme

# Above this a document opens as Markdown, which shows its passage at once; it can still be rendered.
RENDERED_UP_TO = 100_000
_SIZE = QSize(860, 720)


class DocumentViewer(QFrame):
    """Rendered text and its Markdown, one at a time; both stand at the passage."""

    link_requested = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setProperty("role", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE)
        self._document: MarkdownDocument | None = None
        self._place = (0, 0)
        self._shown: set[QWidget] = set()
        self.title = PlainLabel(role="title", wrap=True)
        self.where = PlainLabel(role="secondary", wrap=True)
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.toggle = QPushButton()
        self.toggle.setCheckable(True)
        self.toggle.setProperty("kind", "quiet")
        self.page = DocumentPage(theme)
        self.page.link_requested.connect(self.link_requested)
        self.source = DocumentSource(theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.source)
        self.toggle.toggled.connect(self._switch)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(self.close)
        self._arrange()
        self._retranslate()

    def show_document(self, document: MarkdownDocument, source: str, start: int, end: int) -> None:
        """Show a document of the source titled `source` at the passage between two offsets into its Markdown."""
        self._document, self._place = document, (start, end)
        self._shown.clear()
        title = document.title or document.path
        self.setWindowTitle(f"{title} — {source}")
        self.title.setText(title)
        self.where.setText(f"{source} › {document.path}")
        as_source = len(document.text) > RENDERED_UP_TO
        if self.toggle.isChecked() == as_source:
            self._switch()
        self.toggle.setChecked(as_source)

    def _switch(self) -> None:
        form = self.source if self.toggle.isChecked() else self.page
        self.stack.setCurrentWidget(form)
        if self._document is not None and form not in self._shown:
            self._shown.add(form)
            form.show_markdown(self._document.text, *self._place)
        form.setFocus()
        self._retranslate()

    def _arrange(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(HAIR)
        texts.addWidget(self.title)
        texts.addWidget(self.where)
        head = QHBoxLayout()
        head.setContentsMargins(WIDE, MARGIN, MARGIN, GAP)
        head.addLayout(texts, 1)
        head.addWidget(self.toggle)
        rule = QFrame()
        rule.setProperty("role", "rule")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule)
        column.addWidget(self.stack, 1)

    def closeEvent(self, close: QCloseEvent) -> None:
        self.page.queue.clear()
        self.source.queue.clear()
        self.closed.emit()
        super().closeEvent(close)

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        as_source = self.toggle.isChecked()
        self.toggle.setText(self.tr("Show rendered text") if as_source else self.tr("Show Markdown"))
        self.toggle.setToolTip(self.tr("Switch between the rendered text and its Markdown"))
        self.page.setAccessibleName(self.tr("Document"))
        self.source.setAccessibleName(self.tr("Markdown of the document"))
