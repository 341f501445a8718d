"""From a folder to answers on the command line, on real parts; once by processes, as a user runs the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.course import write_course
from tests.program import Ran, run_here
from tests.web_server.server import WebServer

pytestmark = pytest.mark.usefixtures("one_model")


def run_apart(*words: str) -> Ran:
    """Run one command in a process of its own, on a system that is not set up for other letters than English ones."""
    done = subprocess.run(
        [sys.executable, "-m", "gangdan_gui", *words],
        capture_output=True,
        check=False,
        timeout=100,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    return Ran(done.returncode, done.stdout, done.stderr)


class Program:
    """Runs the program on one library."""

    def __init__(self, home: Path, *, apart: bool = False) -> None:
        self.home = home
        self._call = run_apart if apart else run_here

    def run(self, *words: str, code: int = 0) -> dict[str, Any]:
        """Run one command with `--json`; the object it printed. Another exit code, or anything else there, fails."""
        done = self._call(*words, "--json", "--home", str(self.home))
        assert done.returncode == code, (done.returncode, done.stdout.decode(), done.stderr.decode())
        assert b"Traceback" not in done.stderr
        lines = done.stdout.decode("utf-8").splitlines()
        assert len(lines) == 1
        found = json.loads(lines[0])
        assert isinstance(found, dict)
        return found

    def add(self, folder: Path, *words: str) -> str:
        """Add a source; its id."""
        return str(self.run("sources", "add", str(folder), *words)["source"]["id"])

    def build(self, *words: str, code: int = 0) -> dict[str, Any]:
        """Build; the first source's entry."""
        entry = self.run("build", *words, code=code)["sources"][0]
        assert isinstance(entry, dict)
        return entry

    def paths(self, question: str, *words: str) -> list[str]:
        """The documents of the first five hits."""
        return [hit["path"] for hit in self.run("search", question, "-k", "5", *words)["hits"]]


@pytest.fixture
def program(home: Path) -> Program:
    return Program(home)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return write_course(tmp_path / "备课 资料 #1")


def test_a_folder_becomes_searchable_and_follows_its_files(program: Program, course: Path) -> None:
    source = program.add(course, "--title", "机器学习 2024")
    new = {
        "id": source, "title": "机器学习 2024", "kind": "local", "state": "new", "documents": 0, "chunks": 0,
        "embedder": "", "problems": [],
    }  # fmt: skip
    listed = program.run("sources", "list")["sources"][0]
    assert {name: listed[name] for name in new} == new
    assert not any(listed[name] for name in listed.keys() - new), "nothing is said of what is not built"

    built = program.build(source)
    assert (built["state"], built["documents"], built["problems"]) == ("ready", 6, [])
    assert built["files"] == {"fetched": 6, "unchanged": 0, "failed": 0, "removed": 0}
    assert built["chunks"]["total"] == built["chunks"]["added"] == built["embedded"] > 5
    assert set(built["seconds"]) == {"fetch", "convert", "chunk", "embed", "store", "total"}

    assert program.paths("Which shapes of arrays can be added?")[0] == "broadcasting.rst"
    assert program.paths("how do pupils sort cards")[0] == "sorting.html"
    assert program.paths("学习率太大会怎样？")[0] == "讲义/梯度下降.md"
    assert program.paths("水草冒气泡说明什么")[0] == "讲义/实验.txt"
    assert "tables.ipynb" in program.paths("mean of a group of rows")

    again = program.build(source)
    assert (again["embedded"], again["from_cache"], again["files"]["unchanged"]) == (0, 0, 6)
    assert again["chunks"]["added"] == again["chunks"]["removed"] == 0

    (course / "broadcasting.rst").unlink()
    (course / "sorting.html").rename(course / "cards.html")
    lesson = course / "讲义" / "梯度下降.md"
    tides = "月球的引力使海水每天涨落两次，沿海的学生可以记录涨潮和退潮的时间并画成曲线。"
    lesson.write_text(f"# 潮汐\n\n{tides}\n{tides}\n", "utf-8")
    changed = program.build(source)
    assert (changed["state"], changed["documents"]) == ("ready", 5)
    assert changed["files"] == {"fetched": 2, "unchanged": 3, "failed": 0, "removed": 2}
    assert changed["from_cache"] >= 1, "a renamed file needs no new vector"

    files = {line["path"]: line for line in program.run("sources", "show", source)["files"]}
    assert set(files) == {"cards.html", "recursion.py", "tables.ipynb", "讲义/实验.txt", "讲义/梯度下降.md"}
    assert files["讲义/实验.txt"]["encoding"] == "gb18030"
    found = program.run("search", "学习率太大会怎样？", "-k", "50")["hits"]
    assert not any("学习率" in hit["text"] for hit in found), "nothing old answers for something new"
    assert program.paths("月球与涨潮")[0] == "讲义/梯度下降.md"
    assert "broadcasting.rst" not in program.paths("Which shapes of arrays can be added?", "-c", source)


