"""Shows what a source holds and what went wrong with it, file by file, in plain words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.documents import OWN, FileState
from gangdan_gui.domain.reports import FileReport, SourceReport
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.chat.chosen_scope import ChosenDocument
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.report.filter_row import ReportFilterRow
from gangdan_gui.ui.report.kinds import FileKind
from gangdan_gui.ui.report.model import Column, ReportModel
from gangdan_gui.ui.report.table import ReportTable
from gangdan_gui.ui.report.text import Row, as_csv, as_text
from gangdan_gui.ui.report.words import ReportWords
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.sources.place import web_address
from gangdan_gui.ui.sources.state_words import StateWords
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

_SIZE = QSize(1100, 640)
_LANGUAGE_UNKNOWN = "english-centred"


class ReportDialog(QDialog):
    """Open it with `open()`. Files are listed as they were when the report was made; `show_report` brings another.

    `document_requested` brings a file's path, `link_requested` the address of a file or of the source,
    `embed_requested` the label of an embedder; `retry_requested` asks to try again what failed, `copy_requested` for
    `text` on the clipboard, `save_requested` for a file with it or with `csv`. Of notes,
    `note_requested` and `forget_requested` bring the path of one to change or to delete. `ask_requested` brings
    documents to ask of, as `ChosenDocument`s.
    """

    ask_requested = Signal(object)
    document_requested = Signal(str)
    link_requested = Signal(str)
    embed_requested = Signal(str)
    retry_requested = Signal()
    copy_requested = Signal()
    save_requested = Signal()
    note_requested = Signal(str)
    forget_requested = Signal(str)

    def __init__(self, report: SourceReport, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report = report
        self._last = ""
        self._words, self._states = ReportWords(self), StateWords(self)
        self.model = ReportModel(report.files, theme, self)
        self._title = PlainLabel(report.summary.source.title, role="title", wrap=True)
        self._holdings = PlainLabel(wrap=True)
        self._origin = PlainLabel(role="secondary", wrap=True)
        self._origin.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problems = PlainLabel(role="warning", wrap=True)
        self._notices = PlainLabel(role="secondary", wrap=True)
        self.builtin_button = QPushButton(autoDefault=False)
        self.builtin_button.setProperty("kind", "link")
        self.retry_button = QPushButton(autoDefault=False)
        self.retry_button.setProperty("kind", "link")
        self.filters = ReportFilterRow()
        self.table = ReportTable(self.model)
        self.detail = PlainLabel(role="secondary", wrap=True)
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.ask_button = self._add_button()
        self.open_button, self._copy, self.save_button, self.web_button = (self._add_button() for _ in range(4))
        self.note_button, self.forget_button = (self._add_button() for _ in range(2))
        self._lay_out()
        self._connect()
        self._retranslate()
        self.filters.show_counts(self.model.counts)
        if self.model.counts[FileKind.PROBLEMS]:
            self.filters.choose(FileKind.PROBLEMS)
        self._go_back()
        self.table.setFocus()

    def show_report(self, report: SourceReport) -> None:
        """Show the same source as it is by now; what was chosen stays so, as far as there is any of it left."""
        self.report = report
        bar = self.table.verticalScrollBar()
        place = bar.value()
        self.model.set_files(report.files)
        self.table.hide_empty()
        if not self.model.counts[self.filters.kind]:
            self.filters.choose(FileKind.ALL)
        self.filters.show_counts(self.model.counts)
        bar.setValue(place)
        self._retranslate()

    def text(self, rows: Iterable[Row]) -> str:
        """The report as text: these rows of the table, one line a file, with tabs between the columns."""
        head = (self._title, self._holdings, self._origin, self._problems)
        return as_text((label.text() for label in head), rows)

    def csv(self, rows: Iterable[Row]) -> bytes:
        """These rows of the table as CSV."""
        return as_csv([str(self.model.headerData(column, Qt.Orientation.Horizontal)) for column in Column], rows)

    @property
    def current(self) -> FileReport | None:
        """The file that is chosen."""
        return self.model.file(self.table.currentIndex())

    def keyPressEvent(self, key: QKeyEvent) -> None:
        """Ctrl+F goes to the words to look for."""
        if key.key() == Qt.Key.Key_F and key.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.filters.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        super().keyPressEvent(key)

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _address(self) -> str:
        """The current file's address, else the source's."""
        index = self.table.currentIndex()
        of_file = self.model.address(index.row()) if index.isValid() else ""
        return of_file or web_address(self.report.summary.source)

    def _add_button(self) -> QPushButton:
        button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        button.setAutoDefault(False)
        return button

    def _connect(self) -> None:
        self._copy.clicked.connect(self.copy_requested)
        self.save_button.clicked.connect(self.save_requested)
        self.web_button.clicked.connect(lambda: self.link_requested.emit(self._address()))
        self.open_button.clicked.connect(self._open_document)
        self.note_button.clicked.connect(lambda: self._ask_of_note(self.note_requested))
        self.forget_button.clicked.connect(lambda: self._ask_of_note(self.forget_requested))
        self.table.opened.connect(self._open_document)
        self.table.chosen.connect(self._show_current)
        self.table.selected_changed.connect(self._show_selected)
        self.ask_button.clicked.connect(self._ask)
        self.builtin_button.clicked.connect(self._build_with_builtin)
        self.retry_button.clicked.connect(self.retry_requested)
        self._buttons.rejected.connect(self.reject)
        self.filters.kind_chosen.connect(self.model.show_kind)
        self.filters.words_typed.connect(self.model.show_words)
        self.model.modelAboutToBeReset.connect(self._remember)
        self.model.modelReset.connect(self._go_back)

    def _open_document(self) -> None:
        file = self.current
        if file is not None and can_open(file):
            self.document_requested.emit(file.path)

    @property
    def _asked(self) -> tuple[ChosenDocument, ...]:
        """The selected files of which something can be asked."""
        source = self.report.summary.source.id
        return tuple(
            ChosenDocument(source, file.path, file.title or file.path) for file in self.table.selected if file.chunks
        )

    def _ask(self) -> None:
        self.ask_requested.emit(self._asked)
        self.accept()

    def _show_selected(self) -> None:
        count = len(self._asked)
        several = self.tr("Ask these {count} documents").format(count=count)
        self.ask_button.setText(several if count > 1 else self.tr("Ask this document"))
        self.ask_button.setEnabled(count > 0)

    def _ask_of_note(self, signal: SignalInstance) -> None:
        """What is done to a note is told by the window, and makes this list an old one."""
        if self.current is not None:
            signal.emit(self.current.path)
            self.accept()

    def _remember(self) -> None:
        file = self.current
        self._last = file.path if file else self._last

    def _go_back(self) -> None:
        """After another choice or order: to the file that was the current one, else to the first."""
        if self.model.shown:
            self.table.setCurrentIndex(self.model.index(max(0, self.model.row_of(self._last)), 0))
        self._show_current()

    def _show_current(self, _index: QModelIndex | None = None) -> None:
        file = self.current
        self.detail.setText(self._words.detail(file) if file else "")
        self._show_selected()
        self.open_button.setEnabled(file is not None and can_open(file))
        has_text = file is not None and file.characters > 0
        self.open_button.setText(self.tr("Open and correct…") if has_text else self.tr("Open"))
        self.web_button.setVisible(bool(self._address()))
        for button in (self.note_button, self.forget_button):
            button.setVisible(self.report.summary.source.kind in OWN)
            button.setEnabled(file is not None)

    def _build_with_builtin(self) -> None:
        self.embed_requested.emit(BUILTIN)
        self.accept()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self._title, self._holdings, self._origin, self._problems, self._notices):
            column.addWidget(widget)
        for button in (self.builtin_button, self.retry_button):
            column.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(look.HAIR)
        column.addWidget(self.filters)
        column.addWidget(self.table, 1)
        shown = QHBoxLayout()
        shown.addWidget(self.detail)
        # Two lines are kept free for it, so that the table keeps its place.
        shown.addStrut(2 * self.detail.fontMetrics().lineSpacing())
        column.addLayout(shown)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._buttons)
        self.resize(within_screen(self, _SIZE))

    def _retranslate(self) -> None:
        summary = self.report.summary
        self.setWindowTitle(self.tr("Files of “{title}”").format(title=summary.source.title))
        self.table.setAccessibleName(self.windowTitle())
        self._holdings.setText(self._words.outcome(self.report))
        self._origin.setText(self._words.origin(self.report))
        self._origin.setVisible(bool(self._origin.text()))
        whole = [reason_sentence(problem.reason, translate) for problem in summary.problems if not problem.path]
        self._problems.setText("\n".join(whole))
        self._problems.setVisible(bool(whole))
        said = [*self._states.lines(summary), *(reason_sentence(notice, translate) for notice in summary.notices)]
        self._notices.setText("\n".join(said))
        self._notices.setVisible(bool(said))
        # The built-in model knows the language where another does not.
        unknown = any(notice.code == _LANGUAGE_UNKNOWN for notice in summary.notices)
        self.builtin_button.setVisible(unknown and summary.embedder != BUILTIN)
        self.builtin_button.setText(self.tr("Build it with the built-in model instead"))
        self.retry_button.setVisible(any(problem.path for problem in summary.problems))
        self.retry_button.setText(self.tr("Try failed files again"))
        self.retry_button.setToolTip(self.tr("Read them once more, though they are as they were"))
        self.ask_button.setToolTip(self.tr("Ask the next questions of the selected documents only"))
        self.open_button.setToolTip(self.tr("Show the file beside what it became"))
        self.web_button.setText(self.tr("Open on the web…"))
        self.note_button.setText(self.tr("Change note…"))
        self.forget_button.setText(self.tr("Delete note"))
        self._copy.setText(self.tr("Copy as text"))
        self.save_button.setText(self.tr("Save…"))
        self.detail.setAccessibleName(self.tr("About the chosen file"))
        self.model.retranslate()
        self.table.viewport().update()
        self._show_current()


def can_open(file: FileReport) -> bool:
    """Whether there is anything to look at: a text that was made of it, or a file that is there."""
    return file.state is FileState.READY or file.characters > 0 or file.size > 0
