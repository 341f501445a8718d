"""The line at the foot of the window: what makes the vectors, what is being built, and the panes' buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme

_PERCENT = 100
_AUTO = "auto"
_BUILTIN = "builtin"


class StatusLine(QFrame):
    """Buttons fold the panes beside the conversation; `setChecked` on them shows how things stand."""

    left_toggled = Signal()
    right_toggled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "status")
        self._theme = theme
        self._embedder = ""
        self._build: tuple[int, float] = (0, 0.0)
        self.left_button, self.right_button = QToolButton(), QToolButton()
        for button in (self.left_button, self.right_button):
            button.setCheckable(True)
            button.setProperty("kind", "fold")
        self._embedder_label, self._build_label = PlainLabel(role="secondary"), PlainLabel(role="secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.GAP, 3, look.GAP, 3)
        row.setSpacing(look.GAP)
        row.addWidget(self.left_button)
        row.addWidget(self._embedder_label)
        row.addStretch()
        row.addWidget(self._build_label)
        row.addWidget(self.right_button)
        self.left_button.clicked.connect(self.left_toggled)
        self.right_button.clicked.connect(self.right_toggled)
        theme.changed.connect(self._repaint)
        self._repaint()
        self._retranslate()

    def show_embedder(self, label: str) -> None:
        """Say what makes the vectors of new sources."""
        self._embedder = label
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

    def _embedder_words(self) -> str:
        if not self._embedder:
            return ""
        if self._embedder == _BUILTIN:
            return self.tr("Built-in embedder · works without a network")
        if self._embedder == _AUTO:
            return self.tr("Embedder: Ollama where it runs, else built in")
        return self.tr("Embedder: {name}").format(name=self._embedder)

    def _repaint(self) -> None:
        self.left_button.setIcon(self._theme.icon("pane-left"))
        self.right_button.setIcon(self._theme.icon("pane-right"))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Status"))
        self.left_button.setToolTip(self.tr("Show or hide the library (Ctrl+1)"))
        self.left_button.setAccessibleName(self.tr("Library"))
        self.right_button.setToolTip(self.tr("Show or hide the passages (Ctrl+2)"))
        self.right_button.setAccessibleName(self.tr("Passages"))
        self._embedder_label.setText(self._embedder_words())
        self._build_label.setText(self._build_words())
