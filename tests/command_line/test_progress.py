"""A build's progress on stderr: one line a stage where nobody watches, and what a download has brought."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.events import DocumentSkipped, Stage, StageProgress
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.saying import Progress


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ((57, 57), "numpy: fetch 57/57"),
        ((57, 57, 3_440_000, 0), "numpy: fetch 57/57, 3.4 MB"),
        ((57, 57, 3_440_000, 8_400_000), "numpy: fetch 57/57, 3.4 of 8.4 MB"),
    ],
)
def test_a_stage_is_told_once_when_it_is_done(
    capsys: pytest.CaptureFixture[str], step: tuple[int, ...], line: str
) -> None:
    progress = Progress()
    for done in (StageProgress("numpy", Stage.FETCH, 0, 0), StageProgress("numpy", Stage.FETCH, *step)) * 2:
        progress.show(done)
    progress.show(StageProgress("numpy", Stage.FETCH, *step))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [line, line]


def test_a_terminal_shows_how_much_of_an_archive_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    Progress().show(StageProgress("numpy", Stage.FETCH, 0, 0, 12_000_000, 26_000_000))
    assert capsys.readouterr().err == "\r\x1b[Knumpy: fetch 12.0 of 26.0 MB"


def test_a_terminal_shows_how_many_documents_have_come_out_of_an_archive(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    Progress().show(StageProgress("lessons", Stage.FETCH, 1200, 0))
    assert capsys.readouterr().err == "\r\x1b[Klessons: fetch 1200"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\nnumpy: fetch 9/9", "a\\nnumpy: fetch 9/9"),
        ("a\x1b[2Jb\r.md", "a\\x1b[2Jb\\r.md"),
        ("x\u202edm.exe", "x\\u202edm.exe"),
        ("水循环 é😀.md", "水循环 é😀.md"),
    ],
)
def test_no_name_of_a_file_steers_the_terminal_or_passes_for_a_line(
    capsys: pytest.CaptureFixture[str], name: str, shown: str
) -> None:
    Progress().show(DocumentSkipped("s", name, Reason("empty")))
    assert capsys.readouterr().err == f"s: {shown}: the file is empty\n"
