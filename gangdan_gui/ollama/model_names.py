"""Names of Ollama's models: upper and lower case are the same, and the tag `latest` is meant where there is none."""

from __future__ import annotations

from collections.abc import Iterable

_LATEST = ":latest"


def plain_name(model: str) -> str:
    """The name of a model without the tag that is meant when there is none."""
    return model.strip().removesuffix(_LATEST)


def same_model(one: str, other: str) -> bool:
    """Whether two names mean one model."""
    return plain_name(one.casefold()) == plain_name(other.casefold())


def has_model(names: Iterable[str], model: str) -> bool:
    """Whether a model is among those of these names."""
    return any(same_model(name, model) for name in names)
