"""What a question is narrowed to is set from documents, shown as chips, and stays until it is taken away."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QItemSelectionModel
from pytestqt.qtbot import QtBot

from gangdan_gui.answering.intention import asks_of_whole
from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import FileReport, SourceReport
from gangdan_gui.domain.search import SearchResult, Support
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.ui.chat.chosen_scope import ChosenDocument, ChosenScope
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.question_box import Obstacle
from gangdan_gui.ui.chat.question_filter import QuestionFilter
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.report.kinds import FileKind
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import RunInLoop
from tests.ui.stand_in_library import summary
from tests.ui.test_ask_presenter import Desk, desk, opened  # noqa: F401
from tests.ui.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")
A, B = ChosenDocument("numpy", "a.md", "Arrays"), ChosenDocument("numpy", "b.md", "Brackets")


def chips(desk: Desk) -> list[str]:  # noqa: F811
    return [chip.text().split("  ")[0] for chip in desk.pane.box.scope.chips]


def test_a_document_is_asked_until_it_is_taken_away(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    async def work() -> None:
        desk.presenter.ask_about((A,))
        assert chips(desk) == ["Arrays"]
        await desk.presenter.ask("one")
        await desk.presenter.ask("two")
        desk.pane.box.scope.chips[0].click()
        assert chips(desk) == ["numpy", "course"]
        await desk.presenter.ask("three")

    in_loop(work())
    assert [options.documents for _, options, _ in desk.assistant.asked] == [(("numpy", "a.md"),)] * 2 + [()]


def test_documents_of_a_source_that_is_removed_are_asked_no_more(desk: Desk) -> None:  # noqa: F811
    other = ChosenDocument("course", "c.md", "Course")
    for source in ("numpy", "course", "new"):
        desk.model.set_used(source, used=False)
    desk.presenter.ask_about((A, other, B))
    desk.model.set_sources([one for one in desk.library.held.values() if one.source.id != "numpy"])
    assert chips(desk) == ["Course"]
    assert desk.presenter._obstacle() is Obstacle.NONE
    desk.model.set_sources([one for one in desk.library.held.values() if one.source.id == "numpy"])
    assert desk.pane.box.filter.chosen.documents == ()
    assert desk.presenter._obstacle() is Obstacle.NOTHING_TICKED
    desk.presenter.ask_about((A, other))  # its window is still open
    assert chips(desk) == ["Arrays"]
    assert "course" in desk.notices.text


def test_documents_can_be_asked_where_no_source_is_ticked(desk: Desk) -> None:  # noqa: F811
    for source in ("numpy", "course", "new"):
        desk.model.set_used(source, used=False)
    assert desk.presenter._obstacle() is Obstacle.NOTHING_TICKED
    desk.presenter.ask_about((A,))
    assert desk.presenter._obstacle() is Obstacle.NONE


def test_summarise_and_compare_need_no_words(
    desk: Desk,  # noqa: F811
    in_loop: RunInLoop,
    translation: Translation,
) -> None:
    box = desk.pane.box
    assert not box.summarise.isVisible()
    desk.presenter.ask_about((A,))
    assert (box.summarise.isVisible(), box.compare.isVisible()) == (True, False)

    async def work() -> None:
        box.summarise.click()
        await until(lambda: not desk.jobs.names)
        desk.presenter.ask_about((A, B))
        assert box.compare.isVisible()
        for language in ("en", "zh_CN"):
            translation.use(language)
            for button in (box.summarise, box.compare):
                assert asks_of_whole(button.toolTip()), button.toolTip()
        translation.use("en")
        box.filter.choose(ChosenScope(tags=("week 3",)))
        assert box.compare.isVisible()
        assert box.summarise.toolTip() == "Summarise these documents"
        box.filter.choose(ChosenScope(since="2024"))
        assert not box.summarise.isVisible()

    in_loop(work())
    ((question, options, _),) = desk.assistant.asked
    assert (question, options.documents) == ("Summarise this document", (("numpy", "a.md"),))


def test_an_empty_result_offers_to_take_the_filters_away(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    async def work() -> None:
        desk.assistant.answer = dataclasses.replace(
            desk.assistant.answer, passages=(), citations=(), text="", notices=(Reason("filtered-out"),)
        )
        desk.presenter.ask_about((A,))
        await desk.presenter.ask("q")
        (message,) = desk.pane.messages
        assert message.unfiltered.isVisible()
        assert not message.warning.isVisible()  # other words would not help
        message.unfiltered.click()
        await until(lambda: not desk.jobs.names)
        assert not message.unfiltered.isVisible()

    in_loop(work())
    assert [(question, options.documents) for question, options, _ in desk.assistant.asked] == [
        ("q", (("numpy", "a.md"),)),
        ("q", ()),
    ]


def test_kinds_and_languages_are_chosen_in_the_menu(qtbot: QtBot) -> None:
    chosen = QuestionFilter()
    qtbot.addWidget(chosen)
    chosen.show()
    chosen.offer([], [("pdf", 3), ("md", 1)])
    menus = {action.text(): action.menu() for action in chosen.choices.actions() if action.menu()}
    choices = [action.text() for name in ("Language", "Kind of file") for action in menus[name].actions()]
    assert choices == ["in any language", "in Chinese", "in English", ".pdf (3)", ".md (1)"]
    menus["Kind of file"].actions()[0].trigger()
    chosen.choices.close()
    chosen.offer([], [])
    again = {action.text(): action.menu() for action in chosen.choices.actions() if action.menu()}
    assert [(one.text(), one.isChecked()) for one in again["Kind of file"].actions()] == [(".pdf (0)", True)]
    again["Language"].actions()[1].trigger()
    chosen.choices.close()
    assert chosen.chosen == ChosenScope(kinds=("pdf",), language="zh")
    assert [entry.title for entry in chosen.entries] == ["in Chinese", ".pdf"]
    for entry in chosen.entries:
        assert chosen.remove(entry.source)
    assert chosen.chosen == ChosenScope()


def test_many_documents_are_one_chip_and_all_reach_the_search(qtbot: QtBot) -> None:
    chosen = QuestionFilter()
    qtbot.addWidget(chosen)
    chosen.choose_documents([A, B])
    assert [entry.title for entry in chosen.entries] == ["Arrays", "Brackets"]
    chosen.remove(chosen.entries[0].source)
    assert chosen.chosen.documents == (B,)
    chosen.choose_documents([ChosenDocument("s", f"{number}.md", "") for number in range(5)])
    assert [entry.title for entry in chosen.entries] == ["5 documents"]
    assert len(chosen.chosen.applied(SearchOptions()).documents) == 5
    chosen.remove(chosen.entries[0].source)
    assert chosen.entries == ()


def test_a_report_asks_of_the_files_that_are_selected(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    files = (
        FileReport("a.md", FileState.READY, chunks=2, title="Arrays", characters=900),
        FileReport("b.md", FileState.READY, chunks=1, characters=900),
        FileReport("c.png", FileState.SKIPPED, size=4_000, reason=Reason("asset", "png")),
    )
    dialog = ReportDialog(SourceReport(summary("numpy"), files), theme)
    qtbot.addWidget(dialog)
    dialog.filters.choose(FileKind.ALL)
    rows = {file.path: row for row, file in enumerate(dialog.model.shown)}
    select = dialog.table.selectionModel().select
    row_of = QItemSelectionModel.SelectionFlag.Rows
    select(dialog.model.index(rows["c.png"], 0), QItemSelectionModel.SelectionFlag.ClearAndSelect | row_of)
    assert not dialog.ask_button.isEnabled()
    select(dialog.model.index(rows["a.md"], 0), QItemSelectionModel.SelectionFlag.Select | row_of)
    assert (dialog.ask_button.text(), dialog.ask_button.isEnabled()) == ("Ask this document", True)
    select(dialog.model.index(rows["b.md"], 0), QItemSelectionModel.SelectionFlag.Select | row_of)
    assert dialog.ask_button.text() == "Ask these 2 documents"
    with qtbot.waitSignal(dialog.ask_requested) as asked:
        dialog.ask_button.click()
    assert asked.args == [(A, ChosenDocument("numpy", "b.md", "b.md"))]


def test_notes_on_sections_are_read_under_how_far_it_is(qtbot: QtBot, theme: Theme) -> None:
    message = AnswerMessage(theme, "Summarise this")
    qtbot.addWidget(message)
    message.show()
    message.show_found(SearchResult("q", "en", (), Support.YES))
    message.show_stage(AnswerStage.SECTION, "m", 1, 14)
    message.add_text("A note", ())
    message.show_stage(AnswerStage.THINKING, "m")
    message.show_stage(AnswerStage.SECTION, "m", 2, 14)
    assert message.waiting.isVisible()
    assert "2 of 14" in message.waiting.text()
    assert message.view.text == "A note"
    message.show_stage(AnswerStage.MERGING, "m", 14, 14)
    assert message.waiting.isVisible()
    message.withdraw_text()
    message.add_text("The answer", ())
    assert not message.waiting.isVisible()
    assert message.view.text == "The answer"
