"""What can be wrong with an Ollama server. Whoever asked it turns these into the errors of its own room.

OllamaFailure
├── Unreachable      nothing answers at the address
├── Silent           the connection was made, but no reply came in time
├── Dropped          the connection broke before the reply was whole
├── ProxyInTheWay    a proxy answered instead of the server, or can't be used
├── NotOllama        something else answers at the address
├── ModelMissing     the server does not have the model
└── Refused          the server answered with an error
"""

from __future__ import annotations

from gangdan_gui.domain.errors import GangDanError


class OllamaFailure(GangDanError):
    """Base of all. Facts: address, those that `says` names, and seconds (until it failed) where they are known."""

    id = "ollama"
    says = "the Ollama server at {address} can't be used"

    @property
    def clause(self) -> str:
        """What happened, as a clause without a full stop."""
        return self.says.format_map(self.facts)

    @property
    def seconds(self) -> float:
        """How long it took to fail; 0 where that is not known."""
        return float(self.facts.get("seconds", 0))


class Unreachable(OllamaFailure):
    """Facts: address, why."""

    id = "ollama-unreachable"
    says = "no Ollama server answers at {address} ({why})"


class Silent(OllamaFailure):
    """Facts: address, seconds."""

    id = "ollama-silent"
    says = "the Ollama server at {address} did not reply within {seconds} seconds"


class Dropped(OllamaFailure):
    """Facts: address, why, seconds."""

    id = "ollama-dropped"
    says = "the connection to the Ollama server at {address} broke ({why})"


class ProxyInTheWay(OllamaFailure):
    """Facts: address, found, seconds."""

    id = "ollama-proxy"
    says = "a proxy is in the way to {address} ({found})"


class NotOllama(OllamaFailure):
    """Facts: address, found."""

    id = "not-ollama"
    says = "what answers at {address} is not an Ollama server ({found})"


class ModelMissing(OllamaFailure):
    """Facts: address, model."""

    id = "ollama-model-missing"
    says = "the Ollama server at {address} does not have the model {model}"


class Refused(OllamaFailure):
    """Facts: address, status (of HTTP), why (the server's own words), seconds."""

    id = "ollama-refused"
    says = "the Ollama server at {address} answered with an error ({status}: {why})"

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return int(self.facts["status"])

    @property
    def why(self) -> str:
        """The server's own words."""
        return self.facts["why"]
