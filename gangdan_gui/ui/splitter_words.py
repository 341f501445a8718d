"""The ways of cutting documents, in the words of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gangdan_gui.chunking.names import HEADINGS, PARENTS, RECURSIVE, SEMANTIC, STRUCTURE, WINDOW


class SplitterWords(QObject):
    """Writes them in the language of the window."""

    @property
    def all(self) -> dict[str, str]:
        """What each splitter is called, in the order in which they are offered."""
        return {
            WINDOW: self.tr("In equal lengths"),
            HEADINGS: self.tr("At headings and sentences"),
            RECURSIVE: self.tr("At paragraphs, lines, sentences"),
            STRUCTURE: self.tr("By tables, code and lists"),
            SEMANTIC: self.tr("Where the meaning changes (slower)"),
            PARENTS: self.tr("In small parts, read with their section"),
        }
