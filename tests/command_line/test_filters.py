"""The filters of searches on the command line, and what the JSON of their passages says of documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangdan_gui import payloads
from gangdan_gui.arguments import read_arguments
from gangdan_gui.cli import main
from gangdan_gui.commands.library import said_of
from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.search import Citation, Passage


def passage(facts: DocumentFacts) -> Passage:
    return Passage(1, "s", "a.md", "", "A", (), 0, 1, "x", "en", 0.5, 0.5, facts=facts)


@pytest.mark.parametrize("command", ["search", "ask"])
def test_questions_take_a_date_and_tags(command: str) -> None:
    read = read_arguments([command, "q", "--since", "2024-05", "--until", "2025", "--tag", "水", "--tag", "ice"])
    assert (read.since, read.until, read.tags) == ("2024-05", "2025", ["水", "ice"])
    assert (read_arguments([command, "q"]).since, read_arguments([command, "q"]).tags) == ("", [])


def test_passages_and_citations_say_what_is_known_and_nothing_else() -> None:
    known = passage(DocumentFacts(("Jane Doe",), "2024", doi="10.1000/a"))
    facts = {"authors": ["Jane Doe"], "date": "2024", "doi": "10.1000/a"}
    assert payloads.passage(known)["facts"] == facts
    assert payloads._citation(Citation.of(known, None))["facts"] == facts
    assert "facts" not in payloads.passage(passage(DocumentFacts()))


def test_the_same_text_elsewhere_is_named_beside_its_passage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ["--home", str(tmp_path / "home")]
    for name in ("one", "two"):
        lesson = tmp_path / name / "lesson.md"
        lesson.parent.mkdir()
        lesson.write_text("# Rain\n\nRain falls on the hills and in the end reaches the sea again.\n", "utf-8")
        assert main(["sources", "add", str(lesson.parent), *home]) == 0
    assert main(["build", *home]) == 0
    capsys.readouterr()
    assert main(["search", "rain", *home]) == 0
    (head,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("["))
    assert head.endswith("one › lesson.md › Rain = two › lesson.md")


def test_a_bad_date_is_told_with_the_forms_that_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text("---\ndate: 2020\n---\nRain falls on the hills and in the end reaches the sea again.\n", "utf-8")
    home = ["--home", str(tmp_path / "home"), "--json"]
    assert main(["sources", "add", str(lesson), *home]) == 0
    assert main(["build", *home]) == 0
    capsys.readouterr()
    assert main(["search", "rain", "--since", "last year", *home]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["id"] == "invalid-filter"
    assert "2024-05-17" in error["advice"]
    assert main(["search", "rain", "--since", "2020-01", *home]) == 0
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert hit["facts"] == {"date": "2020"}
    for nothing in (["--since", "2021"], ["--until", "2019-12"]):
        assert main(["search", "rain", *nothing, *home]) == 0
        assert json.loads(capsys.readouterr().out)["hits"] == []


def test_a_question_names_documents_by_source_and_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "school"
    (folder / "unit/1").mkdir(parents=True)
    for name in ("unit/1/rain.md", "snow.txt"):
        (folder / name).write_text(f"Rain and snow fall on the hills and in the end reach the sea. {name}\n", "utf-8")
    home = ["--home", str(tmp_path / "home"), "--json"]
    assert main(["sources", "add", str(folder), "--title", "Class 7/a", *home]) == 0
    source = json.loads(capsys.readouterr().out)["source"]["id"]
    assert main(["build", *home]) == 0
    capsys.readouterr()

    by_words = ["search", "rain", "--mode", "keyword"]

    def paths(*said: str) -> list[str]:
        assert main([*by_words, *said, *home]) == 0
        return sorted(hit["path"] for hit in json.loads(capsys.readouterr().out)["hits"])

    assert paths("--document", "Class 7/a/snow.txt", "--kind", "TXT") == ["snow.txt"]
    nested = f"{source}/unit/1/rain.md"
    assert paths("--document", nested, "--document", f"{source}/snow.txt") == ["snow.txt", "unit/1/rain.md"]
    assert main([*by_words, "--document", f"{source}/hail.md", *home]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["id"] == "document-missing"
    assert main([*by_words, "--document", nested, "--kind", "pdf", *home[:2]]) == 0
    told = capsys.readouterr().err
    assert "within what you chose" in told
    assert "Try other words" not in told

    other = tmp_path / "other"
    other.mkdir()
    assert main(["sources", "add", str(other), *home]) == 0
    elsewhere = json.loads(capsys.readouterr().out)["source"]["id"]
    for chosen in ((source,), ("Class 7/a", elsewhere)):
        assert paths("--document", nested, *[word for one in chosen for word in ("-c", one)]) == ["unit/1/rain.md"]
    for command in (by_words, ["ask", "rain"]):
        assert main([*command, "--document", nested, "-c", elsewhere, *home]) == 2
        error = json.loads(capsys.readouterr().out)["error"]
        assert error["id"] == "usage"
        assert nested in error["message"]
        assert "Leave -c out" in error["advice"]


def test_what_is_known_of_a_document_stands_in_brackets_once() -> None:
    assert said_of(DocumentFacts(("Jane Doe",), "2024")) == " (Jane Doe (2024))"
    assert said_of(DocumentFacts(date="2024-05")) == " (2024)"
    assert said_of(DocumentFacts()) == ""


def test_a_converted_file_says_what_is_known_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text("---\nauthor: 王小明\ntags: [水]\n---\nRain falls.\n", "utf-8")
    assert main(["convert", str(lesson), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"] == {"authors": ["王小明"], "tags": ["水"]}
