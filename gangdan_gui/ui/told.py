"""Errors and exports in the words of the window: its language, and advice that can be followed here."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import Face, Told, tell

# After these no space follows.
_FULL_WIDTH = "。！？；："


def told(error: Exception) -> Told:
    """An error as a sentence and advice."""
    return tell(error, translate, Face.WINDOW)


def sentences(*parts: str) -> str:
    """Sentences one after another, as the language sets them; empty ones are left out."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or text[-1] in _FULL_WIDTH else f" {part}"
    return text


def export_labels() -> ExportLabels:
    """The words that an export adds, in the language of the window."""
    return ExportLabels(
        question=QCoreApplication.translate("export", "Question"),
        sources=QCoreApplication.translate("export", "Sources"),
        model=QCoreApplication.translate("export", "Model"),
        incomplete=QCoreApplication.translate("export", "This answer is incomplete."),
        no_answer=QCoreApplication.translate("export", "There is no answer to this in the sources."),
        conversation=QCoreApplication.translate("export", "Conversation"),
    )
