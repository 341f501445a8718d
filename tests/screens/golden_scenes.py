"""Screens of test questions: how they went, which there are, and one that is being made."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QDialog

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.golden import Answered, Cause, Expected, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.services.requests.trials import TrialStep
from gangdan_gui.ui.window import Window
from tests.ui.passages import PASSAGES
from tests.ui.stand_in_golden import StandInGolden, StandInTrials
from tests.ui.waiting import until


def _asked(
    text: str, family: str, words: str = "When operating on two arrays, NumPy compares their shapes."
) -> GoldenQuestion:
    expected = (Expected("numpy", "broadcasting.rst", Quote(words, 120)),) if words else ()
    return GoldenQuestion.of(text, family, *expected)


QUESTIONS = (
    _asked("NumPy 的广播规则是什么？", Family.ACROSS),
    _asked("How does NumPy compare the shapes of two arrays?", Family.EXACT),
    _asked("怎样给每一行加上同一组数，而不写循环？", Family.PARAPHRASE),
    _asked("What error names both shapes, and when is it raised?", Family.PARTS),
    _asked("pandas 里怎样画热力图？", Family.UNANSWERABLE, ""),
)
_FIGURES = {
    "": (0.75, 0.85, 0.71, 0.74, 0.8), Family.EXACT: (1.0, 1.0, 0.9, 0.92, 1.0),
    Family.PARAPHRASE: (0.7, 0.8, 0.61, 0.66, 0.75), Family.ACROSS: (0.8, 0.9, 0.72, 0.75, 0.8),
    Family.PARTS: (0.5, 0.7, 0.6, 0.58, 0.6),
}  # fmt: skip
_NAMES = ("recall@5", "recall@10", "mrr@10", "ndcg@10", "recall_in_budget")
_COUNTS = {"": 20, Family.EXACT: 6, Family.PARAPHRASE: 5, Family.ACROSS: 5, Family.PARTS: 4}
_CAUSES = (Cause.NOT_IN_SOURCES, Cause.TOO_LOW, Cause.OUT_OF_BUDGET, None, Cause.SEEMED_ANSWERED)


def _run(day: int, bad: int, bound: str) -> GoldenRun:
    """Of twenty questions so many fail; the last ones of the five that are shown, and others that are gone."""
    shown = [Outcome(one.id, 14 if cause is Cause.TOO_LOW else 1, cause if at < bad else None, Support.YES)
             for at, (one, cause) in enumerate(zip(QUESTIONS, _CAUSES, strict=True))]  # fmt: skip
    rest = [Outcome(f"other-{at}", 1, Cause.TOO_LOW if at < bad - len(QUESTIONS) else None) for at in range(15)]
    figures = {str(family): dict(zip(_NAMES, values, strict=True)) for family, values in _FIGURES.items()}
    counts = {str(family): count for family, count in _COUNTS.items()}
    return GoldenRun(f"2026-11-{day:02}T09:30:00+08:00", bound, "hybrid, 10", figures, counts, (*shown, *rest))


RUNS = (
    _run(2, 9, "nomic"), _run(4, 8, "nomic"), _run(9, 7, "nomic"), _run(12, 8, "nomic"), _run(16, 4, "builtin"),
    _run(20, 3, "builtin"), _run(23, 2, "builtin"), _run(30, 5, "builtin"),
)  # fmt: skip


async def _opened(window: Window) -> QDialog:
    golden = window.services.golden
    assert isinstance(golden, StandInGolden)
    golden.kept = {one.id: one for one in QUESTIONS}
    golden.done = list(RUNS)
    dialog = window.golden.open()
    await until(lambda: dialog.results.run is not None)
    return dialog


async def checked(window: Window, language: str) -> QDialog | None:
    """Some fail, one of them got worse."""
    return await _opened(window)


async def listed(window: Window, language: str) -> QDialog | None:
    """The questions that there are, with two that the documents suggest."""
    dialog = await _opened(window)
    proposed = (_asked("What is broadcasting?", Family.EXACT), _asked("什么是通用函数？", Family.EXACT))
    window.golden.dialog.show_proposals(proposed)  # type: ignore[union-attr]  (it was opened)
    return dialog


async def none_yet(window: Window, language: str) -> QDialog | None:
    """No question was ever made."""
    return window.golden.open()


async def made(window: Window, language: str) -> QDialog | None:
    """A passage becomes a question."""
    return window.golden.make(PASSAGES[0], "NumPy 的广播规则是什么？")


async def compared(window: Window, language: str) -> QDialog | None:
    """Two ways were tried."""
    golden, trials = await _opened(window), window.services.trials
    assert isinstance(trials, StandInTrials)
    trials.coming = (RUNS[-1], _better(RUNS[-1]))
    dialog = window.comparing.open(golden)
    dialog.compare_button.click()
    await until(lambda: bool(dialog.outcome.rows.rows))
    return dialog


async def comparing(window: Window, language: str) -> QDialog | None:
    """Two ways are being tried."""
    golden, trials = await _opened(window), window.services.trials
    assert isinstance(trials, StandInTrials)
    trials.gate.clear()
    trials.steps = [TrialStep(1, 520, 1204, Stage.EMBED, "NumPy 用户指南")]
    dialog = window.comparing.open(golden)
    dialog.compare_button.click()
    await until(lambda: dialog.bar.value() > 0)
    return dialog


async def lacking(window: Window, language: str) -> QDialog | None:
    """The last time Ollama was away, and only words were searched."""
    golden = window.services.golden
    assert isinstance(golden, StandInGolden)
    golden.kept = {one.id: one for one in QUESTIONS}
    less = replace(_run(30, 11, "builtin"), lacking=(Reason("words-only", "NumPy 用户指南"),))
    golden.done = [*RUNS[:-1], less]
    dialog = window.golden.open()
    await until(lambda: dialog.results.run is not None)
    return dialog


async def choosing(window: Window, language: str) -> QDialog | None:
    """Two ways are chosen, one of which has to be built."""
    dialog = window.comparing.open(await _opened(window))
    await until(lambda: bool(dialog.cost.text()))
    return dialog


async def answered(window: Window, language: str) -> QDialog | None:
    """A chat model answered too."""
    golden = window.services.golden
    assert isinstance(golden, StandInGolden)
    golden.seconds = 21.0
    golden.coming = [RUNS[-1]]
    made = (
        Answered(False, False),
        Answered(False, False, True),
        Answered(True, False, False),
        Answered(True, True),
    )
    golden.answered = {one.id: answer for one, answer in zip(QUESTIONS, made, strict=False)}
    window.golden.set_model("qwen2.5:7b")
    await _opened(window)
    dialog = window.golden.dialog
    assert dialog is not None
    await until(lambda: not dialog.answers.isHidden())
    dialog.answers.setChecked(True)
    dialog.run_button.click()
    await until(lambda: bool(golden.answering) and not dialog.stop_button.isVisible())
    return dialog


def _better(run: GoldenRun) -> GoldenRun:
    """As the second way finds it."""
    first, second, third, *rest = run.outcomes
    changed = (replace(first, cause=None), replace(second, rank=1, cause=None), replace(third, rank=6))
    figures = {
        family: {name: value if value is None else min(1.0, value + 0.05) for name, value in one.items()}
        for family, one in run.figures.items()
    }
    worse = replace(rest[0], rank=18, cause=Cause.TOO_LOW)
    return replace(run, outcomes=(*changed, worse, *rest[1:]), figures=figures)
