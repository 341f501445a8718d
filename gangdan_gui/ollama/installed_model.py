"""A model that an Ollama server has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gangdan_gui.ollama.model_names import plain_name


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model that a server has. `name` is without `:latest`, `digest` names its weights, `family` may be empty.

    `capabilities` are the server's words (`completion`, `embedding`); older servers name none. `size` is in bytes, 0
    where it is not said.
    """

    name: str
    digest: str
    family: str = ""
    capabilities: tuple[str, ...] = ()
    size: int = field(default=0, compare=False)

    @property
    def embeds_only(self) -> bool:
        """Whether it can't chat, as far as can be told."""
        if self.capabilities:
            return "completion" not in self.capabilities
        # The families of models that only embed are bert, nomic-bert and so on; newer ones have a chat model's family.
        return "bert" in self.family or "embed" in self.name


def installed_model(entry: Mapping[str, Any]) -> InstalledModel:
    """A model as the server lists it; the entry has a name."""
    name, details = plain_name(str(entry["name"])), entry.get("details")
    family = details.get("family") if isinstance(details, dict) else ""
    # Servers that only speak like Ollama may have no digest; its place must not be the same for two models.
    said = entry.get("capabilities")
    capabilities = tuple(str(word) for word in said) if isinstance(said, list) else ()
    size = entry.get("size")
    return InstalledModel(
        name,
        str(entry.get("digest") or f"of {name}"),
        str(family or ""),
        capabilities,
        size if isinstance(size, int) and size > 0 else 0,
    )
