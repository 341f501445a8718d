"""The mirrors as a table in their order: what begins with one address is asked of another first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.fetching.mirrors import pair_fault, typed_pairs, typed_text
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

Pair = tuple[str, str]
_BEGINNING, _MIRROR, _STATE = range(3)
_HEIGHT, _STATE_WIDTH = 190, 150
# What downloads ask; a mirror is the user's to name.
_ASKED = ("https://codeload.github.com/", "https://raw.githubusercontent.com/", "https://api.github.com/")


class MirrorsField(QWidget):
    """Says at each row what is wrong with it, or what became of the test that `test_requested` asks for."""

    test_requested = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdicts: dict[Pair, str] = {}
        self.table = QTableWidget(0, 3)
        self.table.setFixedHeight(_HEIGHT)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_STATE, QHeaderView.ResizeMode.Fixed)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.sectionResized.connect(self.table.resizeRowsToContents)
        self.table.setColumnWidth(_STATE, _STATE_WIDTH)
        self.table.itemChanged.connect(self._edited)
        self.table.currentCellChanged.connect(lambda *_: self._enable())
        self.add_button, self.remove_button = QPushButton(), QPushButton()
        self.up_button, self.down_button, self.test_button = QPushButton(), QPushButton(), QPushButton()
        self.add_menu = QMenu(self)
        self.add_button.setMenu(self.add_menu)
        self.remove_button.clicked.connect(self._remove)
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self.test_button.clicked.connect(self.test_requested)
        self.verdict = PlainLabel(role="secondary", wrap=True)
        self.verdict.hide()
        self.setFocusProxy(self.table)
        self._lay_out()
        self._retranslate()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The rows as they stand."""
        return tuple(self._pair(row) for row in range(self.table.rowCount()))

    @property
    def usable(self) -> tuple[Pair, ...]:
        """The rows that are mirrors."""
        return tuple(pair for pair in self.pairs if any(pair) and pair_fault(pair) is None)

    @property
    def text(self) -> str:
        """The rows as the setting keeps them."""
        return typed_text(self.pairs)

    def set_text(self, text: str) -> None:
        """Show a list of mirrors."""
        self._show(typed_pairs(text))

    def show_verdicts(self, verdicts: Mapping[Pair, str], whole: str) -> None:
        """What became of a test: of each row, and of the way as a whole."""
        self._verdicts = dict(verdicts)
        self.verdict.setText(whole)
        self.verdict.setVisible(bool(whole))
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def add(self, beginning: str) -> None:
        """Add a row, and have its first empty cell typed into."""
        self._show((*self.pairs, (beginning, "")), current=self.table.rowCount())
        self.table.setCurrentCell(self.table.rowCount() - 1, _MIRROR if beginning else _BEGINNING)
        self.table.editItem(self.table.currentItem())

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(look.GAP)
        for button in (self.add_button, self.remove_button, self.up_button, self.down_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.test_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.GAP)
        column.addWidget(self.table)
        column.addLayout(row)
        column.addWidget(self.verdict)

    def _pair(self, row: int) -> Pair:
        cells = (self.table.item(row, column) for column in (_BEGINNING, _MIRROR))
        beginning, mirror = (cell.text().strip() if cell else "" for cell in cells)
        return beginning, mirror

    def _show(self, pairs: Sequence[Pair], current: int = -1) -> None:
        self.table.blockSignals(True)
        self.table.setRowCount(len(pairs))
        for row, pair in enumerate(pairs):
            for column, text in enumerate(pair):
                self.table.setItem(row, column, QTableWidgetItem(text))
            state = QTableWidgetItem()
            state.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.table.setItem(row, _STATE, state)
        self.table.blockSignals(False)
        if 0 <= current < len(pairs):
            self.table.setCurrentCell(current, _BEGINNING)
        self._tell()
        self.changed.emit()

    def _edited(self, item: QTableWidgetItem) -> None:
        if item.column() != _STATE:
            self._tell()
            self.changed.emit()

    def _tell(self) -> None:
        """Say at each row what is to be said of it."""
        self.table.blockSignals(True)
        for row, pair in enumerate(self.pairs):
            fault = pair_fault(pair)
            words = reason_sentence(fault, translate) if fault else self._verdicts.get(pair, "")
            if state := self.table.item(row, _STATE):
                state.setText(words)
                state.setToolTip(plain_tip(words))
        self.table.blockSignals(False)
        self.table.resizeRowsToContents()
        self._enable()

    def _enable(self) -> None:
        row, count = self.table.currentRow(), self.table.rowCount()
        self.remove_button.setEnabled(0 <= row < count)
        self.up_button.setEnabled(0 < row < count)
        self.down_button.setEnabled(0 <= row < count - 1)

    def _remove(self) -> None:
        row = self.table.currentRow()
        left = [pair for number, pair in enumerate(self.pairs) if number != row]
        self._show(left, current=min(row, len(left) - 1))

    def _move(self, by: int) -> None:
        row, pairs = self.table.currentRow(), list(self.pairs)
        pairs.insert(row + by, pairs.pop(row))
        self._show(pairs, current=row + by)

    def _retranslate(self) -> None:
        heads = (self.tr("What begins with …"), self.tr("is asked of … first"), self.tr("State"))
        self.table.setHorizontalHeaderLabels(list(heads))
        self.add_button.setText(self.tr("Add"))
        self.remove_button.setText(self.tr("Remove"))
        self.up_button.setText(self.tr("Up"))
        self.down_button.setText(self.tr("Down"))
        self.test_button.setText(self.tr("Test"))
        self.test_button.setToolTip(plain_tip(self.tr("Asks for one small file through each mirror and the proxy.")))
        kinds = (self.tr("Whole repositories"), self.tr("Single files"), self.tr("Which commit is the newest"))
        self.add_menu.clear()
        for address, kind in zip(_ASKED, kinds, strict=True):
            words = self.tr("{kind}: {address}").format(kind=kind, address=address)
            self.add_menu.addAction(words, partial(self.add, address))
        self.add_menu.addAction(self.tr("Another address…"), lambda: self.add(""))
        self._tell()
