"""The embedders there are, by the label that a user types and a collection remembers: `builtin`, `ollama[:MODEL]`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import GangDanError, InvalidSetting
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.builtin import BuiltinEmbedder
from gangdan_gui.embedding.labels import BUILTIN, OLLAMA, model_of, ollama_label
from gangdan_gui.embedding.languages import for_chinese, is_chinese, knows_chinese
from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.way_out import WayOut

AUTO = "auto"
DEFAULT_MODEL = "nomic-embed-text"
# On loopback a server that is there answers in milliseconds.
_ASK_SECONDS = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """The embedder for a new source, and why it is that one; None where the user named it."""

    label: str
    why: Reason | None = None


def full_label(label: str, default_model: str = "") -> str:
    """A label as collections remember it, with the model named: `default_model` where the label names none.

    Raises InvalidSetting for a label that means nothing.
    """
    kind, _, model = label.strip().partition(":")
    if kind == OLLAMA:
        return ollama_label(model.strip() or default_model.strip() or DEFAULT_MODEL)
    if label.strip() == BUILTIN:
        return BUILTIN
    raise InvalidSetting(file="--embedder", name="embedder", value=label, expected=f"{BUILTIN}, {OLLAMA}[:MODEL]")


def embedder(label: str, ollama_address: str = "", way_out: Callable[[], WayOut] = WayOut) -> Embedder:
    """A new embedder; nothing is started or asked before its first use, and the caller closes it.

    An empty address means `OLLAMA_HOST`, else Ollama's own. Raises InvalidSetting.
    """
    model = model_of(full_label(label))
    if not model:
        return BuiltinEmbedder()
    from gangdan_gui.embedding.ollama import OllamaEmbedder
    from gangdan_gui.ollama.address import chosen_address

    return OllamaEmbedder(chosen_address(ollama_address), model, way_out=way_out)


async def choose(
    wanted: str,
    model: str,
    ollama_address: str = "",
    language: str = "",
    way_out: WayOut = WayOut(),  # noqa: B008  (it is frozen)
) -> Choice:
    """The embedder for a new source: what is `wanted`, and for `auto` Ollama's `model` where it answers and has it.

    A source that is said to be Chinese gets another where that one is known to be made for English: a model of Ollama
    that knows Chinese, else the built-in one.
    """
    model = model.strip() or DEFAULT_MODEL
    if wanted != AUTO:
        return Choice(full_label(wanted, model))
    try:
        installed = await _installed(ollama_address, way_out)
    except GangDanError as error:
        _log.info("the built-in embedder is used: %s", error)
        return Choice(BUILTIN, Reason("builtin-without-ollama", error.facts.get("address") or ollama_address))
    return among(installed, model, language)


def among(installed: Sequence[str], model: str, language: str = "") -> Choice:
    """What `auto` takes where Ollama has these models."""
    there = has_model(installed, model)
    if is_chinese(language) and not (there and knows_chinese(model) is not False):
        found = for_chinese(installed)
        why = Reason("ollama-knows-chinese", found) if found else Reason("builtin-knows-chinese")
        return Choice(ollama_label(found) if found else BUILTIN, why)
    if there:
        return Choice(ollama_label(model), Reason("ollama-has-model", model))
    return Choice(BUILTIN, Reason("builtin-without-model", model))


async def _installed(ollama_address: str, way_out: WayOut) -> tuple[str, ...]:
    """The models that a server has. Raises OllamaFailure, InvalidSetting."""
    from gangdan_gui.ollama.address import chosen_address
    from gangdan_gui.ollama.server import OllamaServer, Timeouts

    timeouts = Timeouts(connect=_ASK_SECONDS, reply=_ASK_SECONDS)
    server = OllamaServer(chosen_address(ollama_address), timeouts, lambda: way_out)
    try:
        return tuple(model.name for model in await server.models())
    finally:
        await server.close()
