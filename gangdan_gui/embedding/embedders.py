"""The embedders there are, by the label that a user types and a collection remembers: `builtin`, `ollama[:MODEL]`."""

from __future__ import annotations

import logging

from gangdan_gui.domain.errors import GangDanError, InvalidSetting
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.embedding.builtin import BuiltinEmbedder

BUILTIN, OLLAMA, AUTO = "builtin", "ollama", "auto"
DEFAULT_MODEL = "nomic-embed-text"
# On loopback a server that is there answers in milliseconds.
_ASK_SECONDS = 2.0

_log = logging.getLogger(__name__)


def full_label(label: str) -> str:
    """A label as collections remember it, with the model named. Raises InvalidSetting for one that means nothing."""
    kind, _, model = label.strip().partition(":")
    if kind == OLLAMA:
        return f"{OLLAMA}:{model.strip() or DEFAULT_MODEL}"
    if label.strip() == BUILTIN:
        return BUILTIN
    raise InvalidSetting(file="--embedder", name="embedder", value=label, expected=f"{BUILTIN}, {OLLAMA}[:MODEL]")


def embedder(label: str, ollama_address: str = "") -> Embedder:
    """A new embedder; nothing is started or asked before its first use, and the caller closes it.

    An empty address means `OLLAMA_HOST`, else Ollama's own. Raises InvalidSetting.
    """
    kind, _, model = full_label(label).partition(":")
    if kind == BUILTIN:
        return BuiltinEmbedder()
    from gangdan_gui.embedding.ollama import OllamaEmbedder
    from gangdan_gui.ollama.address import chosen_address

    return OllamaEmbedder(chosen_address(ollama_address), model)


async def choose(wanted: str, model: str, ollama_address: str = "") -> str:
    """The label for a new source: what is `wanted`, and for `auto` Ollama's `model` where it answers and has it."""
    ollama = f"{OLLAMA}:{model or DEFAULT_MODEL}"
    if wanted != AUTO:
        return ollama if wanted == OLLAMA else full_label(wanted)
    from gangdan_gui.ollama.address import chosen_address
    from gangdan_gui.ollama.server import OllamaServer, Patience

    try:
        server = OllamaServer(chosen_address(ollama_address), Patience(connect=_ASK_SECONDS, reply=_ASK_SECONDS))
    except InvalidSetting as error:
        _log.warning("the built-in embedder is used: %s", error)
        return BUILTIN
    try:
        await server.model(model or DEFAULT_MODEL)
    except GangDanError as error:
        _log.info("the built-in embedder is used: %s", error)
        return BUILTIN
    finally:
        await server.close()
    return ollama
