"""The embedders there are, by the label that a user types and a collection remembers."""

from __future__ import annotations

from gangdan_gui.domain.errors import InvalidSetting, NotAvailable
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.embedding.builtin import BuiltinEmbedder

LABELS = ("builtin",)


def embedder(label: str) -> Embedder:
    """A new embedder; nothing is started before its first use, and the caller closes it.

    Raises NotAvailable for Ollama's models, InvalidSetting for a label that means nothing.
    """
    if label == "builtin":
        return BuiltinEmbedder()
    if label.partition(":")[0] == "ollama":
        raise NotAvailable(what=label)
    raise InvalidSetting(file="--embedder", name="embedder", value=label, expected=", ".join(LABELS))
