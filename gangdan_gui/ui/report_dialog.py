"""Shows what a source holds and what went wrong with it, file by file, in plain words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.documents import SourceReport
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.report_model import Column, ProblemFilter, ReportModel, problem_count
from gangdan_gui.ui.source_place import web_address
from gangdan_gui.ui.source_words import SEPARATOR, SourceWords
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

_SIZE = (900, 500)
_COLUMN_WIDTHS = {Column.FILE: 290, Column.ENCODING: 90, Column.SIZE: 90}


class ReportDialog(QDialog):
    """Open it with `open()`. Files are listed as they were when it was opened.

    `link_requested` brings the address of a file or of the source, `embed_requested` the label of an embedder.
    """

    link_requested = Signal(str)
    embed_requested = Signal(str)

    def __init__(self, report: SourceReport, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report = report
        self._words = SourceWords()
        self.model = ReportModel(report.files, theme, self)
        self.rows = ProblemFilter(self.model, self)
        self._title = PlainLabel(report.summary.source.title, role="title", wrap=True)
        self._holdings = PlainLabel(role="secondary", wrap=True)
        self._problems = PlainLabel(role="warning", wrap=True)
        self._notices = PlainLabel(role="secondary", wrap=True)
        self.builtin_button = QPushButton(autoDefault=False)
        self.builtin_button.setProperty("kind", "link")
        self.only_problems = QCheckBox()
        self.table = QTableView()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._copy = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self._copy.setAutoDefault(False)
        self.web_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.web_button.setAutoDefault(False)
        self.web_button.setVisible(bool(self._address()))
        self._set_table()
        self._lay_out()
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        self.web_button.clicked.connect(lambda: self.link_requested.emit(self._address()))
        self.table.clicked.connect(self._follow)
        self.builtin_button.clicked.connect(self._build_with_builtin)
        self._buttons.rejected.connect(self.reject)
        self.only_problems.toggled.connect(self.rows.show_only_problems)
        self._retranslate()
        self.only_problems.setChecked(problem_count(report.files) > 0)
        self.table.setFocus()

    @property
    def text(self) -> str:
        """The report as text: what is shown, one line a file, with tabs between the columns."""
        rows = range(self.rows.rowCount())
        lines = ["\t".join(self.rows.index(row, column).data() for column in Column) for row in rows]
        return "\n".join((self._title.text(), self._holdings.text(), self._problems.text(), *lines))

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _address(self) -> str:
        """The current file's address, else the source's."""
        current = self.rows.mapToSource(self.table.currentIndex())
        return (self.model.address(current.row()) if current.isValid() else "") or web_address(
            self._report.summary.source
        )

    def _follow(self, index: QModelIndex) -> None:
        address = self.model.address(self.rows.mapToSource(index).row()) if index.column() == Column.FILE else ""
        if address:
            self.link_requested.emit(address)

    def _build_with_builtin(self) -> None:
        self.embed_requested.emit(BUILTIN)
        self.accept()

    def _set_table(self) -> None:
        self.table.setModel(self.rows)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(look.WIDE)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.RESULT, QHeaderView.ResizeMode.Stretch)
        for column, width in _COLUMN_WIDTHS.items():
            self.table.setColumnWidth(column, width)

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.addWidget(self.only_problems)
        choice.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self._title, self._holdings, self._problems, self._notices):
            column.addWidget(widget)
        column.addWidget(self.builtin_button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(look.HAIR)
        column.addLayout(choice)
        column.addWidget(self.table, 1)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._buttons)
        self.resize(*_SIZE)

    def _retranslate(self) -> None:
        summary = self._report.summary
        self.setWindowTitle(self.tr("Files of “{title}”").format(title=summary.source.title))
        self.table.setAccessibleName(self.windowTitle())
        parts = [
            self._words.state_words(summary.state),
            self._words.documents_words(summary.documents),
            self._words.passages_words(summary.chunks),
            summary.source.licence,
            *summary.source.locations,
        ]
        self._holdings.setText(SEPARATOR.join(filter(None, parts)))
        whole = [reason_sentence(problem.reason, translate) for problem in summary.problems if not problem.path]
        self._problems.setText("\n".join(whole))
        self._problems.setVisible(bool(whole))
        self._notices.setText("\n".join(reason_sentence(notice, translate) for notice in summary.notices))
        self._notices.setVisible(bool(summary.notices))
        # What there is to say of an embedder so far is that it does not know the language; the built-in model does.
        self.builtin_button.setVisible(bool(summary.notices) and summary.embedder != BUILTIN)
        self.builtin_button.setText(self.tr("Build it with the built-in model instead"))
        self.web_button.setText(self.tr("Open on the web…"))
        self.only_problems.setText(self.tr("Only files with problems"))
        self._copy.setText(self.tr("Copy as text"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self.table.viewport().update()
