"""How the passages of a question were found, as a panel to read: words, then the pieces of text that came near."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from gangdan_gui.domain.trace import Trace
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.explaining.found_list import FoundList, rows_of
from gangdan_gui.ui.explaining.found_words import FoundWords
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.theme import Theme

_SIZE = QSize(680, 600)


class FoundDialog(QDialog):
    """Open it with `open()`. `titles` are those of sources, by id."""

    def __init__(
        self, trace: Trace, question: str, titles: Mapping[str, str], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._trace, self._question, self._titles = trace, question, titles
        self._words = FoundWords(self)
        self.title, self.asked = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self.head, self.legend = PlainLabel(wrap=True), PlainLabel(role="secondary", wrap=True)
        self.list = FoundList(theme)
        self.figures, self.summary = QCheckBox(), PlainLabel(role="secondary", wrap=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.figures.toggled.connect(lambda shown: self._show_figures(shown=shown))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.figures)
        foot.addStretch()
        foot.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self.title, self.asked, self.head, self.legend):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.summary)
        column.addLayout(foot)
        self.resize(within_screen(self, _SIZE))
        self._retranslate()
        self._show_figures(shown=False)

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _show_figures(self, *, shown: bool) -> None:
        self.list.show_figures(shown=shown)
        self.summary.setVisible(shown and bool(self.summary.text()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("How this was found"))
        self.title.setText(self.tr("How this was found"))
        self.asked.setText(self._question)
        self.head.setText(self._words.head(self._trace))
        self.legend.setText(
            self.tr("Each piece of text with how well it fits: the upper bar by meaning, the lower one by words.")
        )
        self.figures.setText(self.tr("Show figures"))
        self.summary.setText(self._words.summary(self._trace))
        self.list.setAccessibleName(self.tr("Pieces of text that came near"))
        self.list.rows.show(rows_of(self._trace.candidates, self._titles, self._words))
