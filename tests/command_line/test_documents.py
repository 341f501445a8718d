"""Single documents on the command line: looked at, corrected, taken out, put back."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.program import Ran

pytestmark = pytest.mark.usefixtures("one_model")

Run = Callable[..., Ran]
LESSON = "# Water\n\nThe water cycle: rain falls on hills, runs into rivers, reaches the sea and rises as vapour.\n"


@pytest.fixture
def course(run: Run, tmp_path: Path) -> Path:
    """A folder that is built as the source `Course`."""
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "water.md").write_text(LESSON, "utf-8")
    (folder / "again.md").write_text(LESSON, "utf-8")
    (folder / "wörter.txt").write_text("Ein Wörterbuch der Wolken, mit Bildern und Erklärungen für die Schule. " * 20)
    run("sources", "add", str(folder), "--title", "Course")
    assert run("build", "Course", "--size", "300").returncode == 0
    return folder


def said(done: Ran, code: int = 0) -> dict[str, Any]:
    assert done.returncode == code, done.stderr.decode()
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def refused(done: Ran) -> str:
    return str(said(done, 2)["error"]["id"])


def test_a_document_is_shown_with_what_is_known_of_it(run: Run, course: Path) -> None:
    shown = said(run("documents", "show", "Course", "water.md", "--json"))
    assert (shown["title"], shown["language"], shown["markdown"]) == ("Water", "en", LESSON)
    assert (shown["correction"], shown["same_as"], shown["characters"]) == (None, "again.md", len(LESSON))
    assert run("documents", "show", "Course", "water.md", "--markdown").stdout.decode() == LESSON
    original = said(run("documents", "show", "Course", "water.md", "--original", "--json"))["original"]
    assert (original["text"], original["format"]) == (LESSON, "md")
    assert original["file"] == str(course / "water.md")
    cut = said(run("documents", "show", "Course", "water.md", "--chunks", "--json"))
    (chunk,) = cut["chunks"]
    assert chunk["text"] == chunk["embedded_text"] == LESSON
    assert (chunk["start"], chunk["end"], chunk["characters"]) == (0, len(LESSON), len(LESSON))
    assert chunk["parts"] == [{"start": 0, "end": len(LESSON), "embedded_text": LESSON}]
    vector = chunk["vector"]
    assert (vector["embedder"], vector["cached"], vector["stored"]) == ("builtin", True, True)
    assert (cut["count"], cut["shortest"], cut["longest"], cut["mean"]) == (1, *[len(LESSON)] * 3)
    assert cut["chunking"]["splitter"] == "window"
    told = run("documents", "show", "Course", "water.md", "--chunks").stdout.decode()
    assert f"id {chunk['id']}, vector by builtin {chunk['vector']['digest']}, kept, in the collection" in told
    decomposed = unicodedata.normalize("NFD", "wörter.txt")
    assert said(run("documents", "show", "Course", decomposed, "--json"))["path"] == "wörter.txt"


def test_a_passage_that_is_embedded_in_parts_says_where_they_are(run: Run, course: Path) -> None:
    text = "Water runs down the hill and meets the river, which reaches the sea at last. " * 10
    (course / "long.txt").write_text(text, "utf-8")
    run("build", "Course", "--size", "800")
    (chunk,) = said(run("documents", "show", "Course", "long.txt", "--chunks", "--json"))["chunks"]
    first, second = chunk["parts"]
    assert (first["start"], first["end"], second["end"]) == (0, second["start"], len(chunk["text"]))
    assert first["embedded_text"] + second["embedded_text"] == chunk["text"]
    told = run("documents", "show", "Course", "long.txt", "--chunks").stdout.decode()
    assert f"embedded in 2 parts: 0–{first['end']}, {first['end']}–{second['end']}" in told


def test_title_and_facts_are_put_right_and_taken_back(run: Run, course: Path) -> None:
    words = ("--title", " 水循环 ", "--author", "李", "--author", "Ann Lee", "--date", "2024-05", "--venue", "Class 7",
             "--doi", "https://doi.org/10.1/x", "--tag", "water")  # fmt: skip
    done = said(run("documents", "edit", "Course", "water.md", *words, "--build", "--json"))
    assert [entry["files"]["fetched"] for entry in done["sources"]] == [1]
    shown = said(run("documents", "show", "Course", "water.md", "--json"))
    assert shown["title"] == "水循环"
    assert shown["facts"] == {
        "authors": ["李", "Ann Lee"], "date": "2024-05", "venue": "Class 7", "doi": "10.1/x", "tags": ["water"],
    }  # fmt: skip
    said(run("documents", "edit", "Course", "water.md", "--title", "", "--author", "", "--build", "--json"))
    shown = said(run("documents", "show", "Course", "water.md", "--json"))
    assert (shown["title"], "authors" in shown["facts"], shown["facts"]["tags"]) == ("Water", False, ["water"])
    undone = said(run("documents", "edit", "Course", "water.md", "--undo", "--build", "--json"))
    assert undone["correction"] is None
    report = said(run("sources", "show", "Course", "--json"))
    assert report["corrected"] == 0


def test_a_text_is_read_from_a_file_or_from_standard_input(
    run: Run, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.md"
    mine.write_bytes(
        "# Snow\r\n\r\nSnow is frozen water that falls in flakes; it covers the hills.\r\n".encode("utf-16")
    )
    said(run("documents", "edit", "Course", "water.md", "--text", str(mine), "--build", "--json"))
    shown = said(run("documents", "show", "Course", "water.md", "--json"))
    assert shown["markdown"] == "# Snow\n\nSnow is frozen water that falls in flakes; it covers the hills.\n"
    hail = b"# Hail\n\nHail is ice that falls in lumps from thunder clouds, and breaks windows.\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(hail)))
    said(run("documents", "edit", "Course", "water.md", "--text", "-", "--build", "--json"))
    assert said(run("documents", "show", "Course", "water.md", "--json"))["title"] == "Hail"
    mine.write_bytes(b" \n")
    assert refused(run("documents", "edit", "Course", "water.md", "--text", str(mine), "--json")) == "empty-text"
    assert refused(run("documents", "edit", "Course", "water.md", "--text", "nowhere", "--json")) == "location-missing"


def test_documents_and_chunks_are_taken_out_and_put_back(run: Run, course: Path) -> None:
    said(run("documents", "edit", "Course", "water.md", "--exclude", "--build", "--json"))
    report = said(run("sources", "show", "Course", "--json"))
    states = {line["path"]: (line["state"], line["reason"]) for line in report["files"]}
    assert states["water.md"] == ("skipped", "you have taken it out of the collection")
    assert report["states"] == {"ready": 2, "skipped": 1}
    said(run("documents", "edit", "Course", "water.md", "--include", "--build", "--json"))
    words = ("documents", "show", "Course", "wörter.txt", "--chunks", "--json")
    before = said(run(*words))["chunks"]
    said(run("documents", "edit", "Course", "wörter.txt", "--exclude-chunk", "1", "--build", "--json"))
    shown = said(run(*words))
    assert [piece["ordinal"] for piece in shown["excluded"]] == [1]
    assert shown["excluded"][0]["text"] == before[1]["text"]
    assert 1 not in [chunk["ordinal"] for chunk in shown["chunks"]]
    said(run("documents", "edit", "Course", "wörter.txt", "--include-chunk", "1", "--build", "--json"))
    assert said(run(*words))["chunks"] == before


def test_the_report_says_what_its_files_are_together(run: Run, course: Path) -> None:
    report = said(run("sources", "show", "Course", "--json"))
    assert (report["kind"], report["states"], report["encodings"]) == ("local", {"ready": 3}, {"utf-8": 3})
    assert (report["duplicates"], report["near_empty"]) == (1, ["again.md", "water.md"])
    line = next(line for line in report["files"] if line["path"] == "water.md")
    assert (line["title"], line["language"], line["same_as"], line["corrected"]) == ("Water", "en", "again.md", False)


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        (["no such", "water.md", "--exclude"], "unknown-source"),
        (["Course", "no such.md", "--exclude"], "document-missing"),
        (["Course", "water.md"], "usage"),
        (["Course", "water.md", "--undo", "--title", "x"], "usage"),
        (["Course", "water.md", "--exclude", "--include"], "usage"),
        (["Course", "water.md", "--date", "2024-13"], "usage"),
        (["Course", "water.md", "--date", "yesterday"], "usage"),
        (["Course", "water.md", "--exclude-chunk", "99"], "usage"),
        (["Course", "water.md", "--include-chunk", "0"], "usage"),
    ],
)
def test_what_cant_be_done_is_refused(run: Run, course: Path, words: list[str], id_: str) -> None:
    assert refused(run("documents", "edit", *words, "--json")) == id_
    assert said(run("documents", "show", "Course", "water.md", "--json"))["correction"] is None
