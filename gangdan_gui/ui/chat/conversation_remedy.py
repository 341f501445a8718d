"""What can be done, right where it is told, about a question that got no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from gangdan_gui.domain.errors import EmbeddingError, GangDanError


class Remedy(StrEnum):
    """A button below a failure, besides asking again."""

    DOWNLOAD = "download"
    ANOTHER_MODEL = "another model"
    START_OLLAMA = "start ollama"
    SETTINGS = "settings"
    PASSAGES_ONLY = "passages only"


@dataclass(frozen=True, slots=True)
class WayOut:
    """Buttons in their order. `model` is what DOWNLOAD gets, for the server that embeds or the one that answers."""

    remedies: tuple[Remedy, ...] = ()
    model: str = ""
    for_embedding: bool = False


_OF_A_MODEL = (Remedy.ANOTHER_MODEL, Remedy.PASSAGES_ONLY)
_OF_AN_ADDRESS = (Remedy.SETTINGS, Remedy.PASSAGES_ONLY)
_REMEDIES: Mapping[str, tuple[Remedy, ...]] = {
    "ollama-model-missing": (Remedy.DOWNLOAD, *_OF_A_MODEL),
    "ollama-unreachable": (Remedy.START_OLLAMA, Remedy.PASSAGES_ONLY),
    "ollama-refused": _OF_A_MODEL,
    "ollama-silent": _OF_A_MODEL,
    "ollama-dropped": _OF_A_MODEL,
    "ollama-proxy": _OF_AN_ADDRESS,
    "not-ollama": _OF_AN_ADDRESS,
    "invalid-setting": _OF_AN_ADDRESS,
    "question-too-long": (Remedy.PASSAGES_ONLY,),
    "answer-length": (Remedy.SETTINGS,),
    "answer-empty": _OF_A_MODEL,
}


def way_out(error: Exception) -> WayOut:
    """What to offer for an error; an embedder that is a server's model tells what failed there in its facts."""
    if not isinstance(error, GangDanError):
        return WayOut()
    remedies = _REMEDIES.get(error.facts.get("failure", error.id), ())
    model = error.facts.get("model", "")
    if isinstance(error, EmbeddingError):
        # Passages are what could not be looked for, and another model would not fit to what is built.
        return WayOut(tuple(one for one in remedies if one not in _OF_A_MODEL), model, for_embedding=True)
    return WayOut(remedies, model)


def way_on(reason: str) -> WayOut:
    """What to offer where there is a part of an answer, for the code that says why it is no more."""
    return WayOut(_REMEDIES.get(reason, ()))
