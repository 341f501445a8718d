"""The left pane asks for the right thing by mouse, keyboard and drop, and shows what fits the moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QFontMetrics
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.ui.sources.delegate import fitted
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.sources.selection_menu import SelectionMenu
from gangdan_gui.ui.theme import SMALL_SIZE, Theme, ThemeMode, base_font
from gangdan_gui.ui.translation import Translation
from tests.ui.stand_in_library import summary

PROBLEM = (Problem("a.txt", "convert", Reason("binary")),)


@pytest.fixture
def model() -> SourceModel:
    model = SourceModel()
    model.set_sources([summary("numpy"), summary("scipy", problems=PROBLEM), summary("new", SourceState.NEW)])
    return model


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme, translation: Translation, model: SourceModel) -> SourcesPane:
    pane = SourcesPane(theme, model)
    qtbot.addWidget(pane)
    pane.resize(308, 600)
    pane.show()
    return pane


def select(pane: SourcesPane, *rows: int) -> None:
    pane.list.clearSelection()
    selection = pane.list.selectionModel()
    for row in rows:
        selection.select(pane.list.model().index(row, 0), selection.SelectionFlag.Select)
    if rows:
        selection.setCurrentIndex(pane.list.model().index(rows[0], 0), selection.SelectionFlag.NoUpdate)


def heard(signal: object) -> list[tuple[object, ...]]:
    calls: list[tuple[object, ...]] = []
    signal.connect(lambda *values: calls.append(values))  # type: ignore[attr-defined]
    return calls


def drag(widget: QWidget, urls: list[QUrl]) -> tuple[bool, bool]:
    """Drag over a widget and drop; returns whether the drag and the drop were accepted."""
    data = QMimeData()
    data.setUrls(urls)
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), action, data, button, keys)
    enter.ignore()
    QCoreApplication.sendEvent(widget, enter)
    move = QDragMoveEvent(QPoint(6, 6), action, data, button, keys)
    QCoreApplication.sendEvent(widget, move)
    drop = QDropEvent(QPointF(6, 6), action, data, button, keys)
    drop.ignore()
    QCoreApplication.sendEvent(widget, drop)
    return enter.isAccepted(), drop.isAccepted()


def test_build_asks_for_the_selection_or_for_all(pane: SourcesPane) -> None:
    asked = heard(pane.build_requested)

    pane.build_button.click()
    select(pane, 2, 0)
    pane.build_button.click()

    assert asked == [([],), (["numpy", "new"],)]


def test_stop_stands_where_build_was_while_building(pane: SourcesPane) -> None:
    stopped = heard(pane.stop_requested)
    assert not pane.stop_button.isVisible()

    pane.set_building(building=True)
    assert not pane.build_button.isVisible()
    pane.stop_button.click()
    pane.set_building(building=False)

    assert stopped == [()]
    assert pane.build_button.isVisible()
    assert not pane.stop_button.isVisible()


def test_news_of_sources_does_not_bring_build_back_while_building(pane: SourcesPane, model: SourceModel) -> None:
    pane.set_building(building=True)

    model.set_sources([summary("numpy"), summary("another")])

    assert not pane.build_button.isVisible()


def test_what_can_be_done_with_one_source_shows_with_the_selection(pane: SourcesPane) -> None:
    assert not pane.remove_button.isVisible()
    select(pane, 1)
    assert pane.remove_button.isVisible()
    assert pane.folder_button.isVisible()

    reports, folders = heard(pane.report_requested), heard(pane.folder_requested)
    pane.report_button.click()
    pane.folder_button.click()
    select(pane, 0, 1)

    assert reports == [("scipy",)]
    assert folders == [("scipy",)]
    assert pane.remove_button.isVisible()
    assert not pane.folder_button.isVisible()


def test_keys_tick_remove_update_and_open(qtbot: QtBot, pane: SourcesPane, model: SourceModel) -> None:
    removed, updated, reports = heard(pane.remove_requested), heard(pane.build_requested), heard(pane.report_requested)
    select(pane, 0)

    qtbot.keyClick(pane.list, Qt.Key.Key_Space)
    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)
    qtbot.keyClick(pane.list, Qt.Key.Key_F5)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)

    assert model.unused == {"numpy"}
    assert removed == [(["numpy"],)]
    assert updated == [(["numpy"],)]
    assert reports == [("numpy",)]


def test_delete_without_a_selection_asks_for_nothing(qtbot: QtBot, pane: SourcesPane) -> None:
    removed = heard(pane.remove_requested)
    select(pane)

    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)

    assert removed == []


def test_a_click_on_the_box_ticks_and_one_beside_it_does_not(
    qtbot: QtBot, pane: SourcesPane, model: SourceModel
) -> None:
    row = pane.list.visualRect(pane.list.model().index(0, 0))

    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(120, 20))
    assert model.unused == frozenset()
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(18, 20))
    assert model.unused == {"numpy"}
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(18, 20))
    assert model.unused == frozenset()


def test_a_click_on_the_problems_asks_for_the_report(qtbot: QtBot, pane: SourcesPane) -> None:
    reports = heard(pane.report_requested)
    index = pane.list.model().index(1, 0)
    row = pane.list.visualRect(index)
    delegate = pane.list.itemDelegate()
    place = next(
        QPoint(x, row.top() + 40) for x in range(row.left(), row.right())
        if delegate.link_at(QPoint(x, row.top() + 40), row, index)
    )  # fmt: skip

    qtbot.mouseMove(pane.list.viewport(), place + QPoint(2, 0))
    assert pane.list.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(2, 0))

    assert reports == [("scipy",)]


def test_an_empty_library_says_how_to_begin(pane: SourcesPane, model: SourceModel) -> None:
    asked = heard(pane.add_requested)

    model.set_sources([])

    assert pane.empty.isVisible()
    assert not pane.search.isVisible()
    pane.empty.add_button.click()
    assert asked == [()]


def test_a_search_without_a_match_says_so(pane: SourcesPane) -> None:
    pane.search.setText("nothing like it")
    assert not pane.list.isVisible()

    pane.search.clear()
    assert pane.list.isVisible()


@pytest.mark.parametrize("name", ["第三章 教案", "with space", "a#b", "100%", "plain"])
def test_dropped_files_and_folders_keep_their_names(pane: SourcesPane, tmp_path: Path, name: str) -> None:
    dropped = heard(pane.locations_dropped)
    folder = tmp_path / name
    folder.mkdir()

    accepted = drag(pane.list.viewport(), [QUrl.fromLocalFile(str(folder))])

    assert accepted == (True, True)
    assert [[Path(place) for place in places] for (places,) in dropped] == [[folder]]


def test_the_pane_shows_that_it_would_take_what_is_dragged(pane: SourcesPane, theme: Theme, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    QCoreApplication.sendEvent(pane, QDragEnterEvent(QPoint(5, 5), action, data, button, keys))
    hovering = pane.grab().toImage().pixelColor(2, 300).name().upper()
    QCoreApplication.sendEvent(pane, QDragLeaveEvent())
    left = pane.grab().toImage().pixelColor(2, 300).name().upper()

    assert (hovering, left) == (theme.tokens.accent_soft, theme.tokens.background)


def test_addresses_of_a_browser_are_taken(pane: SourcesPane) -> None:
    dropped = heard(pane.locations_dropped)

    accepted = drag(pane, [QUrl("https://github.com/numpy/numpy"), QUrl("https://例子.中国/数学.md")])

    assert accepted == (True, True)
    assert dropped == [(["https://github.com/numpy/numpy", "https://xn--fsqu00a.xn--fiqs8s/%E6%95%B0%E5%AD%A6.md"],)]


@pytest.mark.parametrize("address", ["ftp://example.org/a", "mailto:a@b.c", "https://bank@evil.example/", "smb://a/b"])
def test_other_addresses_are_not_taken(pane: SourcesPane, address: str) -> None:
    dropped = heard(pane.locations_dropped)

    assert drag(pane, [QUrl(address)]) == (False, False)
    assert dropped == []


def test_drops_are_copies_even_when_a_move_is_proposed(pane: SourcesPane, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    button, shift = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    QCoreApplication.sendEvent(pane, QDragEnterEvent(QPoint(5, 5), actions, data, button, shift))
    drop = QDropEvent(QPointF(5, 5), actions, data, button, shift)
    assert drop.dropAction() == Qt.DropAction.MoveAction

    QCoreApplication.sendEvent(pane, drop)

    assert drop.dropAction() == Qt.DropAction.CopyAction


def test_everything_has_a_name_for_screen_readers(pane: SourcesPane) -> None:
    select(pane, 0)

    for widget in (pane.menu_button, pane.search, pane.list):
        assert widget.accessibleName()
    for button in (pane.add_button, pane.build_button, pane.stop_button, pane.update_button, pane.remove_button):
        assert button.text()


def test_all_texts_change_with_the_language(pane: SourcesPane, translation: Translation) -> None:
    select(pane, 0)

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert pane.add_button.text() == "添加来源…"
    assert pane.build_button.text() == "构建"
    assert pane.search.placeholderText() == "搜索来源…"
    assert pane.remove_button.text() == "移除"


def selection_menu(pane: SourcesPane) -> SelectionMenu:
    menu = pane.context_menu()
    assert isinstance(menu, SelectionMenu)
    return menu


def test_the_menu_of_a_selection_offers_what_its_buttons_do(pane: SourcesPane) -> None:
    select(pane, 0)
    rebuilt = heard(pane.rebuild_requested)
    menu = selection_menu(pane)

    texts = [action.text() for action in menu.actions() if action.text()]
    next(action for action in menu.again.actions() if action.text() == "From scratch").trigger()

    assert texts == [
        "Build or update", "Files and problems…", "Open folder", "Share…", "Build again", "Freeze…",
        "Remove from the library",
    ]  # fmt: skip
    assert rebuilt == [(["numpy"],)]


def test_several_sources_can_be_built_again_together(pane: SourcesPane) -> None:
    pane.list.selectAll()
    several = pane.selected
    rebuilt, menu = heard(pane.rebuild_requested), selection_menu(pane)

    next(action for action in menu.again.actions() if action.text() == "From scratch").trigger()

    assert len(several) > 1
    assert [action.text() for action in menu.actions() if action.text()] == [
        "Build or update", "Try failed files again", "Build again", "Remove from the library",
    ]  # fmt: skip
    assert "Rebuild…" not in [action.text() for action in menu.again.actions()]
    assert rebuilt == [(several,)]


def test_a_source_is_built_with_another_embedder_from_its_menu(pane: SourcesPane) -> None:
    pane.set_embedding_model("bge-m3")
    select(pane, 0)
    asked = heard(pane.embed_requested)
    submenu = selection_menu(pane).again
    builtin, ollama = (action for action in submenu.actions() if action.isCheckable())
    ollama.trigger()

    assert (builtin.text(), builtin.isChecked()) == ("With: Built-in model", True)
    assert ollama.text() == "With: Ollama: bge-m3"
    assert asked == [(["numpy"], "ollama:bge-m3")]


def test_a_source_of_the_web_can_be_opened_there(pane: SourcesPane, model: SourceModel) -> None:
    source = Source("gh", "gh", SourceKind.GITHUB, ("https://github.com/a/b",), licence="MIT")
    model.set_sources([SourceSummary(source, SourceState.READY, 1, 9, "builtin")])
    select(pane, 0)
    asked = heard(pane.web_requested)
    menu = pane.context_menu()

    next(action for action in menu.actions() if action.text() == "Open on the web…").trigger()

    assert asked == [("https://github.com/a/b",)]
    assert "MIT" in pane.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("mode", [ThemeMode.LIGHT, ThemeMode.DARK])
def test_rows_are_painted_in_the_colours_in_use(pane: SourcesPane, theme: Theme, mode: ThemeMode) -> None:
    theme.set_mode(mode)
    row = pane.list.visualRect(pane.list.model().index(0, 0))

    image = pane.list.viewport().grab(row).toImage()

    colours = {image.pixelColor(x, y).name().upper() for x in range(10, 30) for y in range(10, 30)}
    assert theme.tokens.accent in colours


def test_a_row_too_narrow_for_all_its_words_shows_whole_ones(qtbot: QtBot, theme: Theme) -> None:
    metrics = QFontMetrics(base_font(SMALL_SIZE))
    line = "38 documents · 1,204 passages · English"

    assert fitted(line, metrics, 1000) == line
    assert fitted(line, metrics, metrics.horizontalAdvance(line) - 1) == "38 documents · 1,204 passages"
    assert fitted(line, metrics, metrics.horizontalAdvance("38 documents")) == "38 documents"
    assert fitted(line, metrics, 5) == "38 documents"


def test_painting_asks_for_the_rows_in_sight_only(qtbot: QtBot, pane: SourcesPane, model: SourceModel) -> None:
    model.set_sources([summary(f"source {number}") for number in range(500)])
    asked: set[int] = set()
    data = model.data

    def watch(index: object, role: int = 0) -> object:
        asked.add(index.row())  # type: ignore[attr-defined]
        return data(index, role)  # type: ignore[arg-type]

    model.data = watch  # type: ignore[method-assign, assignment]
    pane.list.viewport().grab()

    assert 0 < len(asked) < 40
