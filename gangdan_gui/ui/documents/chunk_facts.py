"""What there is to know of a passage beside its text: its section and how it is found; its vector for who asks."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests.documents import VectorOrigin
from gangdan_gui.ui.documents.chunk_bands import Band
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.theme import GAP, HAIR

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
        self.heading, self.found, self.details = (PlainLabel(role="secondary", wrap=True) for _ in range(3))
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.more, self.details_button = self._link(), self._link()
        self.embedded = QPlainTextEdit(readOnly=True)
        self.embedded.setMaximumHeight(_LINES_OF_EMBEDDED * self.embedded.fontMetrics().lineSpacing())
        self._arrange()
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

    def _link(self) -> QPushButton:
        link = QPushButton()
        link.setCheckable(True)
        link.setProperty("kind", "link")
        link.toggled.connect(self._show)
        return link

    def _arrange(self) -> None:
        links = QHBoxLayout()
        links.setSpacing(GAP)
        links.addWidget(self.more)
        links.addWidget(self.details_button)
        links.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HAIR)
        column.addWidget(self.heading)
        column.addWidget(self.found)
        column.addLayout(links)
        column.addWidget(self.embedded)
        column.addWidget(self.details)

    def _show(self) -> None:
        band = self._band
        self.setVisible(band is not None)
        if band is None:
            return
        self.heading.setText(" › ".join(band.heading))
        self.heading.setVisible(bool(band.heading))
        self.found.setText(self._found_words(band))
        self.found.setVisible(bool(self.found.text()))
        self._show_embedded(band)
        self.details.setText("\n".join(filter(None, (self._vector_words(band), self._place_words(band)))))
        self.details.setVisible(self.details_button.isChecked())
        self.details_button.setText(self.tr("Hide details") if self.details_button.isChecked() else self.tr("Details…"))

    def _show_embedded(self, band: Band) -> None:
        differs = band.embedded not in ((), (band.text,))
        self.more.setVisible(differs)
        self.more.setText(self.tr("Hide that text") if self.more.isChecked() else self.tr("Text it is found by…"))
        shown = differs and self.more.isChecked()
        self.embedded.setVisible(shown)
        if shown and self.embedded.toPlainText() != (text := _BETWEEN.join(band.embedded)):
            self.embedded.setPlainText(text)
        self.embedded.setAccessibleName(self.tr("The text that was embedded"))

    def _found_words(self, band: Band) -> str:
        if band.excluded:
            return self.tr("Left out: no question finds it")
        if self._identity is None or not band.id:
            return ""
        origin = self._origins.get(band.id)
        if origin and origin.stored is False:
            return self.tr("Found by its words only; build the source again to have it found by its meaning too")
        if len(band.embedded) > 1:
            return self.tr("Found by its words and by the meaning of each of its {count} parts").format(
                count=QLocale().toString(len(band.embedded))
            )
        return self.tr("Found by its words and by its meaning")

    def _place_words(self, band: Band) -> str:
        locale = QLocale()
        place = self.tr("Characters {start} to {end}").format(
            start=locale.toString(band.start), end=locale.toString(band.end)
        )
        return SEPARATOR.join(filter(None, (place, self.tr("id {id}").format(id=band.id) if band.id else "")))

    def _vector_words(self, band: Band) -> str:
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
