"""A setting that is a name: typed or chosen from a list, a button beside it, below it what is to be said of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR


class NameField(QWidget):
    """`_fill` lists the names, with each as the data of its row, `_update` follows every change of what is typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox(editable=True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.activated.connect(self._take)
        self.box.editTextChanged.connect(self._update)
        self.setFocusProxy(self.box)
        self.button = QPushButton()
        self.hint = PlainLabel(role="secondary", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.box, 1)
        row.addWidget(self.button)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(HAIR)
        self.column.addLayout(row)
        self.column.addWidget(self.hint)

    @property
    def text(self) -> str:
        """The name as it stands."""
        return self.box.currentText().strip()

    def set_text(self, name: str) -> None:
        """Put a name in."""
        self.box.setEditText(name)

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._fill()
        super().changeEvent(change)

    def _fill(self) -> None:
        raise NotImplementedError

    def _update(self) -> None:
        raise NotImplementedError

    def _take(self, row: int) -> None:
        """A row may say more than the name, or that there is none."""
        self.box.setEditText(str(self.box.itemData(row) or ""))

    def _show_in_empty(self, text: str) -> None:
        edit = self.box.lineEdit()
        assert edit is not None, "the box can be edited"
        edit.setPlaceholderText(text)

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
