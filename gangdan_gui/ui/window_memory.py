"""What the window remembers by itself: its shape, and which sources were taken out of the chat."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class WindowMemory:
    """`window.ini` in the library's folder, so that nothing goes into a registry."""

    def __init__(self, home: Path) -> None:
        self._settings = QSettings(str(home / "window.ini"), QSettings.Format.IniFormat)

    def shape(self, part: str) -> QByteArray:
        """The geometry or state of a part of the window as Qt saved it; empty where there is none."""
        value = self._settings.value(f"window/{part}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_shape(self, part: str, state: QByteArray) -> None:
        """Remember the geometry or state of a part of the window."""
        self._settings.setValue(f"window/{part}", state)

    def unused(self) -> frozenset[str]:
        """The ids of the sources that were taken out of the chat."""
        value = self._settings.value("sources/unused")
        names = value if isinstance(value, list) else [value]
        return frozenset(name for name in names if isinstance(name, str) and name)

    def keep_unused(self, sources: frozenset[str]) -> None:
        """Remember which sources were taken out of the chat."""
        self._settings.setValue("sources/unused", sorted(sources))

    @property
    def welcomed(self) -> bool:
        """Whether this library has been offered its first source."""
        return self._settings.value("sources/welcomed") is not None

    @welcomed.setter
    def welcomed(self, welcomed: bool) -> None:
        if welcomed:
            self._settings.setValue("sources/welcomed", "yes")
        else:
            self._settings.remove("sources/welcomed")

    def save(self) -> None:
        """Write now what would otherwise be written soon."""
        self._settings.sync()
