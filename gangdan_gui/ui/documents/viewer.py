"""A window for one document of a source: what it was, what it became, and what is searched of it."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.services.requests.documents import CutDocument
from gangdan_gui.ui.documents.actions import DocumentActions
from gangdan_gui.ui.documents.chunk_bands import bands_of
from gangdan_gui.ui.documents.correction_bar import ConflictBar, EditBar
from gangdan_gui.ui.documents.correction_leave import CorrectionLeave
from gangdan_gui.ui.documents.preview_markdown import RENDERED_UP_TO as RENDERED_UP_TO
from gangdan_gui.ui.documents.preview_panes import MARKDOWN, PreviewPanes
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN, TIGHT, WIDE, Theme

_SIZE = QSize(1240, 780)
# Below this, three panes are too narrow to read in.
_ROOM_FOR_THREE = 1_100
_CONFLICT = "original-changed"


class DocumentViewer(QFrame):
    """The original, its Markdown and its passages side by side; the Markdown can be edited.

    `save_requested` brings a text; where `is_note`, `note_requested` asks to change the note itself instead. The
    signals of `tools`, `conflict` and `panes` are for whoever acts.
    """

    link_requested = Signal(str)
    save_requested = Signal(str)
    note_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setProperty("role", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(self.sizeHint().boundedTo(self.screen().availableSize()))
        self.document: MarkdownDocument | None = None
        self.is_note = self._closing = False
        self.title, self.where = PlainLabel(role="title", wrap=True), PlainLabel(role="secondary", wrap=True)
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.toggle = QPushButton()
        self.toggle.setCheckable(True)
        self.toggle.setProperty("kind", "link")
        self.panes, self.tools = PreviewPanes(theme), DocumentActions()
        self.notices, self.conflict, self.editing = NoticeBar(theme), ConflictBar(), EditBar()
        self.leave = CorrectionLeave(self)
        if self.width() < _ROOM_FOR_THREE:
            self.panes.show_panes(QByteArray(b"original markdown"))
        self._arrange()
        self._connect()
        self._retranslate()

    @property
    def page(self) -> QWidget:
        """The rendered text."""
        return self.panes.markdown.page

    @property
    def unsaved(self) -> bool:
        """Whether closing would lose what was typed."""
        return self.panes.markdown.editing and self.panes.markdown.edit.changed

    def show_document(self, document: MarkdownDocument, source: str, start: int, end: int) -> None:
        """Show a document of the source titled `source` at the passage between two offsets into its Markdown."""
        self.document = document
        title = document.title or document.path
        self.setWindowTitle(f"{title} — {source}")
        self.title.setText(title)
        self.where.setText(f"{source} › {document.path}")
        as_source = len(document.text) > RENDERED_UP_TO
        self.toggle.blockSignals(True)
        self.toggle.setChecked(as_source)
        self.toggle.blockSignals(False)
        self.editing.hide()
        self.panes.markdown.show_markdown(document.text, start, end, as_source=as_source)
        self.panes.markdown.form.setFocus()
        self._retranslate()

    def show_cut(self, cut: CutDocument, source: str, start: int, end: int) -> None:
        """Show a document with its passages."""
        self.show_document(cut.document, source, start, end)
        self.panes.show_bands(bands_of(cut), cut.document.text, (start, end))
        self.panes.show_lengths(cut.lengths)
        self.panes.passages.facts.show_origins(cut.identity, {})

    def show_file(self, path: str, source: str) -> None:
        """Show a file that no document was made of."""
        self.show_document(MarkdownDocument("", path, "", "", "", ""), source, 0, 0)
        self.document = None
        self.show_correction(NO_CORRECTION)

    def show_correction(self, correction: Correction) -> None:
        """Offer what can be done, after what has been done already."""
        self.tools.show_correction(correction, editable=self.document is not None)

    def begin_editing(self) -> None:
        """Let the text be edited in its pane."""
        self.panes.show_panes(self.panes.shown + b" markdown")
        self.panes.markdown.begin_editing()
        self.editing.save.setEnabled(False)
        self.editing.show()
        self._retranslate()

    def stop_editing(self) -> None:
        """Show the text again as it was before; what was typed is gone."""
        self.editing.hide()
        self.panes.markdown.edit.document().setModified(False)
        self.panes.markdown.show_form(as_source=self.toggle.isChecked())
        self._retranslate()
        if self._closing:
            self.close()

    def keep_open(self) -> None:
        """What was typed could not be saved: stay, though the user wanted to close."""
        self._closing = False

    def sizeHint(self) -> QSize:
        """Room for three panes."""
        return _SIZE

    def closeEvent(self, close: QCloseEvent) -> None:
        """Ask before what was typed is lost."""
        if self.unsaved:
            close.ignore()
            self.leave.ask(self._save_and_close, self._discard_and_close)
            return
        self.panes.markdown.stop()
        self.panes.original.stop()
        self.panes.passages.view.queue.clear()
        self.closed.emit()
        super().closeEvent(close)

    def changeEvent(self, change: QEvent) -> None:
        """Say the same in the new language."""
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _connect(self) -> None:
        self.toggle.toggled.connect(self._switch)
        self.tools.edit_requested.connect(self._edit)
        self.panes.rearranged.connect(self._retranslate)
        self.editing.save_requested.connect(self._save)
        self.editing.cancel_requested.connect(self._cancel)
        self.panes.markdown.link_requested.connect(self.link_requested)
        self.panes.markdown.edit.touched.connect(self.editing.save.setEnabled)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(self._escape)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self).activated.connect(self._save)

    def _edit(self) -> None:
        if self.is_note:
            self.note_requested.emit()
        else:
            self.begin_editing()

    def _switch(self) -> None:
        self.panes.markdown.show_form(as_source=self.toggle.isChecked())
        self.panes.markdown.form.setFocus()
        self._retranslate()

    def _save(self) -> None:
        if self.unsaved:
            self.save_requested.emit(self.panes.markdown.edit.text)

    def _escape(self) -> None:
        if self.panes.markdown.editing:
            self._cancel()
        else:
            self.close()

    def _cancel(self) -> None:
        if self.unsaved:
            self.leave.ask(self._save, self.stop_editing)
        else:
            self.stop_editing()

    def _save_and_close(self) -> None:
        self._closing = True
        self._save()

    def _discard_and_close(self) -> None:
        self.stop_editing()
        self.close()

    def _arrange(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(HAIR)
        texts.addWidget(self.title)
        texts.addWidget(self.where)
        head = QHBoxLayout()
        head.setContentsMargins(WIDE, MARGIN, MARGIN, TIGHT)
        head.addLayout(texts, 1)
        head.addWidget(self.tools)
        choice = QHBoxLayout()
        choice.setContentsMargins(WIDE - GAP, 0, MARGIN, TIGHT)
        choice.setSpacing(TIGHT)
        for button in self.panes.buttons.values():
            choice.addWidget(button)
        choice.addStretch()
        choice.addWidget(self.tools.state)
        choice.addWidget(self.toggle)
        bars = QVBoxLayout()
        bars.setContentsMargins(MARGIN, 0, MARGIN, TIGHT)
        bars.setSpacing(TIGHT)
        bars.addWidget(self.conflict)
        bars.addWidget(self.editing)
        rule = QFrame()
        rule.setProperty("role", "rule")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (head, choice, bars):
            column.addLayout(part)
        column.addWidget(self.notices)
        column.addWidget(rule)
        column.addWidget(self.panes, 1)
        self.conflict.hide()
        self.editing.hide()

    def _retranslate(self) -> None:
        as_source = self.toggle.isChecked()
        self.toggle.setText(self.tr("Show rendered text") if as_source else self.tr("Show Markdown"))
        self.toggle.setToolTip(self.tr("Switch between the rendered text and its Markdown"))
        editing = self.panes.markdown.editing
        self.toggle.setVisible(not editing and self.document is not None and self.panes.buttons[MARKDOWN].isChecked())
        self.tools.setEnabled(not editing)
        warnings = self.document.warnings if self.document else ()
        self.conflict.setVisible(not editing and any(warning.code == _CONFLICT for warning in warnings))
