"""How many passages there are and how long they are, in words."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.documents import ChunkLengths
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords


class PassageLengths(QObject):
    """Writes them in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = SourceWords(self)

    def words(self, lengths: ChunkLengths) -> str:
        """Their number and their lengths; nothing where there are none."""
        if not lengths.count:
            return ""
        return SEPARATOR.join((self._sources.passages_words(lengths.count), self.spread(lengths)))

    def spread(self, lengths: ChunkLengths) -> str:
        """The shortest, the longest and the mean; nothing where there are none."""
        if not lengths.count:
            return ""
        locale = QLocale()
        return self.tr("{shortest} to {longest} characters, {mean} on average").format(
            shortest=locale.toString(lengths.shortest),
            longest=locale.toString(lengths.longest),
            mean=locale.toString(round(lengths.mean)),
        )
