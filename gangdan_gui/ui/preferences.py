"""The settings as the window sees them: one value in force, told to whoever depends on it when it changes."""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from gangdan_gui.services.settings import LoadedSettings, Settings


class SettingsKeeper(Protocol):
    """Where settings are kept (`services.settings.SettingsFile`)."""

    def load(self) -> LoadedSettings:
        """What was chosen, and what could not be used of it."""

    def save(self, settings: Settings) -> None:
        """Raises InvalidSetting, InvalidChunking, CannotWrite."""


class Preferences(QObject):
    """Holds the settings in force; `changed` comes after they were written."""

    changed = Signal()

    def __init__(self, keeper: SettingsKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        # Whoever opened the library tells what could not be read.
        self._settings = keeper.load().settings

    @property
    def settings(self) -> Settings:
        """What is in force now."""
        return self._settings

    def change(self, **values: Any) -> None:
        """Write and use other values. Raises as `SettingsKeeper.save`, and then nothing has changed."""
        wanted = dataclasses.replace(self._settings, **values)
        if wanted == self._settings:
            return
        self._keeper.save(wanted)
        self._settings = wanted
        self.changed.emit()
