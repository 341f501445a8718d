"""What is being built or is going to be, in a sentence, and what can be done about it. It asks and acts on nothing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.events import Hold
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel


@dataclass(frozen=True, slots=True)
class BuildOutlook:
    """How things stand with builds. `tonight` is the time at which all are built, empty where that is not planned."""

    running: bool = False
    waiting: int = 0
    paused: bool = False
    ending: bool = False
    held: Hold | None = None
    tonight: str = ""


class BuildBar(QFrame):
    """Stands above the buttons of the left pane while something is being built, or all is to be tonight."""

    pause_requested = Signal()
    resume_requested = Signal()
    end_requested = Signal()
    tonight_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self._outlook = BuildOutlook()
        self.words = PlainLabel(wrap=True)
        self.pause_button, self.resume_button = QPushButton(), QPushButton()
        self.end_button, self.cancel_button = QPushButton(), QPushButton()
        row = QHBoxLayout()
        row.setSpacing(look.MARGIN)
        for button in (self.pause_button, self.resume_button, self.end_button, self.cancel_button):
            button.setProperty("kind", "link")
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(look.GAP, look.TIGHT, look.GAP, look.TIGHT)
        column.setSpacing(0)
        column.addWidget(self.words)
        column.addLayout(row)
        self.pause_button.clicked.connect(self.pause_requested)
        self.resume_button.clicked.connect(self.resume_requested)
        self.end_button.clicked.connect(self.end_requested)
        self.cancel_button.clicked.connect(self.tonight_cancelled)
        self._retranslate()
        self.show_outlook(self._outlook)

    def show_outlook(self, outlook: BuildOutlook) -> None:
        """Say how things stand; nothing is shown where there is nothing to say."""
        self._outlook = outlook
        waits = outlook.paused or outlook.held is Hold.BATTERY
        going = outlook.running and not outlook.ending
        self.pause_button.setVisible(going and not waits)
        self.resume_button.setVisible(going and waits)
        self.end_button.setVisible(going)
        self.cancel_button.setVisible(bool(outlook.tonight))
        self._say()
        self.setVisible(outlook.running or bool(outlook.tonight))

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _say(self) -> None:
        self.words.setText("\n".join(filter(None, (self._building_words(), self._tonight_words()))))
        battery = self._outlook.held is Hold.BATTERY and not self._outlook.paused
        self.resume_button.setText(self.tr("Build anyway") if battery else self.tr("Go on"))
        self.setAccessibleName(self.words.text())

    def _building_words(self) -> str:
        outlook = self._outlook
        if not outlook.running:
            return ""
        if outlook.ending:
            return self.tr("Stopping after this file. What is built can be asked.")
        if outlook.paused:
            if outlook.held is None:
                return self.tr("Pausing; what is under way is finished first.")
            return self.tr("Building is paused. What is built so far can be asked.")
        if outlook.held is Hold.BATTERY:
            return self.tr("On battery: building waits until the computer is plugged in.")
        if outlook.held is Hold.ASKING:
            return self.tr("Your question goes first; building goes on after the answer.")
        if outlook.waiting:
            return self.tr("Building; %Ln more source(s) waiting.", "", outlook.waiting)
        return self.tr("Building. You can go on asking meanwhile.")

    def _tonight_words(self) -> str:
        if not self._outlook.tonight:
            return ""
        words = self.tr("Everything will be built at {time}. Leave this window open and the computer switched on.")
        return words.format(time=self._outlook.tonight)

    def _retranslate(self) -> None:
        self.pause_button.setText(self.tr("Pause"))
        self.pause_button.setToolTip(self.tr("Finish what is under way and begin nothing more until you go on"))
        self.end_button.setText(self.tr("Stop after this file"))
        self.end_button.setToolTip(self.tr("Build the file to its end, and leave the rest for another time"))
        self.cancel_button.setText(self.tr("Do not build tonight"))
        self._say()
