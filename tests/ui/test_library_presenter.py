"""Building, stopping, removing and adding from the left pane, on Qt's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import AddressRefused, EmbedderUnavailable
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.link_dialog import LinkDialog
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.sources.catalog_model import CatalogRole
from gangdan_gui.ui.sources.library_presenter import LibraryPresenter
from gangdan_gui.ui.sources.model import Role, SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import RunInLoop
from tests.ui.offered import CATALOGUE
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until


class Desk:
    """A left pane with all that makes it work."""

    def __init__(self, library: StandInLibrary, theme: Theme, qtbot: QtBot, folders: list[QUrl]) -> None:
        self.library = library
        self.errors: list[BaseException] = []
        self.jobs = Jobs(lambda _name, error: self.errors.append(error))
        self.model = SourceModel()
        self.pane = SourcesPane(theme, self.model)
        self.notices = NoticeBar(theme)
        qtbot.addWidget(self.pane)
        qtbot.addWidget(self.notices)

        def open_folder(url: QUrl) -> bool:
            folders.append(url)
            return Path(url.toLocalFile()).is_dir()

        self.presenter = LibraryPresenter(library, self.jobs, self.pane, self.model, self.notices, theme, open_folder)

    def state(self, source: str) -> SourceState:
        found = self.model.find(source)
        assert found is not None
        return found.state

    def titles(self) -> list[str]:
        return [item.source.title for item in self.model.summaries]

    async def idle(self) -> None:
        await until(lambda: not self.jobs.names)


@pytest.fixture
def folders() -> list[QUrl]:
    return []


@pytest.fixture
def make_desk(
    qtbot: QtBot, theme: Theme, translation: Translation, folders: list[QUrl]
) -> Callable[[StandInLibrary], Desk]:
    def make(library: StandInLibrary) -> Desk:
        return Desk(library, theme, qtbot, folders)

    return make


MakeDesk = Callable[[StandInLibrary], Desk]


async def opened(make_desk: MakeDesk, *summaries: object, **more: int) -> Desk:
    desk = make_desk(StandInLibrary(*summaries, **more))  # type: ignore[arg-type]
    await desk.presenter.refresh()
    return desk


def test_build_shows_turn_progress_and_result(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.pane.build_button.click()
        await until(lambda: desk.presenter.queue.fraction > 0.5)

        assert desk.state("a") is SourceState.BUILDING
        assert desk.state("b") is SourceState.QUEUED
        assert desk.model.index_of("a").data(Role.FRACTION) > 0.5
        assert desk.pane.build_button.isHidden()

        desk.library.gate.set()
        await desk.idle()

        assert [source for source, _ in desk.library.built] == ["a", "b"]
        assert (desk.state("a"), desk.state("b")) == (SourceState.READY, SourceState.READY)
        assert desk.model.index_of("a").data(Role.FRACTION) is None
        assert desk.pane.stop_button.isHidden()
        assert desk.errors == []

    in_loop(main())


def test_build_without_a_selection_builds_what_needs_it(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("ready"), summary("stale", SourceState.STALE))
        desk.presenter.build([])
        await desk.idle()
        assert [source for source, _ in desk.library.built] == ["stale"]

        desk.presenter.build([])
        await desk.idle()
        assert [source for source, _ in desk.library.built] == ["stale", "ready", "stale"]

    in_loop(main())


def test_build_from_scratch_forces(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a"))
        desk.pane.rebuild_requested.emit(["a"])
        await desk.idle()
        assert [options.force for _, options in desk.library.built] == [True]

    in_loop(main())


def test_stop_ends_the_build_and_forgets_what_waits(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a", "b"])
        await until(lambda: desk.presenter.queue.fraction > 0.5)

        desk.pane.stop_button.click()
        assert desk.model.index_of("a").data(Role.LINE) == "Stopping…"
        await desk.idle()

        assert desk.library.stopped == ["a"]
        assert desk.library.built == []
        assert (desk.state("a"), desk.state("b")) == (SourceState.NEW, SourceState.NEW)
        assert not desk.presenter.queue.running
        assert not desk.pane.build_button.isHidden()

    in_loop(main())


def test_a_build_asked_for_while_another_is_being_stopped_is_not_lost(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        await until(lambda: desk.presenter.queue.fraction > 0.5)
        desk.presenter.queue.stop()
        desk.presenter.build(["b"])
        desk.library.gate.set()
        await desk.idle()
        assert [source for source, _ in desk.library.built] == ["b"]

    in_loop(main())


def test_what_is_built_already_is_not_queued_twice(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        await until(lambda: desk.presenter.queue.current == "a")
        desk.presenter.build(["a"])
        desk.presenter.build([])
        desk.library.gate.set()
        await desk.idle()
        assert len(desk.library.built) == 1

    in_loop(main())


def test_what_is_corrected_during_a_build_is_built_after_it(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        await until(lambda: desk.presenter.queue.current == "a")
        kept = BuildOptions(kept=True)
        desk.presenter.queue.add(["a"], kept)
        desk.presenter.queue.add(["a"], kept)
        desk.library.gate.set()
        await desk.idle()
        assert desk.library.built == [("a", BuildOptions()), ("a", kept)]

    in_loop(main())


def test_a_whole_build_takes_the_place_of_one_for_corrections(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        desk.presenter.queue.add(["b"], BuildOptions(kept=True))
        desk.presenter.queue.add(["b"], BuildOptions())
        desk.presenter.queue.add(["b"], BuildOptions(kept=True))
        desk.library.gate.set()
        await desk.idle()
        assert desk.library.built == [("a", BuildOptions()), ("b", BuildOptions())]

    in_loop(main())


def test_an_error_is_told_with_advice_and_the_next_source_is_built(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.build_error = EmbedderUnavailable(embedder="builtin", why="its file is missing")
        desk.presenter.build(["a"])
        await desk.idle()

        assert "its file is missing" in desk.notices.text
        assert "install it again" in desk.notices.text
        notice = desk.notices.notice
        assert notice is not None
        assert notice.action() == "Try again"
        assert desk.errors == []

        desk.library.build_error = None
        assert notice.act is not None
        notice.act()
        await desk.idle()
        assert desk.state("a") is SourceState.READY

    in_loop(main())


def test_a_failed_source_is_told_with_its_reason(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.build_state = SourceState.FAILED
        desk.presenter.build(["a"])
        await desk.idle()
        assert desk.notices.text == "“a” could not be built: no document was found in it."
        assert desk.model.index_of("a").data(Role.LINK) == "What went wrong"

    in_loop(main())


def test_an_unexpected_error_reaches_the_registry_and_leaves_no_trace_of_a_build(
    in_loop: RunInLoop, make_desk: MakeDesk
) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.build_error = ZeroDivisionError("surprise")  # type: ignore[assignment]
        desk.presenter.build(["a"])
        await desk.idle()
        assert [str(error) for error in desk.errors] == ["surprise"]
        assert desk.state("a") is SourceState.NEW
        assert not desk.presenter.queue.running

    in_loop(main())


def test_remove_can_be_undone(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a"), summary("b"))
        await desk.presenter.remove(["a"])
        assert desk.titles() == ["b"]
        assert desk.notices.text == "Removed “a”. Your own files were not touched."

        notice = desk.notices.notice
        assert notice is not None
        assert notice.act is not None
        assert notice.action() == "Undo"
        notice.act()
        await desk.idle()
        assert sorted(desk.titles()) == ["a", "b"]

    in_loop(main())


def test_several_are_removed_and_restored_together(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a"), summary("b"), summary("c"))
        await desk.presenter.remove(["a", "c"])
        assert desk.notices.text == "Removed 2 sources. Your own files were not touched."
        await desk.presenter.restore(["a", "c"])
        assert sorted(desk.titles()) == ["a", "b", "c"]

    in_loop(main())


def test_removing_what_is_being_built_stops_it_and_builds_the_rest(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a", "b"])
        await until(lambda: desk.presenter.queue.fraction > 0.5)

        await desk.presenter.remove(["a"])
        desk.library.gate.set()
        await desk.idle()

        assert desk.library.stopped == ["a"]
        assert [source for source, _ in desk.library.built] == ["b"]
        assert desk.titles() == ["b"]

    in_loop(main())


def test_dropped_files_are_added_and_built_and_the_rest_is_told(
    in_loop: RunInLoop, make_desk: MakeDesk, tmp_path: Path
) -> None:
    folder = tmp_path / "第三章 教案#1"
    folder.mkdir()

    async def main() -> None:
        desk = await opened(make_desk)
        await desk.presenter.take_dropped([str(folder), str(tmp_path / "gone")])
        await desk.idle()
        assert desk.titles() == ["第三章 教案#1"]
        assert desk.state("第三章 教案#1") is SourceState.READY
        assert "gone” is not there" in desk.notices.text

    in_loop(main())


def test_dropping_what_is_there_already_offers_to_update_it(
    in_loop: RunInLoop, make_desk: MakeDesk, tmp_path: Path
) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary(tmp_path.name))
        await desk.presenter.take_dropped([str(tmp_path)])
        notice = desk.notices.notice
        assert notice is not None
        assert notice.act is not None
        assert notice.action() == "Update it"
        notice.act()
        await desk.idle()
        assert [source for source, _ in desk.library.built] == [tmp_path.name]

    in_loop(main())


def test_the_dialog_stays_open_with_the_reason_until_the_source_is_added(
    in_loop: RunInLoop, make_desk: MakeDesk, tmp_path: Path
) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        desk.pane.add_button.click()
        dialog = desk.pane.window().findChild(AddSourceDialog)
        results: list[int] = []
        dialog.finished.connect(results.append)
        dialog.tabs.setCurrentIndex(1)
        dialog.form.location.setText(str(tmp_path / "gone"))
        dialog.add_button.click()
        await desk.idle()
        assert dialog.isVisible()
        assert "is not there" in dialog._error.text()
        assert dialog.add_button.isEnabled()

        dialog.form.location.setText(str(tmp_path))
        dialog.form.include.setText("**/*.md，*.rst")
        dialog.add_button.click()
        await desk.idle()
        assert results == [AddSourceDialog.DialogCode.Accepted]
        added = desk.library.held[tmp_path.name]
        assert added.source.include == ("**/*.md", "*.rst")
        assert added.state is SourceState.READY

    in_loop(main())


def test_sources_on_offer_are_added_and_built_and_a_refused_one_is_told(
    in_loop: RunInLoop, make_desk: MakeDesk
) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        desk.library.catalogue = CATALOGUE
        desk.pane.add_button.click()
        dialog = desk.pane.window().findChild(AddSourceDialog)
        await desk.idle()
        model = dialog.catalog.model
        for row in (0, 1):
            model.setData(model.index(row), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
        desk.library.refused = {"statistics-zh": AddressRefused(address="https://x", what="nothing-found")}
        dialog.add_button.click()
        await desk.idle()

        assert dialog.isVisible()
        assert "https://x" in dialog._error.text()
        assert desk.titles() == ["NumPy"]
        assert desk.state("numpy") is SourceState.READY
        assert model.index(0).data(CatalogRole.HELD) == "In the library"
        assert dialog.requests == [AddRequest("statistics-zh")]

        results: list[int] = []
        dialog.finished.connect(results.append)
        desk.library.refused = {}
        dialog.add_button.click()
        await desk.idle()
        assert results == [AddSourceDialog.DialogCode.Accepted]
        assert desk.titles() == ["NumPy", "动手学统计"]

    in_loop(main())


def test_a_dialog_that_is_closed_while_it_adds_is_left_alone(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        desk.library.catalogue = CATALOGUE
        desk.library.refused = {"spring": AddressRefused(address="https://x", what="nothing-found")}
        desk.pane.add_button.click()
        dialog = desk.pane.window().findChild(AddSourceDialog)
        await desk.idle()
        dialog.catalog.search.setText("spring")
        dialog.add_button.click()
        dialog.reject()
        QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
        await desk.idle()

        assert "https://x" in desk.notices.text
        assert desk.errors == []

    in_loop(main())


def test_another_embedder_is_used_even_for_what_is_being_built(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        await until(lambda: desk.presenter.queue.current == "a")
        desk.pane.embed_requested.emit(["a"], "ollama:bge-m3")
        desk.library.gate.set()
        await desk.idle()
        assert [options.embedder for _, options in desk.library.built] == [None, "ollama:bge-m3"]

    in_loop(main())


def test_an_address_is_opened_only_after_it_was_shown(
    in_loop: RunInLoop, make_desk: MakeDesk, folders: list[QUrl]
) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        desk.pane.web_requested.emit("https://github.com/numpy/numpy")
        dialog = desk.pane.window().findChild(LinkDialog)
        assert folders == []
        dialog.open_button.click()
        assert folders == [QUrl("https://github.com/numpy/numpy")]

    in_loop(main())


def test_add_can_leave_building_for_later(in_loop: RunInLoop, make_desk: MakeDesk, tmp_path: Path) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        added = await desk.presenter.add(AddRequest(str(tmp_path), title="C++", build=False))
        await desk.idle()
        assert added is not None
        assert desk.titles() == ["C++"]
        assert desk.library.built == []

    in_loop(main())


def test_the_report_opens_without_stopping_the_build(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a"])
        await until(lambda: desk.presenter.queue.fraction > 0.5)

        await desk.presenter.show_report("a")
        dialog = desk.pane.window().findChild(ReportDialog)
        assert dialog.isVisible()
        box = QMessageBox(desk.pane.window())
        box.open()
        desk.library.gate.set()
        await until(lambda: not desk.presenter.queue.running)

        assert [source for source, _ in desk.library.built] == ["a"]
        assert dialog.isVisible()
        box.close()
        dialog.close()
        await desk.idle()

    in_loop(main())


def test_open_folder_shows_it_or_says_that_there_is_none(
    in_loop: RunInLoop, make_desk: MakeDesk, folders: list[QUrl], tmp_path: Path
) -> None:
    async def main() -> None:
        desk = await opened(make_desk)
        await desk.presenter.add(AddRequest(str(tmp_path), title="here", build=False))
        desk.presenter.show_folder("here")
        assert folders == [QUrl.fromLocalFile(str(tmp_path))]
        assert desk.notices.text == ""

        desk.presenter.show_folder("unknown")
        assert desk.notices.text == "This source has no folder that could be opened."

    in_loop(main())


def test_closing_during_a_build_ends_it_within_the_grace(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = await opened(make_desk, summary("a", SourceState.NEW), summary("b", SourceState.NEW))
        desk.library.gate.clear()
        desk.presenter.build(["a", "b"])
        await until(lambda: desk.presenter.queue.fraction > 0.5)

        late = await desk.jobs.close(grace=5)
        await asyncio.sleep(0)

        assert late == ()
        assert desk.library.stopped == ["a"]
        assert desk.library.built == []
        assert desk.errors == []

    in_loop(main())
