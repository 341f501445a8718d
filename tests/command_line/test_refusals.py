"""What a command refuses: one line that says what, where and what to do, exit 2, and as JSON the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangdan_gui.cli import main

Captured = pytest.CaptureFixture[str]


def refusal(words: list[str], capsys: Captured) -> dict[str, str]:
    """The error of a command that can't run, after the conventions that hold for all of them."""
    assert main([*words, "--json"]) == 2
    streams = capsys.readouterr()
    error: dict[str, str] = json.loads(streams.out)["error"]
    assert streams.err.splitlines() == [f"{error['message']} {error['advice']}"]
    return error


@pytest.mark.parametrize("command", ["convert", "chunks"])
@pytest.mark.parametrize("name", ["folder", "empty.md", "old.zip", "program.exe"])
def test_a_file_that_cant_be_read_is_named_with_what_to_do(
    command: str, name: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("empty.md", "old.zip"):
        (tmp_path / file).touch()
    (tmp_path / "program.exe").write_bytes(b"MZ\0\0")
    error = refusal([command, str(tmp_path / name)], capsys)
    assert error["id"] == "unreadable-file"
    assert str(tmp_path / name) in error["message"]
    assert error["advice"]


def test_a_document_is_not_written_over_by_its_markdown(tmp_path: Path, capsys: Captured) -> None:
    page = tmp_path / "教案.md"
    page.write_text("---\nauthor: 王老师\n---\n# 分数\n\n同分母分数相加，分母不变。\n", encoding="utf-8")
    before = page.read_bytes()
    link = tmp_path / "link.md"
    link.symlink_to(page)
    for out in (page, link):
        assert refusal(["convert", str(page), "-o", str(out)], capsys)["id"] == "usage"
    assert page.read_bytes() == before


def test_a_page_pasted_by_mistake_is_not_said_back_whole(tmp_path: Path, capsys: Captured) -> None:
    error = refusal(["--home", str(tmp_path / "home"), "sources", "show", "长" * 20_000], capsys)
    assert error["id"] == "unknown-source"
    assert len(error["message"]) < 1_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "--all", "nope"], "--all means every source"),
        (["build", "--embedder", ""], "--embedder"),
        (["search", "tide", "--mode", "meaning"], "must be one of hybrid, dense, keyword"),
        (["build", "--splitter", ""], "--splitter"),
        (["build", "--splitter", "other"], "other"),
        (["build", "--min", "-1"], "0 or more"),
        (["build", "--overlap", "-1"], "0 or more"),
        (["build", "--size", "large"], "“large” is no whole number"),
        (["search", "question", "-k", "1.5"], "“1.5” is no whole number"),
        (["golden", "try", "--keyword-weight", "half"], "“half” is no whole number"),
        (["search", "question", "--tag", " "], "--tag"),
        (["ask", "question", "-c", ""], "-c"),
        (["--home", "", "sources", "list"], "--home"),
    ],
)
def test_what_means_nothing_is_refused_with_what_to_do(
    words: list[str], said: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GANGDAN_HOME", str(tmp_path / "home"))
    error = refusal(words, capsys)
    assert said in error["message"]
    assert error["advice"]
