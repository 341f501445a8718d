"""One check of the doctor as a row: a sign, what was found, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import Face
from gangdan_gui.wording.check_wording import check_sentences

# Icon and colour.
_SIGNS = {OK: ("ok", "success"), PROBLEM: ("problem", "warning"), NOT_CHECKED: ("not-checked", "secondary")}
_SIGN_SIZE = 18


def state_words(state: str) -> str:
    """A check's state in words, for reports and for who does not see the sign."""
    words = {
        OK: QCoreApplication.translate("CheckRow", "in order"),
        PROBLEM: QCoreApplication.translate("CheckRow", "problem"),
        NOT_CHECKED: QCoreApplication.translate("CheckRow", "not checked"),
    }
    return words[state]


class CheckRow(QWidget):
    """Shows one check in the language of the moment; made anew when that changes.

    `told` are what was found and what to do, where the check is no doctor's.
    """

    def __init__(
        self, check: Check, theme: Theme, parent: QWidget | None = None, *, told: tuple[str, str] | None = None
    ) -> None:
        super().__init__(parent)
        self.found, self.advice = told or check_sentences(check, translate, Face.WINDOW)
        self._state = check.state
        self._theme = theme
        self._sign = PlainLabel()
        self._sign.setFixedSize(_SIGN_SIZE, _SIGN_SIZE)
        found = PlainLabel(self.found, role="" if check.state != NOT_CHECKED else "secondary", wrap=True)
        advice = PlainLabel(self.advice, role="secondary", wrap=True)
        advice.setVisible(bool(self.advice))
        for label in (found, advice):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(found)
        words.addWidget(advice)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.GAP)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.setAccessibleName(f"{state_words(check.state)}: {self.found}")
        theme.changed.connect(self._repaint)
        self._repaint()

    def _repaint(self) -> None:
        icon, token = _SIGNS[self._state]
        self._sign.setPixmap(self._theme.icon(icon, token).pixmap(_SIGN_SIZE, _SIGN_SIZE))
