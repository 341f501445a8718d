"""The states of sources in the left pane: what is said of them, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gangdan_gui.chunking.names import NAMES
from gangdan_gui.chunking.validation import usual
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import GenerationSummary, SourceChanges, SourceSummary
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.freeze_dialog import FreezeDialog
from gangdan_gui.ui.sources.model import Role, SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.sources.rebuild_dialog import RebuildDialog
from gangdan_gui.ui.sources.selection_menu import SelectionMenu
from gangdan_gui.ui.sources.state_words import StateWords
from gangdan_gui.ui.sources.states_presenter import StatesPresenter
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

NOMIC = "ollama:nomic-embed-text"
SMALL = ChunkSettings(size=300, overlap=50)
LIVE = GenerationSummary(NOMIC, ChunkSettings(), 3, 40, "2026-11-20T09:30:00+00:00", 480_000)
EARLIER = GenerationSummary("builtin", SMALL, 3, 90, "2026-11-10T09:30:00+00:00", 1_080_000)
OUTDATED = (Reason("earlier-weights", "nomic-embed-text"),)


def source(title: str = "numpy", **more: object) -> SourceSummary:
    return replace(summary(title), **({"embedder": NOMIC, "live": LIVE} | more))


@pytest.fixture(autouse=True)
def english(translation: Translation) -> None:
    translation.use("en")


class Desk:
    """A left pane with what acts on the states of its sources."""

    def __init__(self, library: StandInLibrary, theme: Theme, qtbot: QtBot) -> None:
        self.open = StandInOpenLibrary(Path("/library"), library, StandInAssistant())
        self.library, self.forecasts = library, self.open.forecasts
        self.jobs = Jobs()
        self.model = SourceModel()
        self.pane = SourcesPane(theme, self.model)
        self.notices = NoticeBar(theme)
        self.queue = BuildQueue(library, self.jobs, self.model, lambda *_: None)
        self.queue.setParent(self.pane)
        for widget in (self.pane, self.notices):
            qtbot.addWidget(widget)
        self.presenter = StatesPresenter(
            self.open.services, self.jobs, self.pane, self.model, self.queue, self.notices, self.refresh
        )

    async def refresh(self) -> None:
        self.model.set_sources(await self.library.sources())

    async def idle(self) -> None:
        await until(lambda: not self.jobs.names)

    def said(self, role: Role, title: str = "numpy") -> str:
        return str(self.model.index_of(title).data(role))

    def offers(self) -> dict[str, bool]:
        self.pane.list.selectAll()
        return {action.text(): action.isEnabled() for action in every(self.pane.context_menu()) if action.text()}

    def choose(self, text: str) -> None:
        self.pane.list.selectAll()
        next(action for action in every(self.pane.context_menu()) if action.text() == text).trigger()


def every(menu: QMenu) -> list[QAction]:
    """What a menu offers, with what its submenu does."""
    assert isinstance(menu, SelectionMenu)
    return [*menu.actions(), *menu.again.actions()]


MakeDesk = Callable[..., Desk]


@pytest.fixture
def make_desk(qtbot: QtBot, theme: Theme) -> MakeDesk:
    return lambda *summaries: Desk(StandInLibrary(*summaries), theme, qtbot)


async def opened(make_desk: MakeDesk, *summaries: SourceSummary) -> Desk:
    desk = make_desk(*summaries)
    await desk.refresh()
    await desk.idle()
    return desk


def test_the_list_says_what_is_frozen_rebuilt_and_kept(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(
            make_desk,
            source("a", frozen_until="2027-02-01"),
            source("b", building=EARLIER, expected=1900, state=SourceState.PARTIAL),
            source("c", previous=EARLIER),
            source("d"),
        )
        assert desk.said(Role.LINE, "a").startswith("Frozen until 1 Feb 2027 · ")
        assert desk.said(Role.LINE, "b") == "Being rebuilt: 3 of 1,900 · the earlier state answers"
        assert desk.said(Role.LINE, "c") == desk.said(Role.LINE, "d")
        tip = desk.model.index_of("c").data(3)
        assert "Earlier state, kept: Built-in model" in tip
        assert "1.0\N{NO-BREAK SPACE}MB" in tip
        assert "Answers now: Ollama: nomic-embed-text" in tip

    in_loop(main())


def test_the_menu_offers_what_can_be_done(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source())
        assert {"Rebuild…", "Freeze…"} <= set(desk.offers())
        assert "Return to the earlier state" not in desk.offers()
        desk.model.set_sources([source(previous=EARLIER, frozen_until="2027-02-01")])
        offers = desk.offers()
        assert offers["Return to the earlier state"]
        assert offers["Give up the earlier state"]
        assert "End the freeze" in offers
        assert "Freeze…" not in offers
        desk.model.set_sources([source(previous=EARLIER, state=SourceState.BUILDING)])
        offers = desk.offers()
        assert not offers["Rebuild…"]
        assert not offers["Return to the earlier state"]
        desk.model.set_sources([summary("numpy", SourceState.NEW)])
        assert not {"Rebuild…", "Freeze…"} & set(desk.offers())

    in_loop(main())


def test_returning_can_be_undone(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source(previous=EARLIER))
        desk.choose("Return to the earlier state")
        await desk.idle()
        found = desk.model.find("numpy")
        assert found is not None
        assert (found.live, found.previous, found.chunks) == (EARLIER, LIVE, 90)
        assert "The earlier state of “numpy” answers again." in desk.notices.text
        desk.notices._action.click()
        await desk.idle()
        found = desk.model.find("numpy")
        assert found is not None
        assert found.live == LIVE
        desk.choose("Give up the earlier state")
        await desk.idle()
        found = desk.model.find("numpy")
        assert found is not None
        assert found.previous is None
        await desk.presenter.go_back("numpy")
        assert "No earlier state of “numpy” was kept." in desk.notices.text

    in_loop(main())


def test_a_source_is_frozen_until_a_day_and_thawed(in_loop: RunInLoop, make_desk: MakeDesk, qtbot: QtBot) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source())
        dialog = desk.presenter.ask_until_when("numpy")
        assert isinstance(dialog, FreezeDialog)
        tomorrow = QDate.currentDate().addDays(1)
        assert dialog.day.minimumDate() == tomorrow
        dialog.day.setDate(QDate(2099, 2, 1))
        dialog.freeze_button.click()
        await desk.idle()
        assert desk.said(Role.LINE).startswith("Frozen until 1 Feb 2099")
        desk.library.changes = (SourceChanges("numpy", new=("a.md", "b.md")),)
        desk.choose("End the freeze")
        await desk.idle()
        assert desk.said(Role.LINE).startswith("2 new")
        assert desk.presenter.ask_until_when("gone") is None

    in_loop(main())


def test_rebuilding_begins_with_what_there_is_and_says_what_it_takes(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source())
        desk.forecasts.given["numpy"] = Forecast(
            "numpy", NOMIC, SourceChanges("numpy"), 3, 1204, 310, seconds={"total": 200.0}, disk=14_400_000
        )
        dialog = desk.presenter.ask_how_to_rebuild("numpy")
        assert isinstance(dialog, RebuildDialog)
        await until(lambda: "1,204" in dialog.cost.text())
        assert (
            dialog.cost.text()
            == "Takes about: 1,204 passages · 310 of them known already · about 4 min · 14\N{NO-BREAK SPACE}MB on disk"
        )
        asked = BuildOptions(embedder=NOMIC, chunking=ChunkSettings(), keep_previous=True, force=True)
        assert desk.forecasts.asked == [(("numpy",), asked)]
        dialog.embedder.setCurrentIndex(dialog.embedder.findData("builtin"))
        dialog.length.setValue(300)
        dialog.overlap.setValue(50)
        dialog.keep.setChecked(False)
        assert "Working out" in dialog.cost.text()
        await until(lambda: "1,204" in dialog.cost.text())
        assert len(desk.forecasts.asked) == 2, "a number that is still being turned is not asked about"
        dialog.rebuild_button.click()
        await desk.idle()
        assert desk.library.built == [("numpy", BuildOptions(embedder="builtin", chunking=SMALL))]

    in_loop(main())


def test_rebuilding_offers_every_way_of_cutting_with_what_is_usual_for_it(
    in_loop: RunInLoop, make_desk: MakeDesk
) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source())
        desk.forecasts.given["numpy"] = Forecast(
            "numpy", NOMIC, SourceChanges("numpy"), passages=1204, sentences=90_000, seconds={"total": 200.0}
        )
        dialog = desk.presenter.ask_how_to_rebuild("numpy")
        assert dialog is not None
        offered = [dialog.splitter.itemData(index) for index in range(dialog.splitter.count())]
        assert offered == list(NAMES)
        dialog.splitter.setCurrentIndex(offered.index("parents"))
        assert dialog.options.chunking == usual("parents")
        dialog.splitter.setCurrentIndex(offered.index("semantic"))
        assert dialog.options.chunking == usual("semantic")
        dialog.length.setValue(500)
        dialog.splitter.setCurrentIndex(offered.index("parents"))
        assert dialog.options.chunking == replace(usual("semantic"), splitter="parents", size=500)
        await until(lambda: "90,000 sentences to compare" in dialog.cost.text())
        dialog.reject()
        await desk.idle()

    in_loop(main())


def test_a_passage_shares_less_than_it_holds(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source())
        dialog = desk.presenter.ask_how_to_rebuild("numpy")
        assert dialog is not None
        dialog.length.setValue(40)
        chunking = dialog.options.chunking
        assert chunking is not None
        assert chunking.overlap < chunking.size
        assert chunking.minimum <= chunking.size
        desk.forecasts.error = UnknownSource(source="numpy")
        await until(lambda: dialog.cost.text() == "What it takes can't be told now.")
        dialog.reject()
        await desk.idle()

    in_loop(main())


def test_what_an_earlier_version_of_its_model_made_is_rebuilt_with_one_click(
    in_loop: RunInLoop, make_desk: MakeDesk, translation: Translation
) -> None:
    async def main() -> None:
        desk = make_desk(source(notices=OUTDATED))
        desk.forecasts.given["numpy"] = Forecast("numpy", NOMIC, SourceChanges("numpy"), seconds={"total": 200.0})
        await desk.refresh()
        await desk.idle()
        assert desk.said(Role.LINE) == "By words only"
        assert desk.said(Role.LINK) == "Rebuild (about 4 min)"
        translation.use("zh_CN")
        assert desk.said(Role.LINK) == "重建（约 4 分钟）"
        translation.use("en")
        assert "made by an earlier version of nomic-embed-text" in desk.model.index_of("numpy").data(3)
        await desk.refresh()
        await desk.idle()
        assert len(desk.forecasts.asked) == 1
        desk.pane.list.link_followed.emit("numpy")
        await desk.idle()
        assert desk.library.built == [("numpy", BuildOptions(embedder=NOMIC))]

    in_loop(main())


def test_a_state_that_was_not_cut_in_equal_lengths_says_how(qtbot: QtBot, translation: Translation) -> None:
    words = StateWords()
    window, small = (GenerationSummary("builtin", usual(name), 3, 40) for name in ("window", "parents"))
    (line,) = words.lines(source(live=window))
    assert line == "Answers now: Built-in model, cut at 800 characters, 40 passages"
    (line,) = words.lines(source(live=small))
    assert "cut at 300 characters, In small parts, read with their section" in line


def test_the_report_says_how_a_source_stands(
    make_desk: MakeDesk, in_loop: RunInLoop, theme: Theme, qtbot: QtBot
) -> None:
    async def main() -> None:
        desk = await opened(make_desk, source(previous=EARLIER, frozen_until="2027-02-01", notices=OUTDATED))
        dialog = ReportDialog(await desk.library.report("numpy"), theme)
        qtbot.addWidget(dialog)
        text = dialog._notices.text()
        for words in (
            "Answers now: Ollama: nomic-embed-text",
            "cut at 800 characters",
            "40 passages",
            "made 20 Nov 2026",
            "Earlier state, kept: Built-in model, cut at 300 characters",
            "Frozen until 1 Feb 2027",
            "made by an earlier version",
        ):
            assert words in text
        assert dialog.builtin_button.isHidden(), "that is offered where the language is not known"
        assert QLocale().language() is QLocale.Language.English

    in_loop(main())
