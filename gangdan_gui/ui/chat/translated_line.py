"""The line beneath an answer that names as what a question was also asked in the language of other documents."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gangdan_gui.domain.trace import Translated
from gangdan_gui.ui.chat.chip_line import CROSS
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.theme import TIGHT


class TranslatedLine(QWidget):
    """A translation can be struck out; it is the model's, and may be wrong."""

    struck = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Translated, ...] = ()
        self.label = PlainLabel(role="secondary", wrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cross = QPushButton(CROSS)
        self.cross.setProperty("kind", "chip")
        self.cross.clicked.connect(self._strike)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(TIGHT)
        row.addWidget(self.label, 1000)
        row.addWidget(self.cross, 0, Qt.AlignmentFlag.AlignTop)
        row.addStretch(1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self.label.text() if self._shown else ""

    def show_translated(self, translated: Sequence[Translated]) -> None:
        """Show translations; nothing where there is none."""
        self._shown = tuple(translated)
        self._retranslate()
        self.setVisible(bool(self._shown))

    def settle(self) -> None:
        """The question was asked again: nothing is to be struck out here any more."""
        self.cross.setEnabled(False)

    def _strike(self) -> None:
        self.struck.emit(tuple(one.text for one in self._shown))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        words = {"en": self.tr("Also asked in English: {text}"), "zh": self.tr("Also asked in Chinese: {text}")}
        other = self.tr("Also asked in another language: {text}")
        said = "\n".join(words.get(one.language, other).format(text=one.text) for one in self._shown)
        models = ", ".join(dict.fromkeys(one.model for one in self._shown))
        self.label.setText(said)
        self.label.setToolTip(plain_tip(self.tr("Translated by {model}").format(model=models)) if models else "")
        self.cross.setToolTip(plain_tip(self.tr("Ask again without this translation")))
        self.cross.setAccessibleName(self.tr("Ask again without this translation"))
        self.setAccessibleName(said)
        metrics = self.label.fontMetrics()
        wide = max(map(metrics.horizontalAdvance, said.split("\n"))) + metrics.averageCharWidth()
        self.label.setMaximumWidth(wide)  # the cross stands behind the text
