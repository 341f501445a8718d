"""A calm line that says what happened and offers a way out; it never takes the focus and stops nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences

Words = Callable[[], str]


def _nothing() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Notice:
    """What to show. The words are asked for again when the language changes; `seconds` 0 stays until it is closed."""

    message: Words
    advice: Words = _nothing
    action: Words = _nothing
    act: Callable[[], object] | None = None
    warning: bool = False
    seconds: float = 0


class NoticeBar(QWidget):
    """Shows one notice at a time; a newer one takes the place of the older."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._frame = QFrame()
        self._frame.setProperty("role", "notice")
        self._notice: Notice | None = None
        self._text = PlainLabel(wrap=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = QPushButton()
        self._action.setProperty("kind", "link")
        self._close = QToolButton(autoRaise=True)
        self._timer = QTimer(self, singleShot=True)
        edge = QHBoxLayout(self)
        edge.setContentsMargins(look.GAP, look.TIGHT, look.GAP, look.TIGHT)
        edge.addWidget(self._frame)
        row = QHBoxLayout(self._frame)
        row.setContentsMargins(look.GAP + 2, look.TIGHT, look.TIGHT, look.TIGHT)
        row.setSpacing(look.TIGHT)
        for widget in (self._text, self._action, self._close):
            row.addWidget(widget)
        self._action.clicked.connect(self._act)
        self._close.clicked.connect(self.clear)
        self._timer.timeout.connect(self.clear)
        theme.changed.connect(self._repaint)
        self._repaint()
        self._retranslate()
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """What is shown now."""
        return self._notice

    @property
    def text(self) -> str:
        """The words shown now."""
        return self._text.text() if self._notice else ""

    def show_notice(self, notice: Notice) -> None:
        """Show a notice in place of whatever is there."""
        self._notice = notice
        self._frame.setProperty("tone", "warning" if notice.warning else "calm")
        self._frame.style().unpolish(self._frame)
        self._frame.style().polish(self._frame)
        self._retranslate()
        self._timer.stop()
        if notice.seconds:
            self._timer.start(int(notice.seconds * 1000))
        self.show()

    def clear(self) -> None:
        """Show nothing."""
        self._notice = None
        self._timer.stop()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _act(self) -> None:
        act = self._notice.act if self._notice else None
        self.clear()
        if act is not None:
            act()

    def _retranslate(self) -> None:
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        if self._notice is None:
            return
        self._text.setText(sentences(self._notice.message(), self._notice.advice()))
        self._action.setText(self._notice.action())
        self._action.setVisible(bool(self._action.text()))
        self.setAccessibleName(self._text.text())

    def _repaint(self) -> None:
        self._close.setIcon(self._theme.icon("close"))
