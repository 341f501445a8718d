"""The user's text beside the one that the file gives now, with what is different marked."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QScrollBar, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.documents.chunk_bands import Bands
from gangdan_gui.ui.documents.preview_bands import BandedSource
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme

_SIZE = QSize(980, 640)


class CorrectionCompare(QDialog):
    """Open it with `open()`; `mine_chosen` and `new_chosen` say which text is to answer."""

    mine_chosen = Signal()
    new_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mine, self.new = DifferenceView(theme, "warning_soft"), DifferenceView(theme, "accent_soft")
        self.setWindowTitle(self.tr("Your text and the new one"))
        self.resize(_SIZE)
        self._arrange()
        for one, other in ((self.mine, self.new), (self.new, self.mine)):
            one.verticalScrollBar().valueChanged.connect(lambda _value, one=one, other=other: _follow(one, other))

    def show_texts(self, mine: str, new: str, found: tuple[Bands, Bands]) -> None:
        """Show both at their first difference."""
        for view, text, bands in zip((self.mine, self.new), (mine, new), found, strict=True):
            view.bands = bands
            start = bands.all[0].start if bands.all else 0
            view.show_markdown(text, start, start)

    def _arrange(self) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(look.GAP)
        names = (self.tr("Your text"), self.tr("What the file gives now"))
        for view, name in zip((self.mine, self.new), names, strict=True):
            side = QVBoxLayout()
            side.setSpacing(look.HAIR)
            side.addWidget(PlainLabel(name, role="strong"))
            side.addWidget(view)
            view.setAccessibleName(name)
            sides.addLayout(side, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        keep = buttons.addButton(self.tr("Keep mine"), QDialogButtonBox.ButtonRole.AcceptRole)
        take = buttons.addButton(self.tr("Take the new one"), QDialogButtonBox.ButtonRole.AcceptRole)
        keep.clicked.connect(self.mine_chosen)
        take.clicked.connect(self.new_chosen)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.MARGIN, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        column.addLayout(sides, 1)
        column.addWidget(buttons)


class DifferenceView(BandedSource):
    """A text with stretches in a colour."""

    def __init__(self, theme: Theme, token: str) -> None:
        super().__init__(theme)
        self._token = token
        self.setProperty("role", "")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The stretches below the text."""
        with QPainter(self.viewport()) as painter:
            for strip in self.strips():
                painter.fillRect(strip.rect, self._theme.tokens.color(self._token))
        super().paintEvent(event)


def _follow(one: QWidget, other: QWidget) -> None:
    """Bring the other view as far down as this one; it does not answer."""
    assert isinstance(one, BandedSource)
    assert isinstance(other, BandedSource)
    bar, its = one.verticalScrollBar(), other.verticalScrollBar()
    its.blockSignals(True)
    its.setValue(round(_fraction(bar) * its.maximum()))
    its.blockSignals(False)
    other.viewport().update()


def _fraction(bar: QScrollBar) -> float:
    return bar.value() / bar.maximum() if bar.maximum() else 0.0
