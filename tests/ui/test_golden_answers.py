"""A chat model answers the test questions in the window: offered with its cost, shown, and its failure told."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.golden import Answered, Cause, Expected, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.ollama.failures import Dropped
from gangdan_gui.services.golden.hits import with_answer
from gangdan_gui.services.requests.golden import AnswerCost
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.golden.dialog import GoldenDialog
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.passages import PASSAGES
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

_HIT, _LOW, _CROWD, _TEXT = (
    GoldenQuestion.of(text, Family.EXACT, Expected("numpy", "guide/1.md", Quote("compares shapes", 24)))
    for text in ("hit", "low", "crowd", "text")
)
_ALL = (_HIT, _LOW, _CROWD, _TEXT)
_ANSWERED = {
    _HIT.id: Answered(True, True),
    _LOW.id: Answered(False, False, True),
    _CROWD.id: Answered(True, False, True),
    _TEXT.id: Answered(True, False, False),
}


def _run() -> GoldenRun:
    causes = (None, Cause.TOO_LOW, None, None)
    outcomes = tuple(Outcome(one.id, 1, cause) for one, cause in zip(_ALL, causes, strict=True))
    return GoldenRun("2026-11-30T09:00:00+00:00", "builtin", "hybrid, 10", {"": {"recall@5": 0.5}}, {"": 4}, outcomes)


def _answered() -> GoldenRun:
    run = GoldenRun(**{name: getattr(_run(), name) for name in GoldenRun.__slots__} | {"model": "qwen"})
    for id_, answered in _ANSWERED.items():
        run = with_answer(run, id_, answered, {})
    return run


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, translation: Translation) -> GoldenDialog:
    translation.use("en")
    dialog = GoldenDialog(theme)
    qtbot.addWidget(dialog)
    dialog.show_questions(_ALL, {})
    return dialog


def test_a_model_is_offered_with_its_cost_where_one_is_chosen(dialog: GoldenDialog) -> None:
    assert dialog.answers.isHidden()
    dialog.show_runs([_answered()])
    dialog.show_model("qwen", AnswerCost(0))
    assert dialog.answers.isHidden(), "nothing can be answered"
    dialog.show_model("qwen", AnswerCost(4, 1, 30.0))
    assert dialog.answers.text() == "Have qwen answer them too"
    assert dialog.cost.isHidden()
    dialog.answers.setChecked(True)
    assert not dialog.cost.isHidden()
    assert dialog.minimumSizeHint().height() < 600, "its buttons can be reached on a small screen"
    assert dialog.cost.text().startswith("4 questions, an answer takes 30 s: about 3 min.")
    dialog.show_model("qwen", AnswerCost(1))
    assert dialog.cost.text().startswith("1 question; how long an answer takes is not known yet.")


def test_hits_and_what_is_at_fault_are_shown(dialog: GoldenDialog) -> None:
    dialog.show_runs([_run()])
    assert dialog.results.hits.isHidden()
    assert len(dialog.results.figures.cells[1]) == 7
    dialog.show_runs([_run(), _answered()])
    results = dialog.results
    assert results.hits.text() == (
        "1 of 3 answers of qwen cite the passage that is expected. 1 question was answered without it."
    )
    assert [cell.text() for cell in results.figures.cells[1]][-1] == "33 %"
    rows = {row.question.text(): (row.said.text(), row.advice.text()) for row in results.rows.rows}
    assert list(rows) == ["low", "crowd", "text"]
    assert rows["low"][0].endswith("Given this passage alone, the model cites it: the ranking is at fault.")
    assert rows["low"][0].startswith("Other passages come before it")
    assert rows["crowd"][0] == "The model read it, but cites it only when it is given alone."
    assert "larger model" in rows["crowd"][1]
    assert rows["text"][0].startswith("Even given alone it is not cited")
    assert results.summary.text() == "3 of 4 are answered as expected", "what is found is counted as before"


def test_answers_are_asked_for_shown_and_kept_when_the_server_goes(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, tmp_path: Path
) -> None:
    async def run() -> None:
        library = StandInOpenLibrary(tmp_path, StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))
        library.settings.save(Settings(chat_model="qwen"))
        library.golden.kept = {one.id: one for one in _ALL}
        library.golden.coming = [_run(), _run(), _run()]
        window = Window(library, make_jobs(), theme, translation, lambda _: True)
        await window.open()
        dialog = window.golden.open()
        await until(lambda: not dialog.answers.isHidden())
        dialog.run_button.click()
        await until(lambda: dialog.results.run is not None and not dialog.stop_button.isVisible())
        assert library.golden.answering == [], "nobody asked for that"

        library.golden.answered = _ANSWERED
        dialog.answers.setChecked(True)
        dialog.run_button.click()
        await until(lambda: len(library.golden.done) == 2 and not dialog.stop_button.isVisible())
        assert library.golden.answering == ["qwen"]
        assert dialog.results.run == library.golden.done[-1]
        assert dialog.results.hits.text().startswith("1 of 3 answers")
        assert (dialog.bar.value(), dialog.bar.maximum()) == (4, 4)
        assert dialog.run_button.x() < dialog.compare_button.x(), "what was hidden comes back where it was"

        library.golden.answered = {_HIT.id: Answered(True, True)}
        library.golden.error = Dropped(address="http://127.0.0.1:11434", why="it ended")
        dialog.run_button.click()
        await until(lambda: bool(dialog.told.text()))
        assert dialog.results.hits.text().startswith("1 of 1 answers"), "what was answered until then is shown"
        dialog.reject()
        await window.close()

    in_loop(run())
