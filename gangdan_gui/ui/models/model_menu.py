"""The menu of what can answer: the passages alone, or one of the models that the server has."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from gangdan_gui.ollama.model_names import has_model, same_model

_LONGEST = 40


class ModelMenu(QMenu):
    """Ask the server when it is about to show (`aboutToShow`), and say what came with `show_models` or `show_failure`.

    `chosen` comes with a name, empty for the passages alone.
    """

    chosen = Signal(str)
    more_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.current = ""
        self._models: tuple[str, ...] | None = None
        self._failure = ""
        self._fill()

    @property
    def choices(self) -> dict[str, QAction]:
        """What can be chosen, by the name that `chosen` comes with."""
        return {action.data(): action for action in self.actions() if isinstance(action.data(), str)}

    def set_current(self, model: str) -> None:
        """Say which one answers now."""
        self.current = model
        self._fill()

    def show_models(self, names: Sequence[str]) -> None:
        """What the server has."""
        self._models, self._failure = tuple(names), ""
        self._fill()

    def show_failure(self, message: str) -> None:
        """Why that is not known. What it had before is shown on: it may be back in a moment."""
        self._failure = message
        self._fill()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._fill()
        super().changeEvent(change)

    def _fill(self) -> None:
        # Not `clear`: one of these actions may be telling just now that it was chosen.
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()
        self._add_choice("", self.tr("Passages only"))
        self.addSeparator()
        models = list(self._models or ())
        if self.current and not has_model(models, self.current):
            models.insert(0, self.current)
        for name in models:
            self._add_choice(name, name)
        if note := self._note():
            self.addAction(note).setEnabled(False)
        self.addSeparator()
        self.addAction(self.tr("More models…"), self.more_requested.emit)

    def _note(self) -> str:
        if self._failure:
            return self._shown(self._failure)
        if self._models is None:
            return self.tr("Asking Ollama…")
        return "" if self._models else self.tr("Ollama has no model that answers yet")

    def _add_choice(self, name: str, text: str) -> None:
        action = self.addAction(self._shown(text))
        action.setData(name)
        action.setCheckable(True)
        action.setChecked(same_model(name, self.current))
        action.triggered.connect(lambda: self.chosen.emit(name))

    def _shown(self, text: str) -> str:
        width = self.fontMetrics().averageCharWidth() * _LONGEST
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, width).replace("&", "&&")