@pytest.mark.slow
def test_titles_of_every_kind_stay_apart(program: Program, tmp_path: Path) -> None:
    titles = ["go", "C++", "C#", "机器学习 2024", "物理 2024", "con", "Go"]
    ids = []
    for number, title in enumerate(titles):
        folder = tmp_path / str(number)
        folder.mkdir()
        word = f"lesson number {number} about the subject called {title}, told at some length for the class"
        (folder / "readme.md").write_text(f"# {title}\n\n{word}\n", "utf-8")
        ids.append(program.add(folder, "--title", title))
    assert len({name.casefold() for name in ids}) == len(titles)
    built = program.run("build", "--all")["sources"]
    found = [(entry["id"], entry["state"], entry["chunks"]["total"]) for entry in built]
    assert found == [(source, "ready", 1) for source in ids]
    for number, source in enumerate(ids):
        hits = program.run("search", f"the lesson called {titles[number]}", "-c", source)["hits"]
        assert [hit["source"] for hit in hits] == [source]
        assert f"lesson number {number} " in hits[0]["text"]


@pytest.mark.slow
def test_asking_answers_with_numbered_passages_and_exports_them(home: Path, course: Path, tmp_path: Path) -> None:
    program = Program(home, apart=True)
    program.build(program.add(course), code=0)
    written = tmp_path / "答案.md"
    answer = program.run("ask", "什么是梯度下降？", "--export", str(written))
    assert answer["complete"] is True
    assert answer["model"] == ""
    assert [citation["number"] for citation in answer["citations"]] == list(range(1, len(answer["passages"]) + 1))
    first = answer["passages"][0]
    assert first["path"] == "讲义/梯度下降.md"
    assert first["text"] in answer["answer"]
    assert "讲义/梯度下降.md" in written.read_text("utf-8")

    more = program.run("ask", "How do I sort cards?", "--conversation", answer["conversation"])
    assert more["conversation"] == answer["conversation"]
    listed = program.run("conversations", "list")["conversations"]
    assert [(item["id"], item["exchanges"]) for item in listed] == [(answer["conversation"], 2)]

    exported = tmp_path / "all.json"
    told = program.run("export", answer["conversation"], "-o", str(exported))
    assert told == {"file": str(exported), "bytes": exported.stat().st_size}
    assert "How do I sort cards?" in exported.read_text("utf-8")
    page = tmp_path / "first.html"
    program.run("conversations", "export", answer["conversation"], "-o", str(page), "--answer", "1")
    assert "讲义/梯度下降.md" in page.read_text("utf-8")
    assert "How do I sort cards?" not in page.read_text("utf-8")
    document = tmp_path / "all.docx"
    assert program.run("export", answer["conversation"], "-o", str(document))["bytes"] == document.stat().st_size
    assert zipfile.is_zipfile(document)
    refused = program.run("export", answer["conversation"], "-o", str(page), "--answer", "3", code=2)["error"]
    assert (refused["id"], refused["message"]) == ("unknown-answer", "The conversation has no answer 3.")


def test_offsets_lead_into_the_converted_document(program: Program, course: Path) -> None:
    program.build(program.add(course))
    text = program.run("convert", str(course / "broadcasting.rst"))["text"]
    hits = program.run("search", "Which shapes fit?", "--path", "broadcasting.rst")["hits"]
    assert hits
    assert all(text[hit["start"] : hit["end"]] == hit["text"] for hit in hits)


