"""The menu behind the three dots: language, appearance, sending, settings, about."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gangdan_gui.services.settings import SETTINGS
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings_words import SettingsWords

# The settings that are at hand without the dialog.
_AT_HAND = ("language", "theme", "send_with")


class WindowMenu(QMenu):
    """`chosen(name, value)` asks for another value of a setting."""

    chosen = Signal(str, str)
    settings_requested = Signal()
    about_requested = Signal()

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._words = SettingsWords()
        self._menus: dict[str, QMenu] = {}
        self.choices: dict[tuple[str, str], QAction] = {}
        for setting in SETTINGS:
            if setting.name in _AT_HAND:
                self._add_choices(setting.name, setting.choices)
        self.addSeparator()
        self._settings = self.addAction("", self.settings_requested.emit)
        self._about = self.addAction("", self.about_requested.emit)
        preferences.changed.connect(self._show)
        self._retranslate()
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _add_choices(self, name: str, values: tuple[str, ...]) -> None:
        menu = self._menus[name] = self.addMenu("")
        group = QActionGroup(menu)
        for value in values:
            action = menu.addAction("")
            action.setCheckable(True)
            action.triggered.connect(lambda _checked, name=name, value=value: self.chosen.emit(name, value))
            group.addAction(action)
            self.choices[name, value] = action

    def _show(self) -> None:
        for (name, value), action in self.choices.items():
            action.setChecked(getattr(self._preferences.settings, name) == value)

    def _retranslate(self) -> None:
        for name, menu in self._menus.items():
            menu.setTitle(self._words.title(name))
        for (name, value), action in self.choices.items():
            action.setText(self._words.choice(name, value))
        self._settings.setText(self.tr("Settings…"))
        self._about.setText(self.tr("About GangDan"))
