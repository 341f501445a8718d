"""The JSON that programs rely on: the keys of every command and what kind of value each has, on one small library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.program import run_here

pytestmark = pytest.mark.usefixtures("one_model")

NUMBER = (int, float)
MAYBE = (int, type(None))
PROBLEMS = [{"path": str, "stage": str, "reason": str}]
SOURCE = {
    "id": str, "title": str, "kind": str, "state": str, "documents": int, "chunks": int, "embedder": str,
    "problems": PROBLEMS,
}  # fmt: skip
FILE = {"path": str, "state": str, "encoding": str, "bytes": int, "chunks": int, "reason": str}
STAGES = {"fetch": NUMBER, "convert": NUMBER, "chunk": NUMBER, "embed": NUMBER, "store": NUMBER, "total": NUMBER}
BUILT = {
    "id": str, "state": str, "files": {"fetched": int, "unchanged": int, "failed": int, "removed": int},
    "documents": int, "chunks": {"total": int, "added": int, "removed": int, "unchanged": int}, "embedded": int,
    "from_cache": int, "seconds": STAGES, "problems": PROBLEMS,
}  # fmt: skip
PLACE = {"source": str, "path": str, "url": str, "heading": str, "start": int, "end": int}
HIT = {
    **PLACE, "rank": int, "text": str, "score": NUMBER, "distance": (*NUMBER, type(None)), "keyword_rank": MAYBE,
    "language": str,
}  # fmt: skip
SEARCHED = {"question": str, "language": str, "hits": [HIT], "supported": str, "seconds": {"total": NUMBER}}
ANSWER = {
    "conversation": str, "question": str, "answer": str, "complete": bool, "supported": str, "model": str,
    "citations": [{**PLACE, "number": int}], "passages": [HIT], "seconds": {"total": NUMBER},
}  # fmt: skip
CHUNK = {"ordinal": int, "heading": str, "start": int, "end": int, "text": str, "embedded_text": str}
CHUNKS = {"chunks": [CHUNK], "count": int, "shortest": int, "longest": int, "mean": NUMBER}
CONVERTED = {"title": str, "encoding": str, "language": str, "text": str, "warnings": [str]}
PACK = {
    "source": str, "documents": int, "chunks": int, "embedder": str, "sha256": str, "ok": bool, "problems": PROBLEMS,
}  # fmt: skip
ERROR = {"error": {"id": str, "message": str, "advice": str}}

Call = Callable[..., dict[str, Any]]


def check(found: Any, shape: Any, where: str = "") -> None:
    """That a value has the keys and kinds of a shape; it may have more keys. Lists are of one kind."""
    if isinstance(shape, dict):
        assert isinstance(found, dict), where
        for name, inner in shape.items():
            assert name in found, f"{where}.{name} is missing"
            check(found[name], inner, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(found, list), where
        for number, one in enumerate(found):
            check(one, shape[0], f"{where}[{number}]")
    else:
        assert isinstance(found, shape), f"{where} is {found!r}"
        assert shape is not int or not isinstance(found, bool), where


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    rain = "Rain falls on the hills, runs into rivers and in the end reaches the sea again. "
    (folder / "unit").mkdir()
    (folder / "unit/rain.md").write_text(f"# Water\n\n## Rain\n\n{rain * 3}\n", "utf-8")
    (folder / "通知.txt").write_text("本周五下午三点在201教室开家长会。\n", "utf-8")
    (folder / "broken.ipynb").write_text('{"cells": [', "utf-8")
    return folder


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Call:
    """Runs a command of one library that is built; its JSON, where it ends as it should."""
    home = str(tmp_path_factory.mktemp("promises") / "home")

    def run(*words: str, code: int = 0) -> dict[str, Any]:
        done = run_here("--json", "--home", home, *words)
        assert done.returncode == code, (done.returncode, done.stdout.decode(), done.stderr.decode())
        (line,) = done.stdout.decode("utf-8").splitlines()
        found = json.loads(line)
        assert isinstance(found, dict)
        return found

    check(run("sources", "add", str(folder), "--title", "Class 7"), {"source": SOURCE})
    built = run("build", "--embedder", "builtin", code=1)
    check(built, {"sources": [BUILT]})
    (entry,) = built["sources"]
    assert (entry["documents"], entry["files"]["failed"], len(entry["problems"])) == (2, 1, 1)
    assert entry["seconds"].keys() == STAGES.keys()
    return run


def test_sources(call: Call) -> None:
    listed = call("sources", "list")
    check(listed, {"sources": [SOURCE]})
    (source,) = listed["sources"]
    shown = call("sources", "show", source["id"])
    check(shown, {"source": SOURCE, "files": [FILE], "licence": str})
    assert [line["path"] for line in shown["files"]] == ["broken.ipynb", "unit/rain.md", "通知.txt"]
    check(call("sources", "catalog", "numpy"), {"sources": [SOURCE]})


@pytest.mark.parametrize("mode", ["hybrid", "dense", "keyword"])
def test_search(call: Call, mode: str) -> None:
    found = call("search", "Where does the rain run?", "-k", "1", "--mode", mode)
    check(found, SEARCHED)
    assert [(hit["rank"], hit["path"]) for hit in found["hits"]] == [(1, "unit/rain.md")]
    assert found["supported"] in ("yes", "weak", "no")


@pytest.mark.parametrize("question", ["？！……", "😀 -- ' %", "\x00\u200b"])
def test_what_holds_no_word_finds_nothing(call: Call, question: str) -> None:
    found = call("search", "--", question)
    check(found, {name: shape for name, shape in SEARCHED.items() if name != "seconds"})
    assert (found["question"], found["hits"], found["supported"]) == (question, [], "no")
    assert call("search", " \n", code=2)["error"]["id"] == "empty-question"


def test_a_note_of_one_line_answers(call: Call) -> None:
    assert call("search", "家长会在哪个教室开？")["hits"][0]["path"] == "通知.txt"


def test_words_of_a_language_that_the_filters_leave_out_are_not_said(call: Call) -> None:
    question = ("search", "In which classroom do parents meet in the afternoon?")
    assert [one["found"][0] for one in call(*question)["bridged"]]
    assert call(*question, "--path", "unit/*")["bridged"] == []


def test_documents_are_named_with_either_slash(call: Call) -> None:
    (source,) = call("sources", "list")["sources"]
    for named in (f"{source['id']}/unit/rain.md", f"{source['id']}\\unit\\rain.md", "Class 7\\unit/rain.md"):
        found = call("search", "the rain", "--document", named)["hits"]
        assert {hit["path"] for hit in found} == {"unit/rain.md"}
    assert call("search", "rain", "--document", "Class 7\\unit\\hail.md", code=2)["error"]["id"] == "document-missing"


def test_ask_and_conversations(call: Call, tmp_path: Path) -> None:
    answer = call("ask", "Where does the rain run?", "--model", "")
    check(answer, ANSWER)
    assert answer["citations"]
    assert (answer["complete"], answer["model"]) == (True, "")
    listed = call("conversations", "list")
    check(listed, {"conversations": [{"id": str, "title": str, "updated": str, "exchanges": int}]})
    told = call("conversations", "export", answer["conversation"], "-o", str(tmp_path / "a.md"))
    assert told == {"file": str(tmp_path / "a.md"), "bytes": (tmp_path / "a.md").stat().st_size}


def test_files_need_no_library(call: Call, folder: Path) -> None:
    check(call("convert", str(folder / "通知.txt")), CONVERTED)
    cut = call("chunks", str(folder / "unit/rain.md"))
    check(cut, CHUNKS)
    assert cut["count"] == len(cut["chunks"]) == 1
    assert call("convert", str(folder / "broken.ipynb"), code=2)["error"]["id"] == "unreadable-file"


def test_packs(call: Call, tmp_path: Path) -> None:
    pack = str(tmp_path / "class.gdpack")
    (source,) = call("sources", "list")["sources"]
    made, seen = call("pack", "create", source["id"], "-o", pack), call("pack", "verify", pack)
    for found in (made, seen):
        check(found, PACK)
        assert (found["ok"], found["documents"], found["sha256"]) == (True, 2, made["sha256"])


def test_doctor(call: Call) -> None:
    found = call("doctor", code=0)
    check(found, {"checks": [{"id": str, "state": str, "found": str, "advice": str}]})
    assert {one["state"] for one in found["checks"]} <= {"ok", "problem", "not checked"}


@pytest.mark.parametrize(
    ("words", "id_"),
    [(("search", "rain", "-c", "nowhere"), "unknown-source"), (("build", "--size", "0"), "invalid-chunking"),
     (("search",), "usage"), (("search", "rain", "--since", "soon"), "invalid-filter")],
)  # fmt: skip
def test_what_cannot_run(call: Call, words: tuple[str, ...], id_: str) -> None:
    found = call(*words, code=2)
    check(found, ERROR)
    assert found["error"]["id"] == id_
    assert "\n" not in found["error"]["message"]
