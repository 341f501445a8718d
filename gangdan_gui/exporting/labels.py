"""The words that an export adds to what it writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExportLabels:
    """English by default; a face passes its own language's."""

    question: str = "Question"
    sources: str = "Sources"
    model: str = "Model"
    incomplete: str = "This answer is incomplete."
    no_answer: str = "There is no answer to this in the sources."
    conversation: str = "Conversation"


ENGLISH = ExportLabels()
