"""What there is to know of a passage beside its text: its place, its vector, and what was embedded of it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.document_requests import VectorOrigin
from gangdan_gui.ui.documents.chunk_bands import Band
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.theme import HAIR

_SHORT_DIGEST = 12
_LINES_OF_EMBEDDED = 7
# Stands between two parts that have a vector each.
_BETWEEN = "\n― ― ―\n"


class ChunkFacts(QWidget):
    """Below the passages: the facts of the current one. `show_origins` may come later than the passage itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = SourceWords(self)
        self._band: Band | None = None
        self._identity: EmbedderIdentity | None = None
        self._origins: Mapping[str, VectorOrigin] = {}
        self.heading, self.vector, self.place = (PlainLabel(role="secondary", wrap=True) for _ in range(3))
        self.place.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.more = QPushButton()
        self.more.setCheckable(True)
        self.more.setProperty("kind", "link")
        self.embedded = QPlainTextEdit(readOnly=True)
        self.embedded.setMaximumHeight(_LINES_OF_EMBEDDED * self.embedded.fontMetrics().lineSpacing())
        self.more.toggled.connect(self._show)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HAIR)
        for widget in (self.heading, self.vector, self.place, self.embedded):
            column.addWidget(widget)
        column.addWidget(self.more, alignment=Qt.AlignmentFlag.AlignLeft)
        self._show()

    def show_origins(self, identity: EmbedderIdentity | None, origins: Mapping[str, VectorOrigin]) -> None:
        """What the passages were embedded by, and where their vectors are, by their ids."""
        self._identity, self._origins = identity, origins
        self._show()

    def show_band(self, band: Band | None) -> None:
        """Show the facts of a passage."""
        self._band = band
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)

    def _show(self) -> None:
        band = self._band
        self.setVisible(band is not None)
        if band is None:
            return
        self.heading.setText(" › ".join(band.heading))
        self.heading.setVisible(bool(band.heading))
        self.vector.setText(self._vector_words(band))
        self.vector.setVisible(bool(self.vector.text()))
        self.place.setText(self._place_words(band))
        differs = band.embedded not in ((), (band.text,))
        self.more.setVisible(differs)
        self.more.setText(self.tr("Hide what was embedded") if self.more.isChecked() else self.tr("What was embedded…"))
        shown = differs and self.more.isChecked()
        self.embedded.setVisible(shown)
        if shown and self.embedded.toPlainText() != (text := _BETWEEN.join(band.embedded)):
            self.embedded.setPlainText(text)
        self.embedded.setAccessibleName(self.tr("The text that was embedded"))

    def _place_words(self, band: Band) -> str:
        locale = QLocale()
        place = self.tr("Characters {start} to {end}").format(
            start=locale.toString(band.start), end=locale.toString(band.end)
        )
        return SEPARATOR.join(filter(None, (place, self.tr("id {id}").format(id=band.id) if band.id else "")))

    def _vector_words(self, band: Band) -> str:
        if band.excluded:
            return self.tr("Left out: no question finds it")
        if self._identity is None or not band.id:
            return ""
        model = f"{self._words.embedder_words(self._identity.label)} ({self._identity.digest[:_SHORT_DIGEST]})"
        parts = [self.tr("Vector by {model}").format(model=model)]
        if origin := self._origins.get(band.id):
            parts.append(self.tr("kept") if origin.kept else self.tr("not kept"))
            if origin.stored is not None:
                parts.append(self.tr("in the collection") if origin.stored else self.tr("missing in the collection"))
        if len(band.embedded) > 1:
            parts.append(self.tr("embedded in {count} parts").format(count=len(band.embedded)))
        if band.embedded == (band.text,):
            parts.append(self.tr("embedded as it is shown"))
        return SEPARATOR.join(parts)
