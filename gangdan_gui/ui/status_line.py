"""The line at the foot of the window: how things stand, what is being built, and the panes' buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from gangdan_gui.services.requests import PROBLEM, Check
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording.check_wording import status_words

_PERCENT = 100
# Long names of models and servers must not widen the window.
_WIDEST = 400


class StatusLine(QFrame):
    """Buttons fold the panes beside the conversation; `setChecked` on them shows which are open.

    `doctor_requested` comes from the words of how things stand.
    """

    left_toggled = Signal()
    right_toggled = Signal()
    doctor_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "status")
        self._theme = theme
        self._status: Check | None = None
        self._build: tuple[int, float] = (0, 0.0)
        self.left_button, self.right_button = QToolButton(), QToolButton()
        for button in (self.left_button, self.right_button):
            button.setCheckable(True)
            button.setProperty("kind", "fold")
        self.doctor_button = QPushButton()
        self.doctor_button.setProperty("kind", "status")
        self.doctor_button.hide()
        self._build_label = PlainLabel(role="secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.GAP, 3, look.GAP, 3)
        row.setSpacing(look.GAP)
        row.addWidget(self.left_button)
        row.addWidget(self.doctor_button)
        row.addStretch()
        row.addWidget(self._build_label)
        row.addWidget(self.right_button)
        self.left_button.clicked.connect(self.left_toggled)
        self.right_button.clicked.connect(self.right_toggled)
        self.doctor_button.clicked.connect(self.doctor_requested)
        theme.changed.connect(self._repaint)
        self._repaint()
        self._retranslate()

    def show_status(self, status: Check) -> None:
        """Say how things stand with what embeds and answers."""
        self._status = status
        self.doctor_button.show()
        self._repaint()
        self._retranslate()

    def show_build(self, waiting: int, fraction: float) -> None:
        """Say how many sources are still to be built and how far the current one is; 0 when none is."""
        self._build = (waiting, fraction)
        self._build_label.setText(self._build_words())

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build_words(self) -> str:
        count, fraction = self._build
        if not count:
            return ""
        percent = QLocale().toString(int(fraction * _PERCENT))
        return self.tr("Building %Ln source(s)", "", count) + " · " + self.tr("{percent} %").format(percent=percent)

    def _show_status(self) -> None:
        words = status_words(self._status, translate) if self._status else ""
        shown = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, _WIDEST)
        # An ampersand in a name is no shortcut.
        self.doctor_button.setText(shown.replace("&", "&&"))
        self.doctor_button.setAccessibleName(words)
        self.doctor_button.setToolTip(plain_tip(f"{words}\n{self.tr('Click to check everything')}"))

    def _repaint(self) -> None:
        self.left_button.setIcon(self._theme.icon("pane-left"))
        self.right_button.setIcon(self._theme.icon("pane-right"))
        troubled = self._status is not None and self._status.state == PROBLEM
        self.doctor_button.setIcon(self._theme.icon("problem", "warning") if troubled else QIcon())

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Status"))
        self.left_button.setToolTip(self.tr("Show or hide the library (Ctrl+1)"))
        self.left_button.setAccessibleName(self.tr("Library"))
        self.right_button.setToolTip(self.tr("Show or hide the passages (Ctrl+2)"))
        self.right_button.setAccessibleName(self.tr("Passages"))
        self._show_status()
        self._build_label.setText(self._build_words())
