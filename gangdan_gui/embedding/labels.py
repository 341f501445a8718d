"""The labels of embedders, as a user types them and a collection remembers them: `builtin`, `ollama:MODEL`."""

from __future__ import annotations

BUILTIN, OLLAMA = "builtin", "ollama"


def ollama_label(model: str) -> str:
    """The label of a model of Ollama."""
    return f"{OLLAMA}:{model}"


def model_of(label: str) -> str:
    """The model of Ollama that a label means; empty for any other embedder."""
    kind, _, model = label.partition(":")
    return model if kind == OLLAMA else ""
