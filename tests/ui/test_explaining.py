"""How passages were found, and why others were not, as a teacher reads it in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import shiboken6
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.trace import Asked, Candidate, Fate, Trace
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check, SearchOptions
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.documents.viewer import DocumentViewer
from gangdan_gui.ui.explaining.found_dialog import FoundDialog
from gangdan_gui.ui.explaining.found_list import FoundRole, Row
from gangdan_gui.ui.explaining.presenter import ExplainPresenter
from gangdan_gui.ui.explaining.steps_dialog import StepsDialog
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.passages import PASSAGES, answer
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_explaining import StandInExplaining
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

BEST = Candidate(
    "a", "numpy", "guide.md", ("Rules",), 0, 800, "en", 1, 0.3, 2, 8.0, ("broadcast", "rules"), 0.9, Fate.SHOWN, 1
)
CHINESE = replace(
    BEST, chunk="z", language="zh", distance=0.4, terms=("广播",), keyword_score=4.0, fused=0.7, passage=2
)
LOW = replace(BEST, chunk="l", dense_rank=2, distance=0.8, keyword_rank=None, keyword_score=0.0, terms=(),
              fused=0.1, fate=Fate.RANKED_TOO_LOW, passage=0)  # fmt: skip
WORDS = replace(BEST, chunk="w", dense_rank=None, distance=None, fused=0.2, fate=Fate.COPY, passage=1)
TRACE = Trace(
    "en",
    (Asked("words", "", "en", (("broadcast", 1.0), ("rules", 1.0))), Asked("words", "", "zh", (("广播", 0.8),))),
    (LOW, WORDS, CHINESE, BEST),
    {"score": 1.5},
    {"total": 0.02},
)
STEPS = (
    Check("chosen", OK, {"source": "NumPy"}),
    Check("built", PROBLEM, {"source": "NumPy"}),
    Check("converted", NOT_CHECKED),
)


def rows(dialog: FoundDialog) -> list[Row]:
    model = dialog.list.rows
    return [model.data(model.index(at), FoundRole.ROW) for at in range(model.rowCount())]


def test_what_the_model_had_no_room_for_is_not_told_to_be_shown(qtbot: QtBot, theme: Theme) -> None:
    found = replace(TRACE, candidates=(
        BEST,
        replace(BEST, chunk="s", fused=0.8, fate=Fate.SHORTENED, passage=2),
        replace(BEST, chunk="n", fused=0.7, fate=Fate.NO_ROOM, passage=3),
    ))  # fmt: skip
    dialog = FoundDialog(found, "How does it broadcast?", {"numpy": "NumPy"}, theme)
    qtbot.addWidget(dialog)
    assert [(row.fate, row.shown) for row in rows(dialog)] == [
        ("shown in passage 1", True),
        ("in passage 2, shortened for the model", True),
        ("in passage 3, no room in the model", False),
    ]
    assert "Of 3 pieces of text that came near, 2 are shown. Found too" in dialog.head.text()
    assert "but without room in what the model reads: 1." in dialog.head.text()
    short = FoundDialog(TRACE, "How does it broadcast?", {"numpy": "NumPy"}, theme)
    qtbot.addWidget(short)
    assert "without room" not in short.head.text()


def test_the_panel_tells_in_words_and_keeps_the_figures_for_who_asks(qtbot: QtBot, theme: Theme) -> None:
    dialog = FoundDialog(TRACE, "How does it broadcast?", {"numpy": "NumPy"}, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    assert [row.candidate.chunk for row in rows(dialog)] == ["a", "z", "w", "l"]
    assert "broadcast, rules" in dialog.head.text()
    assert "Chinese" in dialog.head.text()
    assert "广播" in dialog.head.text()
    best, chinese, words, low = rows(dialog)
    assert best.how == "Found by meaning (1 of 2) and by the words broadcast, rules"
    assert words.how == "Found by the words broadcast, rules alone"
    assert low.how == "Found by meaning (2 of 2)"
    assert [row.shown for row in (best, chinese, words, low)] == [True, True, False, False]
    assert (best.meaning, best.words, words.meaning, low.words) == (1.0, 1.0, 0.0, 0.0)
    assert not dialog.summary.isVisible()
    height = dialog.list.sizeHintForRow(0)
    dialog.figures.setChecked(True)
    assert dialog.summary.isVisible()
    assert dialog.list.sizeHintForRow(0) > height
    assert not dialog.grab().isNull()


def test_a_reranker_is_named_with_the_place_it_gave_beside_the_fused_score(qtbot: QtBot, theme: Theme) -> None:
    judged = replace(BEST, reranked=2, reranker_score=7.25)
    trace = replace(TRACE, candidates=(LOW, judged), seconds={"rerank": 0.5}, reranker="judge/model.onnx")
    dialog = FoundDialog(trace, "How does it broadcast?", {}, theme)
    qtbot.addWidget(dialog)
    assert "“judge/model.onnx” read the best 1" in dialog.head.text()
    first, second = rows(dialog)
    assert first.how.endswith("; the reranker put it at 2")
    assert first.figures.startswith("score 0.900")
    assert "reranked: 2, score 7.250" in first.figures
    assert "rerank" not in second.how + second.figures
    assert "rerank 0.50" in dialog.summary.text()


def test_every_fate_is_told(qtbot: QtBot, theme: Theme) -> None:
    every = [replace(BEST, chunk=fate, fate=fate, passage=number) for fate in Fate for number in (0, 3)]
    dialog = FoundDialog(replace(TRACE, candidates=tuple(every)), "q", {}, theme)
    qtbot.addWidget(dialog)
    told = [row.fate for row in rows(dialog)]
    assert all(told)
    assert len(set(told)) >= len(Fate)
    nothing = FoundDialog(Trace("", (), ()), "?", {}, theme)
    qtbot.addWidget(nothing)
    assert rows(nothing) == []


def test_steps_are_told_with_their_signs_and_copied_as_lines(qtbot: QtBot, theme: Theme) -> None:
    dialog = StepsDialog(STEPS, "Why?", theme, passage=True)
    qtbot.addWidget(dialog)
    assert [row.found for row in dialog.rows][1].startswith("“NumPy” is not built")
    assert dialog.rows[1].advice == "Build it."
    dialog.copy_button.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[1] == "Why?"
    assert lines[3].startswith("[problem] ")
    assert StepsDialog((), "", theme, passage=False).title.text() != dialog.title.text()


def test_both_dialogs_speak_the_language_that_is_chosen_meanwhile(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    found, steps = FoundDialog(TRACE, "q", {}, theme), StepsDialog(STEPS, "q", theme, passage=True)
    for dialog in (found, steps):
        qtbot.addWidget(dialog)
    before = found.title.text(), steps.title.text(), steps.rows[1].advice, rows(found)[0].how
    translation.use("zh_CN")
    QCoreApplication.processEvents()
    after = found.title.text(), steps.title.text(), steps.rows[1].advice, rows(found)[0].how
    assert not set(before) & set(after)


def test_why_is_asked_of_the_last_question_and_an_error_is_told(
    qtbot: QtBot, theme: Theme, make_jobs: MakeJobs, in_loop: RunInLoop
) -> None:
    explaining, notices = StandInExplaining(), NoticeBar(theme)
    qtbot.addWidget(notices)
    presenter = ExplainPresenter(explaining, make_jobs(), notices, theme, notices)

    async def work() -> None:
        assert presenter.show_why("numpy", "a.md", 5, notices) is None
        presenter.asked = ("q", SearchOptions())
        task = presenter.show_why("numpy", "a.md", 5, notices)
        assert task is not None
        await task
        assert explaining.asked == [("q", "numpy", "a.md", 5)]
        (dialog,) = notices.findChildren(StepsDialog)
        dialog.close()
        explaining.error = UnknownSource(source="numpy")
        again = presenter.show_why("numpy", "a.md", 5, notices)
        assert again is not None
        await again
        assert notices.notice is not None

    in_loop(work())


def test_why_is_asked_of_a_window_that_closes_and_told_in_it_where_it_can_tell(
    qtbot: QtBot, theme: Theme, make_jobs: MakeJobs, in_loop: RunInLoop
) -> None:
    explaining, notices = StandInExplaining(), NoticeBar(theme)
    qtbot.addWidget(notices)
    jobs = make_jobs()
    presenter = ExplainPresenter(explaining, jobs, notices, theme, notices)
    presenter.asked = ("q", SearchOptions())

    async def work() -> None:
        viewer = DocumentViewer(theme)
        for _ in range(2):
            presenter.show_why("numpy", "a.md", 5, viewer)
        await until(lambda: not jobs.names)
        (dialog,) = viewer.findChildren(StepsDialog)
        dialog.close()
        explaining.error = UnknownSource(source="numpy")
        presenter.show_why("numpy", "a.md", 5, viewer)
        await until(lambda: not jobs.names)
        assert viewer.notices.notice is not None
        assert notices.notice is None
        for explaining.error in (None, UnknownSource(source="scipy")):
            presenter.show_why("numpy", "a.md", 5, viewer)
            if shiboken6.isValid(viewer):
                shiboken6.delete(viewer)
            await until(lambda: not jobs.names)
        assert "scipy" in notices.text

    in_loop(work())


def test_the_window_offers_both_once_a_question_was_answered(
    theme: Theme, translation: Translation, make_jobs: MakeJobs, in_loop: RunInLoop, tmp_path: Path
) -> None:
    assistant = StandInAssistant(*PASSAGES)
    assistant.trace = TRACE

    async def main() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), assistant)
        window = Window(library, make_jobs(), theme, translation, lambda _url: True)
        try:
            await window.open()
            assert not window.cards.how_button.isVisibleTo(window.cards)
            await window.ask.ask("How does it broadcast?")
            assert assistant.asked[0][1].explain
            assert window.cards.how_button.isVisibleTo(window.cards)
            window.cards.how_button.click()
            (found,) = window.main.findChildren(FoundDialog)
            assert found.asked.text() == "How does it broadcast?"
            found.close()
            (message,) = window.conversation.messages
            message.wrong_button.click()
            await until(lambda: window.main.findChildren(StepsDialog))
            window.ask.start_new()
            assert not window.cards.how_button.isVisibleTo(window.cards)
        finally:
            await window.close()

    in_loop(main())


def test_a_row_is_read_out_whole(qtbot: QtBot, theme: Theme) -> None:
    dialog = FoundDialog(TRACE, "q", {"numpy": "NumPy"}, theme)
    qtbot.addWidget(dialog)
    said = dialog.list.rows.data(dialog.list.rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "NumPy › Rules" in said
    assert "shown in passage 1" in said


def test_what_stands_below_an_answer_fits_a_narrow_column(qtbot: QtBot, theme: Theme) -> None:
    message = AnswerMessage(theme, "q")
    qtbot.addWidget(message)
    said = answer(text="Equal [1], or one [2].", model="qwen2.5:3b-instruct")
    message.show_answer(replace(said, seconds={"total": 14.2, "search": 0.3, "wait": 1.2, "write": 12.7}))
    message.show()
    assert message.wrong_button.isVisible()
    assert message.minimumSizeHint().width() <= 460
