"""An answer on a terminal while it is written; where nobody watches it comes whole in the end."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.events import Answering, AnswerStage, TextArrived, TextWithdrawn
from gangdan_gui.saying import Draft

EVENTS = (
    Answering("qwen3", AnswerStage.LOADING),
    TextArrived("Hm, ", "c"),
    TextWithdrawn(),
    TextArrived("广播", "c"),
    TextArrived(" [1].", "c"),
)


def _shown(*, wanted: bool) -> bool:
    draft = Draft(wanted=wanted)
    for event in EVENTS:
        draft.show(event)
    return draft.shown


def test_a_terminal_shows_each_piece_as_it_comes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert _shown(wanted=True)
    first, thought, told, answer = capsys.readouterr().out.splitlines()
    assert (first, thought, answer) == ("(qwen3 is being loaded)", "Hm, ", "广播 [1].")
    assert "thinking" in told


def test_all_stages_have_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for stage in AnswerStage:
        Draft(wanted=True).show(Answering("qwen3", stage))
    assert capsys.readouterr().out.count("(qwen3 ") == len(AnswerStage)


@pytest.mark.parametrize(("terminal", "wanted"), [(False, True), (True, False)])
def test_nothing_is_shown_to_a_file_or_beside_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool, wanted: bool
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert not _shown(wanted=wanted)
    assert capsys.readouterr().out == ""
