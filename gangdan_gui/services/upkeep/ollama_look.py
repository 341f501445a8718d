"""Looks at an Ollama server in a moment: where it is, what it is, and what it has. No model is loaded for it."""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.domain.errors import GangDanError, InvalidSetting
from gangdan_gui.ollama.address import Origin, chosen_address, origin
from gangdan_gui.ollama.failures import OllamaFailure, ProxyInTheWay, Unreachable
from gangdan_gui.ollama.installed_model import InstalledModel
from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from gangdan_gui.way_out import WayOut


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is at an address, up to the `failure`; `failed` names the check that it is told under.

    `proxy` is what stands before the server, `models` are in the server's order.
    """

    address: str
    origin: Origin
    proxy: str = ""
    version: str = ""
    models: tuple[InstalledModel, ...] = ()
    failure: GangDanError | None = None
    failed: str = ""

    @property
    def nobody(self) -> bool:
        """Whether nothing at all answers there."""
        return isinstance(self.failure, Unreachable)

    @property
    def place(self) -> str:
        """The address as people say it."""
        return self.address.partition("://")[2] or self.address

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the models."""
        return tuple(model.name for model in self.models)

    @property
    def chatting(self) -> tuple[str, ...]:
        """The names of those that can chat, as far as can be told."""
        return tuple(model.name for model in self.models if not model.embeds_only)

    def has(self, model: str) -> bool:
        """Whether the server has a model of that name."""
        return has_model(self.names, model)


async def look(setting: str, timeouts: Timeouts, way_out: WayOut, *, name: str = "ollama_address") -> Seen:
    """Look at the server that a setting means; `name` is the setting's. What goes wrong is in what was seen."""
    source = origin(setting)
    try:
        address = chosen_address(setting, name=name)
    except InvalidSetting as error:
        return Seen(setting.strip() or error.facts["value"], source, failure=error, failed="address")
    server = OllamaServer(address, timeouts, lambda: way_out)
    place, proxy, version = str(address), server.proxy(), ""
    try:
        version = await server.version()
        return Seen(place, source, proxy, version, await server.models())
    except OllamaFailure as failure:
        at = "models" if version else "version"
        failed = "address" if isinstance(failure, Unreachable | ProxyInTheWay) else at
        return Seen(place, source, proxy, version, failure=failure, failed=failed)
    finally:
        await server.close()
