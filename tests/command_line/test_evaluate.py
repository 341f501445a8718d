"""The command that measures on files: what it prints, writes and leaves behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.ollama_server.models import talking
from tests.ollama_server.server import OllamaTestServer
from tests.onnx_writer import write_cross_encoder
from tests.program import run_here

_TEXTS = {
    "loops/for statement": "A for statement repeats its body for each element of a list, in the order of the list. "
    "The loop variable keeps the last element after the loop has ended.\n",
    "文件.读": "读取文件时，先用 open 打开文件，再用 read 读出全部内容，最后关闭文件。"
    "最好使用 with 语句，它会在结束时自动关闭文件，即使发生了错误也一样。\n",
}


def _files(folder: Path) -> tuple[Path, Path]:
    documents = [{"id": id_, "title": id_, "text": text} for id_, text in _TEXTS.items()]
    questions: list[dict[str, Any]] = [
        {"qid": "for", "query": "What does a for statement repeat?", "family": "exact",
         "spans": [{"doc": "loops/for statement", "start": 0, "end": 30}]},
        {"qid": "读", "query": "怎样读取文件的内容？", "spans": [{"doc": "文件.读", "start": 0, "end": 8}]},
        {"qid": "cake", "query": "How long is a cake baked?"},
    ]  # fmt: skip
    for name, lines in (("docs", documents), ("queries", questions)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return folder / "docs.jsonl", folder / "queries.jsonl"


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_questions_are_also_asked_as_a_model_translates_them(
    tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, queries = _files(tmp_path)
    with OllamaTestServer(talking("for 语句重复什么？")) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.address)
        done = run_here("evaluate", "--corpus", str(corpus), "--queries", str(queries), "--embedder", "builtin",
                        "--translate", "talker", "--json")  # fmt: skip
        assert len(server.requests("/api/chat")) == 3
    assert done.returncode == 0, done.stderr
    (warning,) = json.loads(done.stdout)["warnings"][-1:]
    assert "what talker said is no translation" in warning
    assert warning.encode() in done.stderr


def test_figures_and_a_run_come_from_the_built_in_embedder(tmp_path: Path, scratch: Path) -> None:
    corpus, queries = _files(tmp_path)
    run = tmp_path / "run.jsonl"
    done = run_here("evaluate", "--corpus", str(corpus), "--queries", str(queries), "--embedder", "builtin", "--k", "1",
                    "--run", str(run), "--json", "--home", str(tmp_path / "home"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    (figures,) = said["sets"]
    assert figures["name"] == tmp_path.name
    assert figures["queries"] == 3
    assert {figures[name] for name in ("recall@1", "recall@5", "recall@10", "recall@50", "mrr@10", "ndcg@10")} == {1.0}
    assert figures["recall_in_budget"] == 1.0
    assert figures["unanswerable"] == 1
    assert [family["name"] for family in figures["families"]] == ["exact"]
    assert said["seconds"] > 0
    assert any("30" in warning for warning in said["warnings"])
    lines = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    assert [line["qid"] for line in lines] == ["for", "读", "cake"]
    assert [len(line["ranked"]) for line in lines] == [1, 1, 1]
    first = lines[1]["ranked"][0]
    assert first["doc"] == "文件.读"
    assert (first["start"], first["end"]) == (0, len(_TEXTS["文件.读"]))
    assert {line["supported"] for line in lines} <= {"yes", "weak", "no"}
    assert not list(scratch.iterdir())
    assert not (tmp_path / "home").exists(), "the user's library is not touched"


def test_a_reranker_is_measured_beside_the_order_without_it(tmp_path: Path, scratch: Path) -> None:
    corpus, queries = _files(tmp_path)
    judge = write_cross_encoder(tmp_path / "judge", ["a", "for", "statement", "repeat", "怎样读取文件的内容"])
    done = run_here("evaluate", "--corpus", str(corpus), "--queries", str(queries), "--embedder", "builtin",
                    "--reranker", str(judge), "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    (told,) = (one["reranking"] for one in json.loads(done.stdout)["sets"])
    assert (told["questions"], told["among_50"], told["among_5"], told["at_most"]) == (2, 2, 2, 0)
    assert (told["reranker"], told["failed"]) == ("judge/model.onnx", 0)
    assert "a reranker can't help" in told["says"]


def test_a_bad_line_is_told_with_its_place_and_nothing_is_begun(tmp_path: Path, scratch: Path) -> None:
    corpus, queries = _files(tmp_path)
    queries.write_bytes(queries.read_bytes() + b'{"qid": "4"}\n')
    done = run_here("evaluate", "--corpus", str(corpus), "--queries", str(queries), "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["id"] == "line-refused"
    assert error["message"] == f"{queries}, line 4: “query” is missing, or nothing stands there."
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("option", "value"),
    [("--size", "10"), ("--embedder", "word2vec"), ("--preset", "best"), ("--run", "{}/no/run"), ("--run", "{}"),
     ("--run", "{}/docs.jsonl"), ("--run", "{}/./queries.jsonl"),
     ("--preset=reference", "--mode=dense"), ("--preset=reference", "--splitter=headings"),
     ("--preset=reference", "--reranker=ollama:judge")],
)  # fmt: skip
def test_what_cannot_be_measured_is_refused(tmp_path: Path, scratch: Path, option: str, value: str) -> None:
    corpus, queries = _files(tmp_path)
    given = ("--corpus", str(corpus), "--queries", str(queries), option, value.format(tmp_path))
    before = corpus.read_bytes(), queries.read_bytes()
    assert run_here("evaluate", *given).returncode == 2
    assert (corpus.read_bytes(), queries.read_bytes()) == before
    assert not list(scratch.iterdir())


def test_nothing_to_measure_is_refused(tmp_path: Path) -> None:
    corpus, queries = _files(tmp_path)
    queries.write_bytes(b"\n")
    assert run_here("evaluate", "--corpus", str(corpus), "--queries", str(queries)).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a console sends Ctrl+C to all its programs")
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, scratch: Path) -> None:
    corpus, queries = _files(tmp_path)
    command = [
        sys.executable,
        "-m",
        "gangdan_gui",
        "evaluate",
        "--corpus",
        corpus,
        "--queries",
        queries,
        "--embedder",
        "builtin",
    ]
    environment = {"TMPDIR": str(scratch), "PATH": "/usr/bin:/bin"}
    # What is started in the background of a script ignores the key, and so would its children.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.stderr is not None
    with process.stderr:
        assert any("fetch" in line for line in process.stderr), "it began"
        process.send_signal(signal.SIGINT)
        process.stderr.read()
    assert process.wait() == 130
    assert not [found for found in scratch.iterdir() if found.name.startswith("gangdan-evaluate")]
