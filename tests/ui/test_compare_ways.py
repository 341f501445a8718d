"""Two ways on the test questions in the window: chosen, tried, stopped, and shown beside each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import BuildFailed
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import GenerationSummary
from gangdan_gui.domain.search import Mode
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.trials import TrialForecast, TrialStep, Way
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.golden.compare_dialog import CompareDialog
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.passages import PASSAGES
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

_CUT = ChunkSettings("headings", 600, 100, 40)
_SAME, _WORSE, _BETTER, _MOVED = (
    GoldenQuestion.of(text, Family.EXACT, Expected("numpy", "guide/1.md", Quote("compares shapes", 24)))
    for text in ("same", "worse", "better", "moved")
)


def _run(*outcomes: tuple[GoldenQuestion, int, Cause | None], recall: float) -> GoldenRun:
    figures: dict[str, dict[str, float | None]] = {"": {"recall@5": recall, "recall@10": None}}
    made = tuple(Outcome(one.id, rank, cause) for one, rank, cause in outcomes)
    return GoldenRun("2026-11-30T09:00:00+00:00", "builtin", "hybrid, 10", figures, {"": len(made)}, made)


FIRST = _run((_SAME, 1, None), (_WORSE, 2, None), (_BETTER, 0, Cause.CUT), (_MOVED, 4, None), recall=0.5)
SECOND = _run((_SAME, 1, None), (_WORSE, 14, Cause.TOO_LOW), (_BETTER, 3, None), (_MOVED, 1, None), recall=0.75)


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme) -> CompareDialog:
    dialog = CompareDialog(Settings(passages=8, keyword_weight=40), _CUT)
    for form in dialog.forms:
        form.offer(("ollama:nomic-embed-text", "builtin"))
    qtbot.addWidget(dialog)
    return dialog


def test_the_first_way_is_the_library_and_the_second_is_built(dialog: CompareDialog, qtbot: QtBot) -> None:
    first, second = dialog.forms
    assert first.embedder.isHidden()
    assert not second.embedder.isHidden()
    with qtbot.waitSignal(dialog.compare_requested) as asked:
        dialog.compare_button.click()
    search = SearchOptions(count=8, reranker="")
    assert asked.args == [
        Way(None, search, "weighted", 40),
        Way(BuildOptions(embedder="ollama:nomic-embed-text", chunking=_CUT), search, "weighted", 40),
    ]


def test_what_is_chosen_is_the_way(dialog: CompareDialog) -> None:
    form = dialog.forms[0]
    form.built.setCurrentIndex(1)
    form.embedder.setCurrentIndex(1)
    form.splitter.setCurrentIndex(form.splitter.findData("parents"))
    assert form.way.build == BuildOptions(embedder="builtin", chunking=ChunkSettings("parents", 300, 60, 40))
    form.length.setValue(20)
    assert form.way.build == BuildOptions(embedder="builtin", chunking=ChunkSettings("parents", 20, 19, 20))
    form.passages.setValue(3)
    form.search.setCurrentIndex(form.search.findData("rrf"))
    form.reranker.set_text("ollama:judge")
    asked = SearchOptions(count=3, reranker="ollama:judge")
    assert (form.way.search, form.way.fusion, form.weight.isHidden()) == (asked, "rrf", False)
    assert "by ranks (40) · judge · 3" in form.words
    form.search.setCurrentIndex(form.search.findData("keyword"))
    alone = SearchOptions(count=3, mode=Mode.KEYWORD, reranker="")
    assert (form.way.search, form.weight.isHidden(), form.reranker.isHidden()) == (alone, True, True)


def test_the_reranker_of_the_settings_begins_and_what_is_none_is_not_compared(
    qtbot: QtBot, translation: Translation
) -> None:
    translation.use("en")
    dialog = CompareDialog(Settings(reranker="ollama:judge"), _CUT)
    qtbot.addWidget(dialog)
    assert [way.search.reranker for way in dialog.ways] == ["ollama:judge", "ollama:judge"]
    second = dialog.forms[1]
    second.reranker.show_models(("judge", "other"))
    second.reranker.set_text("judge.txt")
    assert not dialog.compare_button.isEnabled()
    assert "ends in .onnx" in second.reranker.hint.text()
    second.search.setCurrentIndex(second.search.findData("dense"))
    assert dialog.compare_button.isEnabled(), "by meaning alone nobody asks for one"


def test_what_it_takes_is_said_before_and_anew_when_a_way_changes(
    dialog: CompareDialog, translation: Translation, qtbot: QtBot
) -> None:
    translation.use("en")
    dialog.show_forecast(TrialForecast(12))
    assert dialog.cost.text() == "Nothing has to be built for this. Your 12 test questions are asked in both ways."
    dialog.show_forecast(TrialForecast(12, 1204, 290.0, True, (Reason("embedding-model-missing", "bge"),)))
    assert dialog.cost.text().startswith("Building takes about 5 min: about 1,204 passages. That is a guess")
    assert "bge" in dialog.cost.text().splitlines()[1]
    with qtbot.waitSignal(dialog.forecast_wanted) as wanted:
        dialog.forms[0].passages.setValue(3)
        assert dialog.cost.text() == "", "that was said of another way"
    assert wanted.args == [dialog.ways]


def test_what_changed_comes_first_and_what_got_worse_before_all(
    dialog: CompareDialog, translation: Translation
) -> None:
    translation.use("en")
    questions = {one.id: one for one in (_SAME, _WORSE, _BETTER, _MOVED)}
    dialog.show_runs(FIRST, SECOND, questions)
    shown = [(row.question.text(), row.said.text()) for row in dialog.outcome.rows.rows]
    assert shown == [
        ("worse", "number 2 → number 14"),
        ("better", "not found → number 3"),
        ("moved", "number 4 → number 1"),
        ("same", "number 1, both times"),
    ]
    assert dialog.outcome.rows.rows[0].advice.text() == "Other passages come before it: it is number 14."
    assert [cell.text() for cell in dialog.outcome.figures.cells[1][:4]] == ["All questions", "4", "50 → 75 %", "–"]
    assert dialog.outcome.summary.text() == "First: 3 of 4 are answered as expected. Second: 3."
    said = "1 question got worse. 1 question got better. Of 1 question only the place of the passage changed."
    assert said in dialog.outcome.change.text()
    assert dialog.outcome.unlike.isHidden()
    dialog.show_runs(FIRST, FIRST, questions)
    assert "No question is answered otherwise." in dialog.outcome.change.text()


def test_what_came_of_it_takes_no_more_room_than_the_choice(dialog: CompareDialog) -> None:
    dialog.show()
    size = dialog.size()
    dialog.show_runs(FIRST, SECOND, {one.id: one for one in (_SAME, _WORSE, _BETTER, _MOVED)})
    assert dialog.size() == size
    dialog.back_button.click()
    assert dialog.size() == size


def test_ways_that_did_not_have_the_same_are_not_called_better_or_worse(
    dialog: CompareDialog, translation: Translation
) -> None:
    translation.use("en")
    less = replace(FIRST, lacking=(Reason("words-only", "NumPy"),))
    dialog.show_runs(less, SECOND, {one.id: one for one in (_SAME, _WORSE, _BETTER, _MOVED)})
    said = dialog.outcome.unlike.text()
    assert said.startswith("First way: Asked with less than usual: searched by words alone")
    assert "can't be said which way finds more" in said
    assert "better" not in dialog.outcome.change.text() + "".join(row.said.text() for row in dialog.outcome.rows.rows)


def test_progress_names_the_way_and_what_it_does(dialog: CompareDialog, translation: Translation, qtbot: QtBot) -> None:
    translation.use("en")
    dialog.begin()
    dialog.progress(TrialStep(1, 5, 9, Stage.CONVERT, "NumPy"))
    assert dialog.step.text() == "Reading the documents…"
    dialog.progress(TrialStep(1, 120, 400, Stage.EMBED, "NumPy"))
    assert dialog.step.text() == "Second way: “NumPy” is built aside, 120 of 400 passages"
    assert (dialog.bar.value(), dialog.bar.maximum()) == (120, 400)
    dialog.progress(TrialStep(0, 3, 12))
    assert dialog.step.text() == "First way: 3 of 12 questions are asked"
    dialog.progress(TrialStep(1, 120, 400, Stage.EMBED, "NumPy", Hold.ASKING))
    assert dialog.step.text() == "Waiting: your question goes first"
    dialog.progress(TrialStep(0, 3, 12))
    assert not dialog.forms[0].isEnabled()
    assert dialog.forms[0].words == "As it is now · Meaning and words, by scores (40) · 8 passages"
    translation.use("zh_CN")
    qtbot.waitUntil(lambda: "12" in dialog.step.text() and "First" not in dialog.step.text())


def test_two_ways_are_compared_stopped_and_their_failure_told(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    built = replace(summary("numpy"), embedder="builtin", live=GenerationSummary("builtin", _CUT, 0, 9))

    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(built), StandInAssistant(*PASSAGES))
        library.golden.kept = {one.id: one for one in (_SAME, _WORSE, _BETTER, _MOVED)}
        jobs = make_jobs()
        window = Window(library, jobs, theme, translation, lambda _: True)
        await window.open()
        golden = window.golden.open()
        await until(lambda: golden.compare_button.isEnabled())
        golden.compare_button.click()
        dialog = window.comparing.dialog
        assert dialog is not None
        assert dialog.forms[1].way.build == BuildOptions(embedder="builtin", chunking=_CUT)
        await until(lambda: "1,200" in dialog.cost.text() or "1 200" in dialog.cost.text())

        library.trials.gate.clear()
        dialog.compare_button.click()
        await until(lambda: bool(library.trials.asked))
        dialog.stop_button.click()
        await until(lambda: not dialog.stop_button.isVisible())
        assert dialog.told.text() == ""

        library.trials.gate.set()
        library.trials.error = BuildFailed(reason="no-room", detail="")
        dialog.compare_button.click()
        await until(lambda: bool(dialog.told.text()))

        library.trials.error, library.trials.coming = None, (FIRST, SECOND)
        dialog.compare_button.click()
        await until(lambda: bool(dialog.outcome.rows.rows))
        assert dialog.told.text() == ""
        assert dialog.compare_button.isHidden()

        library.trials.gate.clear()
        dialog.back_button.click()
        dialog.compare_button.click()
        await until(lambda: len(library.trials.asked) == 4)
        dialog.reject()
        await until(lambda: "compare two ways" not in jobs.names)
        golden.reject()
        await window.close()

    in_loop(run())


@pytest.mark.qt_log_ignore("This plugin does not support (raise|propagateSizeHints)")
def test_there_is_one_comparison_at_a_time_which_ends_with_the_window_it_is_over(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    other = ChunkSettings("window", 300, 20, 10)

    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        jobs = make_jobs()
        window = Window(library, jobs, theme, translation, lambda _: True)
        await window.open()
        await window.ask.open_document("numpy", "guide.md", 0, 5)
        (viewer,) = window.ask.documents.viewers
        dialog = window.comparing.open(viewer, (_CUT, other))
        assert window.comparing.open(window.main, (other, _CUT)) is dialog
        cuts = [way.build.chunking for way in dialog.ways if way.build is not None]
        assert cuts == [other, _CUT]

        library.trials.gate.clear()
        dialog.compare_button.click()
        await until(lambda: bool(library.trials.asked))
        assert window.comparing.open(window.main, (_CUT, other)) is dialog
        assert [way.build.chunking for way in dialog.ways if way.build is not None] == cuts, "these are being compared"
        viewer.close()
        await until(lambda: "compare two ways" not in jobs.names)
        await until(lambda: window.comparing.dialog is None)
        await window.close()

    in_loop(run())


@pytest.mark.qt_log_ignore("This plugin does not support (raise|propagateSizeHints)")
def test_a_passage_that_can_not_be_opened_is_told_in_the_dialog_before_the_window(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    lost = GoldenQuestion.of("lost", Family.EXACT, Expected("gone", "guide/1.md", Quote("compares shapes", 24)))

    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        library.golden.kept = {one.id: one for one in (lost, _SAME)}
        window = Window(library, make_jobs(), theme, translation, lambda _: True)
        await window.open()
        golden = window.golden.open()
        await until(lambda: len(golden.kept.rows.rows) == 2)
        rows = {row.question.text(): row for row in golden.kept.rows.rows}
        rows["lost"].links[0].click()
        await until(lambda: "gone" in golden.told.text())
        rows["same"].links[0].click()
        await until(lambda: golden.told.text().endswith("this passage does not stand in it as it was."))
        assert len(window.ask.documents.viewers) == 1, "it opens where the words once were"
        assert window.notices.text == ""
        golden.reject()
        await window.close()

    in_loop(run())
