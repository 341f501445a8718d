"""The passages that a document was cut into, with the words for the current one and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from gangdan_gui.ui.documents.chunk_bands import Band, Bands
from gangdan_gui.ui.documents.chunk_facts import ChunkFacts
from gangdan_gui.ui.documents.chunk_view import ChunkView
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.words import SEPARATOR
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN, TIGHT, Theme

_LEAST_LINES = 4


class ChunkPane(QWidget):
    """`chosen` and `toggled` as in `ChunkView`; `why_requested` brings the passage that a question did not find."""

    chosen = Signal(object)
    toggled = Signal(object)
    why_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ChunkView(theme)
        self.words = PlainLabel(wrap=True)
        self.facts = ChunkFacts()
        self.button = QPushButton()
        self.button.setProperty("kind", "link")
        self.why = QPushButton()
        self.why.setProperty("kind", "link")
        self.why.clicked.connect(lambda: self.why_requested.emit(self.view.current))
        self._asked = False
        self.before, self.after = QToolButton(), QToolButton()
        self.before.setText("‹")
        self.after.setText("›")
        self.before.clicked.connect(lambda: self.view.step(-1))
        self.after.clicked.connect(lambda: self.view.step(1))
        self.button.clicked.connect(lambda: self.toggled.emit(self.view.current))
        self.view.chosen.connect(self._show)
        self.view.chosen.connect(self.chosen)
        self.view.toggled.connect(self.toggled)
        foot = QHBoxLayout()
        foot.setSpacing(TIGHT)
        foot.addWidget(self.before)
        foot.addWidget(self.after)
        foot.addStretch()
        foot.addWidget(self.button)
        below = QVBoxLayout()
        below.setContentsMargins(MARGIN, TIGHT, GAP, TIGHT)
        below.setSpacing(HAIR)
        below.addWidget(self.words)
        below.addWidget(self.facts)
        below.addWidget(self.why, alignment=Qt.AlignmentFlag.AlignLeft)
        below.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        # What is said of a passage has its room before the passages, which can be scrolled.
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.view.setMinimumHeight(_LEAST_LINES * self.view.fontMetrics().lineSpacing())
        column.addWidget(self.view, 1)
        column.addLayout(below)
        self._retranslate()

    def show_bands(self, bands: Bands) -> None:
        """Show other passages of the same text."""
        self.view.show_bands(bands)
        self._show(self.view.current)

    def offer_why(self) -> None:
        """Offer to say why the last question did not find a passage, from now on."""
        self._asked = True
        self._show(self.view.current)

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def describe(self, band: Band | None) -> str:
        """A passage in words."""
        count = len(self.view.bands.all)
        if band is None:
            return self.tr("%Ln passage(s)", "", count) if count else self.tr("No passages")
        number = self.tr("Passage {number} of {count}").format(
            number=QLocale().toString(band.number), count=QLocale().toString(count)
        )
        parts = [number, self.tr("%Ln character(s)", "", band.length)]
        if band.shared:
            parts.append(self.tr("%Ln shared with the one before", "", band.shared))
        if band.excluded:
            parts.append(self.tr("left out"))
        return SEPARATOR.join(parts)

    def _show(self, band: Band | None) -> None:
        self.words.setText(self.describe(band))
        self.view.setAccessibleDescription(self.words.text())
        self.facts.show_band(band)
        self.button.setText(self.view.toggle_words(band))
        self.button.setVisible(band is not None)
        self.why.setText(self.tr("Why was this not found?"))
        self.why.setToolTip(self.tr("See step by step what the last question did with this passage"))
        self.why.setVisible(self._asked and band is not None and not band.excluded)
        self.before.setEnabled(band is not None and band.number > 1)
        self.after.setEnabled(bool(self.view.bands.all) and (band is None or band.number < len(self.view.bands.all)))

    def _retranslate(self) -> None:
        self.view.setAccessibleName(self.tr("Passages of the document"))
        for button, text in ((self.before, self.tr("Passage before")), (self.after, self.tr("Next passage"))):
            button.setToolTip(text)
            button.setAccessibleName(text)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._show(self.view.current)
