"""Errors and exports in the words of the window: its language, and advice that can be followed here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication

from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import Face, Told, reason_sentence, tell
from gangdan_gui.wording import sentences as sentences


def told(error: Exception) -> Told:
    """An error as a sentence and advice; of a file that the user has named it tells which."""
    what = tell(error, translate, Face.WINDOW)
    if isinstance(error, UnreadableFile) and "file" in error.facts:
        named = QCoreApplication.translate("errors", "“{file}”: {why}.")
        return replace(what, message=named.format(file=error.facts["file"], why=what.message))
    return what


def reason_lines(reasons: Iterable[Reason]) -> str:
    """Reasons that stand for themselves, a line each."""
    said = (reason_sentence(reason, translate) for reason in reasons)
    return "\n".join(sentence[:1].upper() + sentence[1:] for sentence in said)


def export_labels() -> ExportLabels:
    """The words that an export adds, in the language of the window."""
    return ExportLabels(
        question=QCoreApplication.translate("export", "Question"),
        sources=QCoreApplication.translate("export", "Sources"),
        passages=QCoreApplication.translate("export", "Passages used"),
        nearest=QCoreApplication.translate("export", "Nearest passages"),
        model=QCoreApplication.translate("export", "Model"),
        temperature=QCoreApplication.translate("export", "temperature"),
        commit=QCoreApplication.translate("export", "commit"),
        licence=QCoreApplication.translate("export", "licence"),
        colon=QCoreApplication.translate("export", ": "),
        incomplete=QCoreApplication.translate("export", "This answer is incomplete."),
        incomplete_because=QCoreApplication.translate("export", "This answer is incomplete: {reason}."),
        no_answer=QCoreApplication.translate("export", "There is no answer to this in the sources."),
        conversation=QCoreApplication.translate("export", "Conversation"),
        own_note=QCoreApplication.translate("export", "own note"),
        packed_note=QCoreApplication.translate("export", "somebody's note"),
        by_model=QCoreApplication.translate("export", "written by a model"),
        reason=partial(reason_sentence, translate=translate),
    )