def test_a_file_that_cannot_be_read_is_reported_and_the_rest_is_built(program: Program, course: Path) -> None:
    (course / "photo.md").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 40)
    (course / "film.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(range(256)))
    (course / "broken.ipynb").write_text('{"cells": [', "utf-8")
    (course / "empty.md").write_bytes(b"")
    source = program.add(course)
    built = program.build(source, code=1)
    assert built["documents"] == 6
    assert built["files"]["failed"] == 2
    assert sorted(problem["path"] for problem in built["problems"]) == ["broken.ipynb", "photo.md"]
    files = program.run("sources", "show", source)["files"]
    states = {line["path"]: (line["state"], bool(line["reason"])) for line in files}
    assert states["photo.md"] == ("failed", True)
    assert states["film.mp4"] == states["empty.md"] == ("skipped", True)
    assert program.build(source, code=1)["problems"] == built["problems"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["search", "x y z"], "nothing-built"),
        (["search", "   "], "empty-question"),
        (["ask", "why?", "-c", "nowhere"], "unknown-source"),
        (["build", "nowhere"], "unknown-source"),
        (["sources", "add", "/no/such/folder"], "location-missing"),
        (["sources", "show", "nowhere"], "unknown-source"),
        (["sources", "remove", "nowhere"], "unknown-source"),
        (["build", "--embedder", "nonsense"], "invalid-setting"),
        (["build", "--size", "100", "--overlap", "100"], "invalid-chunking"),
        (["export", "nowhere", "-o", "x.md"], "unknown-conversation"),
        (["search"], "usage"),
        (["frobnicate"], "usage"),
        (["convert", "/no/such/file.md"], "location-missing"),
    ],
)
def test_what_cannot_run_says_why_and_what_to_do(program: Program, words: list[str], error: str) -> None:
    found = program.run(*words, code=2)["error"]
    assert found["id"] == error
    assert found["message"]
    assert set(found) == {"id", "message", "advice"}


def test_removing_and_adding_again_at_once(program: Program, course: Path) -> None:
    source = program.add(course)
    program.build(source)
    assert program.run("sources", "remove", source) == {"removed": source}
    assert program.run("sources", "list") == {"sources": []}
    assert program.run("search", "sort cards", code=2)["error"]["id"] == "nothing-built"
    again = program.add(course)
    built = program.build(again)
    assert (built["state"], built["documents"], built["embedded"]) == ("ready", 6, 0)


def test_a_folder_that_is_away_loses_nothing(program: Program, course: Path) -> None:
    source = program.add(course)
    before = program.build(source)
    course.rename(course.with_name("unplugged"))
    away = program.build(source, code=1)
    assert away["chunks"]["total"] == before["chunks"]["total"]
    assert [problem["stage"] for problem in away["problems"]] == ["fetch"]
    assert program.paths("how do pupils sort cards")[0] == "sorting.html"


@pytest.mark.slow
def test_other_chunking_makes_a_new_generation(program: Program, course: Path) -> None:
    source = program.add(course)
    program.build(source)
    smaller = program.build(source, "--size", "200", "--overlap", "40", "--min", "20")
    hits = program.run("search", "how do pupils sort cards", "-k", "50")["hits"]
    assert smaller["state"] == "ready"
    kept = program.build(source)
    assert kept["chunks"]["total"] == smaller["chunks"]["total"], "a built source keeps its chunking"
    assert len({(hit["path"], hit["start"]) for hit in hits}) == len(hits)


def test_an_address_is_added_with_the_whole_site_below_it(
    program: Program, web_server: WebServer, tmp_path: Path
) -> None:
    (tmp_path / "site/guide").mkdir(parents=True)
    for name, way in (("index", "sorting.html"), ("sorting", "deep.html"), ("deep", "index.html")):
        text = f"<!DOCTYPE html><h1>{name}</h1><p>{name}: pupils sort cards into the right order.<a href={way}>on</a>"
        (tmp_path / f"site/guide/{name}.html").write_text(text, "utf-8")
    address = f"{web_server.site('docs.example.org', tmp_path / 'site')}guide/"
    added = program.run("sources", "add", address, "--site", "--title", "Cards", "--depth", "1")["source"]
    assert (added["kind"], added["title"]) == ("site", "Cards")
    built = program.build(added["id"], code=1)
    assert (built["state"], built["documents"]) == ("ready", 2)
    assert ["links were followed 1 deep" in problem["reason"] for problem in built["problems"]] == [True]
    assert program.run("search", "sorting cards")["hits"][0]["url"].startswith(address)
    assert program.run("sources", "add", str(tmp_path), "--site", code=2)["error"]


def test_the_catalogue_is_listed_and_searched(program: Program) -> None:
    offered = program.run("sources", "catalog")["sources"]
    assert len(offered) >= 43
    fields = {"id", "title", "kind", "state", "documents", "chunks", "embedder", "problems",
              "language", "licence", "description", "description_zh", "size"}  # fmt: skip
    assert all(fields <= set(entry) and entry["state"] == "new" and entry["size"] > 0 for entry in offered)
    found = [entry["id"] for entry in program.run("sources", "catalog", "深度学习", "ZH")["sources"]]
    assert "d2l-zh" in found
    assert set(found) < {entry["id"] for entry in offered}
    assert program.run("sources", "catalog", "no such subject") == {"sources": []}
