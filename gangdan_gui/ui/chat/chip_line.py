"""One line of chips, each of which can be taken out; those that do not fit are counted at its end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.theme import TIGHT

CROSS = "×"
# Round ends need at least twice their radius.
_HEIGHT = 22


class ChipLine(QWidget):
    """What the chips are for is said by each kind of line, in `_retranslate`; a `lead` stands before them."""

    # Stands between the names of the chips that do not fit.
    between = "\n"

    def __init__(self, lead: PlainLabel | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._chips: list[QPushButton] = []
        self._lead = lead
        self.rest = PlainLabel(role="secondary")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(TIGHT)
        if lead is not None:
            self._row.addWidget(lead)
        self._row.addWidget(self.rest)
        self._row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def chips(self) -> tuple[QPushButton, ...]:
        """The chips, those that do not fit included."""
        return tuple(self._chips)

    def resizeEvent(self, resize: QResizeEvent) -> None:
        super().resizeEvent(resize)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _show_chips(self, names: Sequence[str], chips: Sequence[QPushButton]) -> None:
        """Show these in the place of what is there; `names` are theirs, in full."""
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.deleteLater()
        self._names, self._chips = tuple(names), list(chips)
        for chip in self._chips:
            self._row.insertWidget(self._row.indexOf(self.rest), chip)
        self._retranslate()

    def _chip(self, text: str) -> QPushButton:
        chip = QPushButton(text.replace("&", "&&"))
        chip.setProperty("kind", "chip")
        chip.setFixedHeight(_HEIGHT)
        return chip

    def _fit(self) -> None:
        room = self.width() - self.rest.fontMetrics().horizontalAdvance("+999") - TIGHT
        used = self._lead.sizeHint().width() + TIGHT if self._lead is not None else 0
        shown = 0
        for at, chip in enumerate(self._chips):
            used += chip.sizeHint().width() + TIGHT
            fits = used <= room or (at == len(self._chips) - 1 and used <= self.width())
            chip.setVisible(fits and shown == at)
            shown += chip.isVisibleTo(self)
        hidden = self._names[shown:]
        self.rest.setText(f"+{len(hidden)}")
        self.rest.setToolTip(plain_tip(self.between.join(hidden)))
        self.rest.setVisible(bool(hidden))

    def _retranslate(self) -> None:
        """Say everything in the language of now; it ends by fitting the chips into the line."""
        raise NotImplementedError
