"""The rerankers there are, by the name that a user types."""

from __future__ import annotations

from collections.abc import Callable

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.domain.ports import Reranker
from gangdan_gui.reranking.names import EXAMPLE, named
from gangdan_gui.way_out import WayOut


def reranker(
    name: str, ollama_address: str, context_tokens: Callable[[], int], way_out: Callable[[], WayOut]
) -> Reranker:
    """A new one; nothing is started or asked before its first use, and the caller closes it.

    Raises InvalidSetting for a name or an address that means nothing.
    """
    try:
        found = named(name)
    except ValueError as error:
        raise _unknown(name) from error
    if found is None:
        raise _unknown(name)
    if found.model:
        from gangdan_gui.ollama.address import chosen_address
        from gangdan_gui.ollama.server import OllamaServer
        from gangdan_gui.reranking.ollama_model import OllamaReranker

        server = OllamaServer(chosen_address(ollama_address), way_out=way_out)
        return OllamaReranker(server, found.model, context_tokens)
    from gangdan_gui.reranking.onnx_file import OnnxReranker

    return OnnxReranker(found.file)


def _unknown(name: str) -> InvalidSetting:
    return InvalidSetting(file="--reranker", name="reranker", value=name, expected=EXAMPLE)
