"""One answer of a conversation, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import ExportFailed, UnknownAnswer
from gangdan_gui.exporting import pandoc_document
from gangdan_gui.exporting.exporters import export, one_answer
from tests.exporting.given import LESSON


def test_it_is_named_by_its_question() -> None:
    one = one_answer(LESSON, 2)
    assert (one.title, one.id, len(one.exchanges)) == ("How is a tuple made?", "c1", 1)
    assert one.exchanges[0] is LESSON.exchanges[1]


@pytest.mark.parametrize("number", [0, -1, 3])
def test_there_is_no_other(number: int) -> None:
    with pytest.raises(UnknownAnswer) as caught:
        one_answer(LESSON, number)
    assert caught.value.facts == {"conversation": "c1", "number": str(number), "count": "2"}


def test_it_is_written_alone(tmp_path: Path) -> None:
    export(one_answer(LESSON, 1), tmp_path / "x.md")
    text = (tmp_path / "x.md").read_text("utf-8")
    assert text.startswith("# 列表和元组有什么区别？\n\n*Model: ")
    assert "tuple made" not in text
    export(one_answer(LESSON, 2), tmp_path / "x.json")
    assert [one["question"] for one in json.loads((tmp_path / "x.json").read_bytes())["exchanges"]] == [
        "How is a tuple made?"
    ]


@pytest.mark.parametrize("ending", [".docx", ".html"])
def test_a_failure_writes_nothing_and_leaves_what_was_there(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"x{ending}"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(pandoc_document, "_VERSION", [99])
    with pytest.raises(ExportFailed) as caught:
        export(LESSON, file)
    assert caught.value.facts["reason"] == "conversion-failed"
    assert caught.value.facts["detail"]
    assert file.read_text("utf-8") == "old"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_a_pandoc_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc_document, "_SECONDS", 0.001)
    with pytest.raises(ExportFailed) as caught:
        export(LESSON, tmp_path / "x.html")
    assert caught.value.facts == {"reason": "too-slow", "detail": ""}
    assert list(tmp_path.iterdir()) == []
