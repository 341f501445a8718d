"""Forecasts that are given, for the window's tests; of what none is given for, a build would do nothing."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast


class StandInForecasts:
    """Says what is in `given`, by source; `asked` are the sources and options of each question."""

    def __init__(self) -> None:
        self.given: dict[str, Forecast] = {}
        self.asked: list[tuple[tuple[str, ...], BuildOptions]] = []
        self.error: GangDanError | None = None

    async def forecast(self, sources: Sequence[str], options: BuildOptions) -> tuple[Forecast, ...]:
        self.asked.append((tuple(sources), options))
        if self.error:
            raise self.error
        return tuple(self.given.get(name, Forecast(name, "builtin", SourceChanges(name))) for name in sources)
