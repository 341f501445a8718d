"""Screens of the states of sources: frozen, being rebuilt, an earlier one kept, a model that is another one by now."""

from __future__ import annotations

from PySide6.QtCore import QDate
from PySide6.QtWidgets import QDialog, QWidget

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import GenerationSummary, SourceChanges
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.sources.freeze_dialog import FreezeDialog
from gangdan_gui.ui.sources.rebuild_dialog import RebuildDialog
from gangdan_gui.ui.sources.state_words import StateWords
from gangdan_gui.ui.window import Window
from tests.ui.stand_in_library import summary

NOMIC = "ollama:nomic-embed-text"
LIVE = GenerationSummary(NOMIC, ChunkSettings(), 38, 1204, "2026-11-20T09:30:00+00:00", 14_400_000)
SMALL = GenerationSummary("builtin", ChunkSettings(size=500, overlap=100), 31, 1620, "2026-11-28T09:30:00+00:00")
STATES = (
    summary(
        "NumPy 用户指南", documents=38, chunks=1204, language="en", live=LIVE,
        notices=(Reason("earlier-weights", "nomic-embed-text"),),
    ),
    summary(
        "Python 教程（中文）", documents=16, chunks=982, language="zh", live=LIVE, building=SMALL, expected=64
    ),
    summary(
        "SciPy 讲义", documents=37, chunks=870, language="en", live=SMALL, previous=LIVE, frozen_until="2027-02-01"
    ),
    summary("第三章 教案与讲义", documents=12, chunks=240, language="zh", live=SMALL, previous=LIVE),
)  # fmt: skip
COST = Forecast(
    "NumPy 用户指南", NOMIC, SourceChanges("NumPy 用户指南"), 38, 1204, 310, seconds={"embed": 180.0, "total": 190.0},
    disk=14_400_000, free=90_000_000_000,
)  # fmt: skip


async def listed(window: Window, language: str) -> None:
    """The list says of each source how it stands."""
    window.model.set_cost("NumPy 用户指南", StateWords().time_words(COST))


async def offered(window: Window, language: str) -> QWidget:
    """What the menu of a source offers."""
    await listed(window, language)
    window.sources.list.setCurrentIndex(window.sources.list.model().index(2, 0))
    menu = window.sources.context_menu()
    menu.popup(window.sources.mapToGlobal(window.sources.rect().center()))
    return menu


async def rebuilding(window: Window, language: str) -> QDialog:
    """How a source is to be made anew, and what that takes."""
    dialog = RebuildDialog(STATES[0], window.main)
    dialog.offer(("builtin", "ollama:bge-m3"))
    dialog.show_cost(COST)
    dialog.open()
    dialog.show_cost(COST)
    return dialog


async def freezing(window: Window, language: str) -> QDialog:
    """For how long a source is to stay as it is."""
    dialog = FreezeDialog("NumPy 用户指南", window.main)
    dialog.day.setDate(QDate(2027, 2, 1))
    dialog.open()
    return dialog
