"""What the user is told about errors and reasons: one sentence of what happened, one of what to do.

Both faces tell them from the tables of `error_sentences` and `reason_sentences`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from gangdan_gui.domain.errors import GangDanError, UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.translating import Translate, untranslated
from gangdan_gui.wording.error_sentences import ANOTHER, ERRORS, PARTS, WINDOW_ADVICE
from gangdan_gui.wording.reason_sentences import REASONS


class Face(StrEnum):
    """Where the user reads it: advice names what can be done there."""

    COMMAND_LINE = "command line"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Told:
    """An error as the user reads it. `advice` may be empty."""

    id: str
    message: str
    advice: str


def tell(error: Exception, translate: Translate = untranslated, face: Face = Face.COMMAND_LINE) -> Told:
    """An error as a sentence and advice; an error without an entry is told by its own words.

    Of a group of errors, which has no words of its own, the first is told.
    """
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, UnreadableFile):
        return Told(error.id, reason_sentence(error.reason, translate), "")
    if not isinstance(error, GangDanError):
        return Told("error", f"{type(error).__name__}: {error}", "")
    # An embedder that is a server's model says what the server did, which is what the user can mend.
    names = (error.facts.get("failure", ""), *(getattr(kind, "id", "") for kind in type(error).__mro__))
    for name in names:
        if name in ERRORS:
            return tell_code(name, error.facts, translate, face, as_id=error.id)
    return Told(error.id, str(error), "")


def tell_code(
    name: str,
    facts: Mapping[str, str],
    translate: Translate = untranslated,
    face: Face = Face.COMMAND_LINE,
    *,
    as_id: str = "",
) -> Told:
    """What is told of an error by its id and facts. Raises KeyError for one that has no sentence."""
    said = facts_in_words(facts, translate)
    message, advice = (translate("errors", text) if text else "" for text in _texts(name, face))
    return Told(as_id or name, message.format_map(said), advice.format_map(said))


def facts_in_words(facts: Mapping[str, str], translate: Translate = untranslated) -> Facts:
    """The facts with words for what stands in them as a code."""
    said = Facts(facts)
    if "rule" in facts:
        said["rule"] = reason_sentence(Reason(facts["rule"]), translate)
    if "reason" in facts:
        said["reason"] = reason_sentence(Reason(facts["reason"], facts.get("detail", "")), translate)
    if "address" in facts and "what" in facts:
        said["what"] = reason_sentence(Reason(facts["what"]), translate)
    for name in ("embedder", "worker"):
        if facts.get(name) in PARTS:
            said[name] = translate("errors", PARTS[facts[name]])
    if facts.get("holder") == "":  # it had no time to say its name
        said["holder"] = translate("errors", ANOTHER)
    return said


def _texts(name: str, face: Face) -> tuple[str, str]:
    message, advice = ERRORS[name]
    return message, WINDOW_ADVICE.get(name, advice) if face is Face.WINDOW else advice


def reason_sentence(reason: Reason, translate: Translate = untranslated) -> str:
    """A reason as a clause that follows a colon, without a full stop."""
    text = REASONS.get(reason.code)
    if text is None:
        return f"{reason.code}: {reason.detail}" if reason.detail else reason.code
    return translate("reasons", text).format_map(Facts({"detail": reason.detail}))


# After these no space follows.
_FULL_WIDTH = "。！？；："


def sentences(*parts: str) -> str:
    """Sentences one after another, as their language sets them; empty ones are left out."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or text[-1] in _FULL_WIDTH else f" {part}"
    return text


class Facts(dict[str, str]):
    """A missing fact leaves a visible gap rather than a second error."""

    def __missing__(self, key: str) -> str:
        return f"<{key}>"
