"""The words that an export adds to what it writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gangdan_gui.domain.reasons import Reason


def _code(reason: Reason) -> str:
    return f"{reason.code}: {reason.detail}" if reason.detail else reason.code


@dataclass(frozen=True, slots=True)
class ExportLabels:
    """English by default; a face passes its own language's, and its own way to say a reason as a clause."""

    question: str = "Question"
    sources: str = "Sources"
    passages: str = "Passages used"
    nearest: str = "Nearest passages"
    model: str = "Model"
    temperature: str = "temperature"
    commit: str = "commit"
    licence: str = "licence"
    colon: str = ": "
    incomplete: str = "This answer is incomplete."
    incomplete_because: str = "This answer is incomplete: {reason}."
    no_answer: str = "There is no answer to this in the sources."
    conversation: str = "Conversation"
    own_note: str = "own note"
    packed_note: str = "somebody's note"
    by_model: str = "written by a model"
    reason: Callable[[Reason], str] = _code


ENGLISH = ExportLabels()
