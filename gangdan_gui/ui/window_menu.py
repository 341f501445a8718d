"""The menu behind the three dots: earlier conversations, language, appearance, sending, settings, about."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gangdan_gui.domain.search import Conversation
from gangdan_gui.services.settings import SETTINGS
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings.words import SettingsWords

# The settings that are at hand without the dialog.
_AT_HAND = ("language", "theme", "send_with")
_RECENT = 12
_LONGEST_TITLE = 40


class WindowMenu(QMenu):
    """`chosen(name, value)` asks for another value of a setting.

    `recent_requested` comes when the user is about to see the earlier conversations: answer it with `show_recent`.
    """

    chosen = Signal(str, str)
    settings_requested = Signal()
    about_requested = Signal()
    backup_requested = Signal()
    restore_requested = Signal()
    tonight_requested = Signal()
    golden_requested = Signal()
    recent_requested = Signal()
    conversation_chosen = Signal(str)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._words = SettingsWords()
        self._menus: dict[str, QMenu] = {}
        self._planned = False
        self.choices: dict[tuple[str, str], QAction] = {}
        self.recent = self.addMenu("")
        self.tonight = self.addAction("", self.tonight_requested.emit)
        self.golden = self.addAction("", self.golden_requested.emit)
        self.addSeparator()
        self.aboutToShow.connect(self.recent_requested)
        for setting in SETTINGS:
            if setting.name in _AT_HAND:
                self._add_choices(setting.name, setting.choices)
        self.addSeparator()
        self.backup = self.addAction("", self.backup_requested.emit)
        self.restore = self.addAction("", self.restore_requested.emit)
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

    def show_recent(self, conversations: Sequence[Conversation]) -> None:
        """Offer conversations, newest first."""
        self.recent.clear()
        self.recent.setEnabled(bool(conversations))
        for conversation in conversations[:_RECENT]:
            title = self.fontMetrics().elidedText(
                conversation.title, Qt.TextElideMode.ElideRight, self.fontMetrics().averageCharWidth() * _LONGEST_TITLE
            )
            # An ampersand in a title is no shortcut.
            action = self.recent.addAction(title.replace("&", "&&"))
            action.setData(conversation.id)
            action.triggered.connect(lambda _=False, id_=conversation.id: self.conversation_chosen.emit(id_))

    def set_planned(self, planned: bool) -> None:
        """Whether all is going to be built tonight."""
        self._planned = planned
        self._show()

    def _add_choices(self, name: str, values: tuple[str, ...]) -> None:
        menu = self._menus[name] = self.addMenu("")
        group = QActionGroup(menu)
        for value in values:
            action = menu.addAction("")
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, name=name, value=value: self.chosen.emit(name, value))
            group.addAction(action)
            self.choices[name, value] = action

    def _show(self) -> None:
        build = self.tr("Build all tonight ({time})").format(time=self._preferences.settings.build_at)
        self.tonight.setText(self.tr("Do not build tonight") if self._planned else build)
        for (name, value), action in self.choices.items():
            action.setChecked(getattr(self._preferences.settings, name) == value)

    def _retranslate(self) -> None:
        for name, menu in self._menus.items():
            menu.setTitle(self._words.title(name))
        for (name, value), action in self.choices.items():
            action.setText(self._words.choice(name, value))
        self.recent.setTitle(self.tr("Earlier conversations"))
        self._show()
        self.golden.setText(self.tr("Test questions…"))
        self.backup.setText(self.tr("Back up…"))
        self.restore.setText(self.tr("Restore…"))
        self._settings.setText(self.tr("Settings…"))
        self._about.setText(self.tr("About GangDan"))
