"""`chunks`: how a file is cut, by each splitter, and by two beside each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.chunking.names import NAMES
from gangdan_gui.cli import main

Captured = pytest.CaptureFixture[str]
TABLE = "| City | 人口 |\n|---|---|\n" + "".join(f"| Town {number} | {number * 1000} |\n" for number in range(40))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(f"# Towns\n\nWhere people live.\n\n## List\n\n{TABLE}\n## After\n\nThe end of it.\n", "utf-8")
    return file


def said(words: list[str], capsys: Captured) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    payload: dict[str, Any] = json.loads(capsys.readouterr().out)
    return payload


@pytest.mark.parametrize("name", NAMES)
def test_every_splitter_can_be_asked_for(name: str, page: Path, capsys: Captured) -> None:
    payload = said(["chunks", str(page), "--splitter", name, "--size", "200", "--overlap", "40", "--min", "5"], capsys)
    text = page.read_text("utf-8")
    assert payload["count"] == len(payload["chunks"]) > 3
    assert all(chunk["text"] == text[chunk["start"] : chunk["end"]] for chunk in payload["chunks"])


def test_later_rows_are_embedded_with_the_header_of_their_table(page: Path, capsys: Captured) -> None:
    payload = said(["chunks", str(page), "--splitter", "structure", "--size", "200", "--overlap", "0"], capsys)
    rows = next(chunk for chunk in payload["chunks"] if chunk["text"].startswith("| Town"))
    assert rows["embedded_text"] == "| City | 人口 |\n|---|---|\n" + rows["text"]


def test_small_chunks_are_usual_where_their_section_is_read(page: Path, capsys: Captured) -> None:
    assert said(["chunks", str(page), "--splitter", "parents"], capsys)["longest"] <= 300
    assert 300 < said(["chunks", str(page), "--splitter", "headings"], capsys)["longest"] <= 800


def test_two_splitters_beside_each_other(page: Path, capsys: Captured) -> None:
    words = ["chunks", str(page), "--size", "200", "--overlap", "0", "--compare", "structure"]
    payload = said(words, capsys)
    other = said(["chunks", str(page), "--size", "200", "--overlap", "0", "--splitter", "structure"], capsys)
    assert payload["compared"] == {"splitter": "structure", **other}
    assert main(words) == 0
    window, structure = capsys.readouterr().out.splitlines()
    assert window.startswith(f"window: {payload['count']} chunks, shortest {payload['shortest']}")
    assert structure.startswith(f"structure: {other['count']} chunks")


@pytest.mark.parametrize("option", ["--splitter", "--compare"])
def test_an_unknown_splitter_is_refused_by_name(option: str, page: Path, capsys: Captured) -> None:
    assert main(["chunks", str(page), option, "nope", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["id"] == "not-available"
    assert "nope" in error["message"]
    assert all(name in error["advice"] for name in NAMES)
