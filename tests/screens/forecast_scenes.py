"""Screens of forecasts: what a build of the selection would take, and a long one that is asked about."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QItemSelectionModel

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.window import Window
from tests.ui.stand_in_forecasts import StandInForecasts
from tests.ui.stand_in_library import summary

CHANGED = summary("第三章 教案与讲义", SourceState.STALE, documents=12, chunks=240, language="zh")
SOURCES = (
    CHANGED,
    summary("动手学深度学习", SourceState.NEW),
    summary("NumPy 用户指南", documents=38, chunks=1204, language="en"),
)
_CHANGES = SourceChanges(CHANGED.source.id, ("a.md", "b.md", "c.md"), ("d.md",))


async def selected(window: Window, language: str) -> None:
    """A source that has changed on disk is selected."""
    _give(window, Forecast(
        CHANGED.source.id, "builtin", _CHANGES, 8, passages=900, seconds={"total": 110.0}, disk=40_000_000, free=10**10
    ))  # fmt: skip
    window.library.show_changes((_CHANGES,))
    _select(window, 0)
    await _settled()


async def asked(window: Window, language: str) -> None:
    """A build of two hours is asked about."""
    source = SOURCES[1].source.id
    _give(window, Forecast(
        source, "ollama:bge-m3", SourceChanges(source, tuple(map(str, range(412)))), passages=24_000,
        seconds={"total": 7_100.0}, disk=410_000_000, free=31_000_000_000, guessed=True,
        notices=(Reason("chat-model-evicted", "qwen3:8b"),),
    ))  # fmt: skip
    window.library.build([source])
    await _settled()


async def no_room(window: Window, language: str) -> None:
    """There is too little room on the disk."""
    source = SOURCES[1].source.id
    _give(window, Forecast(
        source, "builtin", SourceChanges(source), passages=24_000, seconds={"total": 480.0}, disk=410_000_000,
        free=120_000_000, notices=(Reason("little-room", "490 MB"),),
    ))  # fmt: skip
    assert window.library.forecasts is not None
    window.library.forecasts.begin([source], BuildOptions())
    await _settled()


def _give(window: Window, forecast: Forecast) -> None:
    service = window.services.forecasts
    assert isinstance(service, StandInForecasts)
    service.given[forecast.source] = forecast


def _select(window: Window, row: int) -> None:
    view = window.sources.list
    view.selectionModel().select(view.model().index(row, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect)


async def _settled() -> None:
    await asyncio.sleep(0.1)
