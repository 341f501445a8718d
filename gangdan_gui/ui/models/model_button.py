"""Says what answers, and is where another is chosen with one click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from gangdan_gui.ui.models.model_menu import ModelMenu
from gangdan_gui.ui.plain_tip import plain_tip

_LONGEST = 28
_HEIGHT = 22


class ModelButton(QPushButton):
    """Small, at the edge of the question box."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "chip")
        self.setFixedHeight(_HEIGHT)
        # A click must not take the focus from the question.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_of_models = ModelMenu(self)
        self.clicked.connect(lambda: self.open_at(self))
        self._retranslate()

    def set_model(self, model: str) -> None:
        """Say which model answers; an empty name for the passages alone."""
        self.menu_of_models.set_current(model)
        self._retranslate()

    def open_at(self, widget: QWidget) -> None:
        """Open the menu at a widget: above it where there is no room below."""
        self.menu_of_models.popup(widget.mapToGlobal(QPoint(0, widget.height())))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        model = self.menu_of_models.current
        name = model or self.tr("Passages only")
        shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        self.setText(f"{shown.replace('&', '&&')}  ▾")
        tip = self.tr("“{model}” answers. Choose another one here.") if model else self.tr("Choose what answers.")
        self.setToolTip(plain_tip(tip.format(model=model)))
        self.setAccessibleName(self.tr("What answers: {name}").format(name=name))
