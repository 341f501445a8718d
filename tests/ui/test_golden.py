"""Test questions in the window: made of a passage, asked, looked at, kept and removed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun, Lift, Outcome
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.ui.golden.chart import RunChart
from gangdan_gui.ui.golden.dialog import GoldenDialog
from gangdan_gui.ui.golden.question_dialog import QuestionDialog
from gangdan_gui.ui.golden.rows import QuestionRows
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.passages import PASSAGES
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

_GOOD, _BAD = (
    GoldenQuestion.of(text, Family.EXACT, Expected("numpy", "guide/1.md", Quote("compares shapes", 24)))
    for text in ("How are shapes compared?", "What is a stride?")
)


_AWAY = Reason("reranker-ollama-away", "http://127.0.0.1:9")
_LESS = Reason("words-only", "NumPy")


def _run(bad: Cause | None, bound: str = "builtin", *, rank: int = 0, setting: str = "hybrid, 10") -> GoldenRun:
    outcomes = (Outcome(_GOOD.id, 1), Outcome(_BAD.id, rank, bad))
    figures = {"": {"recall@5": 0.5, "recall@10": None}, Family.EXACT: {"recall@5": 1.0}}
    return GoldenRun("2026-11-30T09:00:00+00:00", bound, setting, figures, {"": 2, Family.EXACT: 2}, outcomes)


def _said(rows: QuestionRows) -> list[tuple[str, str]]:
    return [(row.question.text(), row.said.text()) for row in rows.rows]


class TestQuestionDialog:
    def test_the_whole_passage_answers_unless_words_are_marked(self, qtbot: QtBot) -> None:
        passage = replace(PASSAGES[0], start=100, end=100 + len(PASSAGES[0].text))
        dialog = QuestionDialog(passage, "How are shapes compared?")
        qtbot.addWidget(dialog)
        with qtbot.waitSignal(dialog.made) as made:
            dialog.keep_button.click()
        whole = made.args[0]
        assert whole.text == "How are shapes compared?"
        assert whole.expected == (Expected(passage.source, passage.path, Quote(passage.text, 100)),)

        words = "[the guide](https://numpy.org/doc) or\n[this share]"
        at = passage.text.index(words)
        cursor = dialog.text.textCursor()
        cursor.setPosition(at)
        cursor.setPosition(at + len(words), QTextCursor.MoveMode.KeepAnchor)
        dialog.text.setTextCursor(cursor)
        with qtbot.waitSignal(dialog.made) as made:
            dialog.keep_button.click()
        assert made.args[0].expected[0].quote == Quote(words, 100 + at)

    @pytest.mark.parametrize(
        ("question", "family"),
        [("How?", Family.PARAPHRASE), ("广播规则是什么？", Family.ACROSS), ("", Family.PARAPHRASE)],
    )
    def test_the_kind_is_guessed_by_the_languages(self, qtbot: QtBot, question: str, family: Family) -> None:
        dialog = QuestionDialog(PASSAGES[0], question)
        qtbot.addWidget(dialog)
        assert dialog.family.currentData() == family
        assert dialog.keep_button.isEnabled() is bool(question)


class TestChart:
    def test_the_line_breaks_where_figures_do_not_compare(self, qtbot: QtBot, theme: Theme) -> None:
        chart = RunChart(theme)
        qtbot.addWidget(chart)
        chart.resize(400, chart.sizeHint().height())
        chart.show_runs([_run(None), _run(Cause.CUT), _run(None, "ollama"), _run(None, "ollama")])
        assert chart.breaks == (2,)
        points = chart.points()
        assert points[0].y() < points[1].y(), "more good questions are further up"
        assert [point.x() for point in points] == sorted(point.x() for point in points)
        chart.grab()

    def test_what_was_asked_with_less_is_beside_the_line(self, qtbot: QtBot, theme: Theme) -> None:
        chart = RunChart(theme)
        qtbot.addWidget(chart)
        less = replace(_run(Cause.CUT), lacking=(_LESS,))
        chart.show_runs([_run(None), less, _run(None), _run(None, "ollama"), less, _run(None, "ollama")])
        assert chart.joined == ((0, 2),), "the second break is at the fourth and at the fifth"
        chart.grab()

    def test_one_run_and_none_can_be_shown(self, qtbot: QtBot, theme: Theme) -> None:
        chart = RunChart(theme)
        qtbot.addWidget(chart)
        for runs in ((), (_run(None),), tuple(_run(None) for _ in range(100))):
            chart.show_runs(runs)
            chart.grab()
            assert len(chart.points()) == min(len(runs), 40)


class TestDialog:
    @pytest.fixture
    def dialog(self, qtbot: QtBot, theme: Theme) -> GoldenDialog:
        dialog = GoldenDialog(theme)
        qtbot.addWidget(dialog)
        dialog.show_questions([_GOOD, _BAD], {"numpy": "NumPy 用户指南"})
        return dialog

    def test_what_got_worse_is_named_with_cause_and_remedy(self, dialog: GoldenDialog) -> None:
        dialog.show_runs([_run(None), _run(Cause.TOO_LOW, rank=14)])
        results = dialog.results
        assert results.summary.text() == "1 of 2 are answered as expected"
        assert "1 question" in results.change.text()
        assert _said(results.rows) == [(_BAD.text, "Other passages come before it: it is number 14.")]
        assert "Rebuild" in results.rows.rows[0].advice.text()
        assert [[cell.text() for cell in row[:4]] for row in results.figures.cells[1:]] == [
            ["All questions", "2", "50 %", "–"],
            ["Names the term", "2", "100 %", "–"],
        ]

    @pytest.mark.parametrize(
        ("lift", "said"),
        [
            (Lift(9, 8, 5), "a reranker can lift at most 3."),
            (Lift(9, 5, 5), "a reranker can't help."),
            (Lift(9, 8, 5, "judge", 7, 3, 1), "“judge” lifts 3 and lowers 1: 7 are among the first 5 with it."),
            (Lift(9, 8, 5, "judge", 5), "It does not help here: leave it out."),
            (Lift(9, 8, 5, "judge", 6, 1, failed=2, why=_AWAY), "For 2 of them it gave no order: Ollama"),
            (Lift(9, 8, 5, "judge", 5, failed=9, why=_AWAY), "“judge” could not be used: Ollama does not answer"),
        ],
    )
    def test_what_a_reranker_can_do_and_does_is_said(self, dialog: GoldenDialog, lift: Lift, said: str) -> None:
        dialog.show_runs([replace(_run(None), lift=lift)])
        told = dialog.results.change.text()
        assert said in told
        assert f"among the first 50 for {lift.deep} of 9" in told

    @pytest.mark.parametrize(
        ("counts", "said"),
        [
            ({"": 60, Family.EXACT: 30, Family.ACROSS: 30}, ""),
            (
                {"": 60, Family.EXACT: 30, Family.ACROSS: 29, Family.PARTS: 1},
                "fewer than 30 of: In another language, Sev",
            ),
            ({"": 40, Family.EXACT: 20, Family.ACROSS: 20}, "With fewer than 30 questions of a kind"),
        ],
    )
    def test_kinds_with_few_questions_are_named(self, dialog: GoldenDialog, counts: dict[str, int], said: str) -> None:
        dialog.show_runs([replace(_run(None), counts=counts)])
        assert said in dialog.results.change.text()
        assert bool(said) == bool(dialog.results.change.text())

    def test_questions_that_are_new_are_told(self, dialog: GoldenDialog) -> None:
        first = _run(None)
        dialog.show_runs([replace(first, outcomes=first.outcomes[:1]), _run(Cause.CUT)])
        told = dialog.results.change.text()
        assert told.startswith("1 question")
        assert "worse" not in told, "it was not asked before"

    def test_another_model_is_no_change_for_the_worse(self, dialog: GoldenDialog) -> None:
        dialog.show_runs([_run(None), _run(Cause.CUT, "ollama")])
        assert "another model" in dialog.results.change.text()

    def test_what_was_asked_is_shown_whatever_was_looked_at(self, dialog: GoldenDialog) -> None:
        dialog.tabs.setCurrentIndex(1)
        dialog.show_runs([_run(None)])
        assert dialog.tabs.currentIndex() == 1, "nobody asked for it now"
        dialog.begin()
        dialog.show_runs([_run(None), _run(Cause.CUT)])
        dialog.end()
        assert dialog.tabs.currentIndex() == 0

    def test_the_links_of_rows_are_reached_before_the_buttons_below(self, dialog: GoldenDialog) -> None:
        dialog.show_runs([_run(Cause.CUT)])
        dialog.show_runs([_run(Cause.TOO_LOW)])
        dialog.show()
        dialog.results.rows.setFocus()
        dialog.focusNextChild()
        assert dialog.focusWidget() is dialog.results.rows.rows[0].links[0]
        dialog.focusNextChild()
        assert dialog.focusWidget() is dialog.run_button

    def test_what_was_asked_in_another_way_makes_nothing_worse(self, dialog: GoldenDialog) -> None:
        other = _run(Cause.TOO_LOW, setting="keyword, 1")
        dialog.show_runs([_run(None), other, _run(None)])
        assert dialog.results.chart.runs == (_run(None), _run(None))
        dialog.show_runs([_run(None), other])
        assert dialog.results.chart.runs == (other,)
        assert "worse" not in dialog.results.change.text()

    def test_what_was_asked_with_less_is_told_and_compared_with_its_like(self, dialog: GoldenDialog) -> None:
        less = replace(_run(Cause.TOO_LOW), lacking=(_LESS,))
        dialog.show_runs([_run(None), less])
        said = dialog.results.lacking
        assert said.text().startswith("Asked with less than usual: searched by words alone")
        assert not said.isHidden()
        assert "worse" not in dialog.results.change.text()
        assert dialog.results.chart.runs == (_run(None), less)
        dialog.show_runs([_run(None), less, _run(Cause.TOO_LOW)])
        assert said.isHidden()
        assert dialog.results.change.text().startswith("1 question"), "than in the run that had all, too"

    def test_a_link_opens_the_passage(self, dialog: GoldenDialog, qtbot: QtBot) -> None:
        dialog.show_runs([_run(Cause.CUT)])
        with qtbot.waitSignal(dialog.open_requested) as opened:
            dialog.results.rows.rows[0].links[0].click()
        assert opened.args == ["numpy", "guide/1.md", 24, 24 + len("compares shapes"), "compares shapes"]

    def test_proposals_are_kept_or_passed_over(self, dialog: GoldenDialog, qtbot: QtBot) -> None:
        proposed = [GoldenQuestion.of(f"What is {word}?", Family.EXACT) for word in ("one", "two")]
        dialog.show_proposals(proposed)
        assert dialog.tabs.currentIndex() == 1
        with qtbot.waitSignal(dialog.keep_requested) as kept:
            dialog.kept.rows.rows[0].links[0].click()
        assert kept.args == [proposed[0]]
        dialog.show_questions([_GOOD, _BAD, proposed[0]], {})
        assert dialog.kept.proposed == (proposed[1],)
        dialog.kept.rows.rows[0].links[1].click()
        assert dialog.kept.proposed == ()
        assert [row.question.text() for row in dialog.kept.rows.rows] == [proposed[0].text, _BAD.text, _GOOD.text]

    def test_all_is_said_again_in_another_language(
        self, dialog: GoldenDialog, translation: Translation, qtbot: QtBot
    ) -> None:
        dialog.show_runs([_run(None), _run(Cause.CUT)])
        translation.use("zh_CN")
        qtbot.waitUntil(lambda: dialog.tabs.tabText(0) == "结果")
        assert _said(dialog.results.rows) == [(_BAD.text, "这段内容被切开了，没有一个片段包含足够多的部分。")]
        assert dialog.results.change.text().startswith("有 1 个问题")


def test_a_passage_becomes_a_question_that_is_asked_and_removed(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        window = Window(library, make_jobs(), theme, translation, lambda _: True)
        await window.open()
        await window.ask.ask("How are shapes compared?")
        dialog = window.golden.make(PASSAGES[0], "How are shapes compared?")
        window.cards.question_requested.emit(PASSAGES[1])
        dialog.keep_button.click()
        await until(lambda: bool(library.golden.kept))
        (kept,) = library.golden.kept
        shown = window.golden.open()
        await until(lambda: bool(shown.questions))
        library.golden.coming = [replace(_run(None), outcomes=(Outcome(kept, 3, Cause.OUT_OF_BUDGET),))]
        shown.run_button.click()
        await until(lambda: shown.results.run is not None)
        assert library.golden.asked[0].collections == (), "what is ticked makes no test question fail"
        assert [question for question, _ in _said(shown.results.rows)] == ["How are shapes compared?"]
        await until(shown.kept.isEnabled)
        shown.kept.rows.rows[0].links[-1].click()
        await until(lambda: not shown.questions)
        shown.run_button.setEnabled(True)
        shown.run_button.click()
        await until(lambda: "no test questions" in shown.told.text())
        translation.use("en")
        file = tmp_path / "given.jsonl"
        for given, said in (
            ("3 1", "3 questions were taken in. What 1 of them expects"),
            ("0", "There are no questions in"),
        ):
            file.write_text(given, "utf-8")
            window.golden.take_in(file)
            await until(lambda said=said: shown.note.text().startswith(said))
        assert shown.told.text() == ""
        shown.begin()
        assert shown.note.isHidden(), "something else is done now"
        shown.reject()
        await window.close()

    in_loop(run())


def test_what_is_asked_for_before_the_questions_are_read_does_not_keep_them_from_being_shown(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        library.golden.kept = {_GOOD.id: _GOOD}
        library.golden.proposed = (_BAD,)
        window = Window(library, make_jobs(), theme, translation, lambda _: True)
        opening = asyncio.ensure_future(window.open())
        shown = window.golden.open()
        shown.propose_button.click()
        assert not shown.kept.isEnabled(), "what is changed there would stop it"
        await until(lambda: bool(shown.kept.proposed))
        assert list(shown.questions) == [_GOOD.id]
        await until(shown.kept.isEnabled)
        shown.reject()
        await opening
        await window.close()

    in_loop(run())


def test_a_file_that_can_not_be_read_is_named(translation: Translation) -> None:
    translation.use("en")
    error = UnreadableFile(code="not-readable", detail="Permission denied", file="/lessons/given.jsonl")
    assert told(error).message == "“/lessons/given.jsonl”: it could not be read: Permission denied."


def test_after_a_build_what_got_worse_is_told_where_that_is_wanted(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        library.golden.kept = {one.id: one for one in (_GOOD, _BAD)}
        library.golden.done = [_run(None), _run(Cause.TOO_LOW, setting="keyword, 1")]
        library.golden.coming = [_run(Cause.TOO_LOW), _run(Cause.TOO_LOW)]
        window = Window(library, make_jobs(), theme, translation, lambda _: True)
        await window.open()
        report = BuildReport("numpy", SourceState.READY)
        window.library.queue.finished.emit(report)
        assert len(library.golden.done) == 2, "it was not asked for"
        window.preferences.change(check_questions=True)
        window.library.queue.finished.emit(report)
        await until(lambda: "1 test question got worse" in window.notices.text)
        window.library.queue.finished.emit(report)
        await until(lambda: len(library.golden.done) == 4)
        await window.close()

    in_loop(run())
