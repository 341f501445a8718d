"""Which of the chosen sources' documents a question looks in: those of some years, those with some tags."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from gangdan_gui.ui.chat.question_scope import ScopeEntry
from gangdan_gui.ui.plain_tip import plain_tip

_HEIGHT = 22
_YEARS_AGO = (0, 1, 2, 5, 10)
_MOST_TAGS = 25
_LONGEST = 40
_SINCE, _TAG = "filter:since", "filter:tag:"


class QuestionFilter(QPushButton):
    """Small, beside the chips of the sources, among which its own stand. What is chosen is forgotten at the end.

    `wanted` asks for the tags there are, to be given to `offer`; `changed` says that others are chosen.
    """

    wanted = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.since = ""
        self.tags: tuple[str, ...] = ()
        self.choices = QMenu(self)
        self.setProperty("kind", "chip")
        self.setFixedHeight(_HEIGHT)
        # A click must not take the focus from the question.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.wanted)
        self._retranslate()

    @property
    def entries(self) -> tuple[ScopeEntry, ...]:
        """The chips for what is chosen."""
        since = (ScopeEntry(_SINCE, self.tr("since {year}").format(year=self.since), is_filter=True),)
        tags = (ScopeEntry(f"{_TAG}{tag}", f"#{tag}", is_filter=True) for tag in self.tags)
        return (*(since if self.since else ()), *tags)

    def remove(self, entry: str) -> bool:
        """Take away what a chip stands for; whether it is one of these."""
        if entry == _SINCE:
            self._choose_since("")
        elif entry.startswith(_TAG):
            self._switch_tag(entry.removeprefix(_TAG))
        else:
            return False
        return True

    def offer(self, tags: Sequence[tuple[str, int]]) -> None:
        """Open the menu with the years, and with these tags and how many documents have each."""
        self.choices.clear()
        self.choices.addSection(self.tr("Date"))
        self._add_years()
        self.choices.addSection(self.tr("Tags"))
        listed = dict(tags[:_MOST_TAGS])
        for tag in (*(one for one in self.tags if one not in listed), *listed):
            self._add_tag(tag, listed.get(tag, 0))
        if not listed and not self.tags:
            self.choices.addAction(self.tr("These documents have no tags")).setEnabled(False)
        self.choices.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _add_years(self) -> None:
        now = datetime.datetime.now(datetime.UTC).astimezone().year
        for year in ("", *(str(now - ago) for ago in _YEARS_AGO)):
            words = self.tr("Since {year}").format(year=year) if year else self.tr("Of any date")
            action = self._action(words, chosen=self.since == year)
            action.triggered.connect(lambda _checked=False, year=year: self._choose_since(year))

    def _add_tag(self, tag: str, documents: int) -> None:
        shown = tag if len(tag) <= _LONGEST else f"{tag[: _LONGEST - 1]}…"
        action = self._action(f"{shown} ({documents})", chosen=tag in self.tags)
        action.triggered.connect(lambda: self._switch_tag(tag))

    def _action(self, words: str, *, chosen: bool) -> QAction:
        action = self.choices.addAction(words.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(chosen)
        return action

    def _choose_since(self, year: str) -> None:
        self.since = year
        self.changed.emit()

    def _switch_tag(self, tag: str) -> None:
        self.tags = tuple(one for one in self.tags if one != tag) if tag in self.tags else (*self.tags, tag)
        self.changed.emit()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        word = self.tr("Filter")
        self.setText(f"{word}  ▾")
        self.setToolTip(plain_tip(self.tr("Look only in documents of some years, or with some tags.")))
        self.setAccessibleName(self.tr("Filter documents by date and tags"))
        self.changed.emit()
