"""Why something was left out, failed or deserves a warning, as a code and its facts. Faces write the sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """A code that `wording` turns into a sentence, and the one fact that goes into it (a name, a number, a quote)."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something of a source that the user should know. `path` is relative to the source, empty for the whole source."""

    path: str
    stage: str
    reason: Reason
