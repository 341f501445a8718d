"""The row above a report's table: the kinds of files with how many there are, and words to look for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.report.kinds import FileKind

_PAUSE_MILLISECONDS = 150
_FIELD_WIDTH = 200


class ReportFilterRow(QWidget):
    """`kind_chosen` brings a kind, `words_typed` what was typed, once the typing pauses."""

    kind_chosen = Signal(FileKind)
    words_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Mapping[FileKind, int] = {}
        self._group = QButtonGroup(self)
        self.buttons = {kind: self._button(kind) for kind in FileKind}
        self.words = QLineEdit(clearButtonEnabled=True)
        self.words.setFixedWidth(_FIELD_WIDTH)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(lambda: self.words_typed.emit(self.words.text()))
        self.words.textChanged.connect(lambda _text: self._pause.start())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.TIGHT)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.words)
        self._retranslate()

    def show_counts(self, counts: Mapping[FileKind, int]) -> None:
        """Say how many files there are of each kind; a kind without files is not offered."""
        self._counts = counts
        self._retranslate()

    @property
    def kind(self) -> FileKind:
        """The kind that is chosen."""
        return next(kind for kind, button in self.buttons.items() if button.isChecked())

    def choose(self, kind: FileKind) -> None:
        """Choose a kind, as a click does."""
        self.buttons[kind].click()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _button(self, kind: FileKind) -> QPushButton:
        button = QPushButton(autoDefault=False)
        button.setCheckable(True)
        button.setChecked(kind is FileKind.ALL)
        button.setProperty("kind", "choice")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda: self.kind_chosen.emit(kind))
        self._group.addButton(button)
        return button

    def _retranslate(self) -> None:
        names = {
            FileKind.ALL: self.tr("All"),
            FileKind.PROBLEMS: self.tr("Problems"),
            FileKind.SKIPPED: self.tr("Left out"),
            FileKind.NEAR_EMPTY: self.tr("Almost empty"),
            FileKind.DUPLICATES: self.tr("Duplicates"),
            FileKind.CORRECTED: self.tr("Corrected"),
        }
        for kind, button in self.buttons.items():
            count = self._counts.get(kind, 0)
            button.setText(f"{names[kind]} {QLocale().toString(count)}")
            button.setVisible(kind is FileKind.ALL or count > 0 or button.isChecked())
        self.words.setPlaceholderText(self.tr("Name or title"))
        self.words.setAccessibleName(self.tr("Show only files whose name or title holds these words"))
