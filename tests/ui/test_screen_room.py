"""Windows begin as large as they like, but their buttons can be reached on a small screen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import ChunkSettings, FileState
from gangdan_gui.domain.golden import Cause, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import FileReport, SourceReport
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.documents.cut_compare import CutCompare
from gangdan_gui.ui.golden.compare_dialog import CompareDialog
from gangdan_gui.ui.golden.dialog import GoldenDialog
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.scrolled import Scrolled
from gangdan_gui.ui.theme import Theme
from tests.ui.stand_in_library import summary

_SMALL = 520


def test_what_fits_is_as_large_as_it_likes(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    room = widget.screen().availableSize()
    assert within_screen(widget, QSize(300, 200)) == QSize(300, 200)
    large = within_screen(widget, QSize(room.width() + 1, 200))
    assert large.height() == 200
    assert large.width() < room.width()
    assert within_screen(widget, room * 2).height() < room.height(), "its title takes some of it"


def test_two_ways_of_cutting_fit_the_screen_and_have_names(qtbot: QtBot, theme: Theme) -> None:
    dialog = CutCompare(theme, "# Rain\n\nRain falls on the hills.", ChunkSettings(), None)
    qtbot.addWidget(dialog)
    dialog.resize(dialog.size().expandedTo(dialog.minimumSizeHint()))
    assert dialog.height() < dialog.screen().availableSize().height()
    assert all(side.view.accessibleName() for side in dialog.sides)


def test_what_a_small_screen_has_no_room_for_is_scrolled(qtbot: QtBot) -> None:
    shown = QWidget()
    column = QVBoxLayout(shown)
    for number in range(40):
        column.addWidget(QLabel(f"Line {number}"))
    scrolled = Scrolled(shown)
    qtbot.addWidget(scrolled)
    assert scrolled.sizeHint() == shown.sizeHint()
    assert scrolled.minimumSizeHint().height() < shown.minimumSizeHint().height() / 2
    assert scrolled.minimumSizeHint().width() > shown.minimumSizeHint().width(), "its scroll bar hides nothing"
    assert scrolled.focusPolicy() is Qt.FocusPolicy.NoFocus, "it has no name to be read out"


def test_two_ways_are_chosen_on_a_small_screen(qtbot: QtBot) -> None:
    dialog = CompareDialog(Settings(), ChunkSettings())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(dialog.width(), _SMALL)
    assert dialog.height() == _SMALL
    assert dialog.compare_button.geometry().bottom() < _SMALL
    assert dialog.forms[1].passages.height() >= dialog.forms[1].passages.minimumSizeHint().height()


def test_figures_are_read_on_a_small_screen(qtbot: QtBot, theme: Theme) -> None:
    asked = GoldenQuestion.of("How?", Family.EXACT)
    figures = {str(family): {"recall@5": 0.5} for family in ("", *Family)}
    bad = Outcome(asked.id, 12, Cause.TOO_LOW)
    lacking = (Reason("words-only", ", ".join(f"Source {number}" for number in range(20))),)
    run = GoldenRun("2026-11-30T09:00:00+00:00", "builtin", "hybrid", figures, {}, (bad,), lacking=lacking)
    dialog = GoldenDialog(theme)
    qtbot.addWidget(dialog)
    dialog.show_questions((asked,), {})
    dialog.show_runs((run,))
    dialog.show()
    dialog.resize(dialog.width(), _SMALL)
    qtbot.waitUntil(lambda: dialog.results.height() > dialog.results.parentWidget().height())
    assert dialog.height() == _SMALL
    for row in dialog.results.figures.cells:
        assert all(cell.height() >= cell.sizeHint().height() for cell in row)


def test_a_report_is_no_larger_than_the_screen(qtbot: QtBot, theme: Theme) -> None:
    report = SourceReport(summary("numpy"), (FileReport("a.md", FileState.READY),))
    dialog = ReportDialog(report, theme)
    qtbot.addWidget(dialog)
    room = dialog.screen().availableSize()
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()
