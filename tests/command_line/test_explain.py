"""How passages were found, and why another was not, on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.arguments import read_arguments
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.commands.explaining import as_known, explained
from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reports import FileReport
from gangdan_gui.domain.trace import Asked, Candidate, Fate, Trace
from gangdan_gui.payloads.explaining import trace
from tests.program import Ran

FOUND = Candidate("c", "s", "p.md", ("Rice",), 0, 90, "en", 2, 0.5, 3, 4.5, ("rice",), 0.6, Fate.SHOWN, 1)
BY_WORDS = Candidate("d", "s", "q.md", (), 5, 9, "en", None, None, 1, 5.5, ("rice", "boil"), 0.4, Fate.COVERED)
TRACE = Trace("en", (Asked("builtin", "rice?"), Asked("words", "", "zh", (("米", 0.5),))), (FOUND, BY_WORDS),
              {"score": 1.25}, {"total": 0.5})  # fmt: skip


def test_a_trace_is_told_in_lines_and_in_json() -> None:
    lines = explained(TRACE).splitlines()
    assert "Asked of words among zh documents: 米 ×0.50" in lines
    assert "0.600 s › p.md › Rice 0–90: by meaning 2 (distance 0.500); by words 3 (4.50: rice); shown as [1]" in lines
    assert any("its text stands in better ones" in line for line in lines)
    told = trace(TRACE)
    assert told is not None
    assert [one["fate"] for one in told["candidates"]] == ["shown", "covered"]
    assert told["candidates"][1]["distance"] is None
    assert told["support"] == {"score": 1.25}
    assert json.loads(json.dumps(told)) == told
    assert explained(None) == ""
    assert trace(None) is None


def test_every_fate_has_words() -> None:
    for fate in Fate:
        one = Candidate("c", "s", "p", (), 0, 1, "en", 1, 0.5, None, 0.0, (), 0.1, fate, 2)
        assert "{" not in explained(Trace("en", (), (one,)))


def test_what_a_reranker_said_stands_beside_the_fused_score() -> None:
    judged = replace(FOUND, reranked=1, reranker_score=7.25)
    found = replace(TRACE, candidates=(judged, BY_WORDS), reranker="judge/model.onnx")
    lines = explained(found).splitlines()
    assert "Reranked by judge/model.onnx" in lines
    assert sum("reranked 1 (7.250)" in line for line in lines) == 1
    told = trace(found)
    assert told is not None
    assert told["reranker"] == "judge/model.onnx"
    assert [one["reranked"] for one in told["candidates"]] == [1, None]
    assert told["candidates"][0]["reranker_score"] == 7.25


def test_a_reranker_is_named_by_its_whole_path_wherever_the_command_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["search", "q"], ["ask", "q"], ["why", "q", "s", "p"], ["golden", "run"], ["golden", "try"]):
        assert read_arguments([*words, "--reranker", "model.onnx"]).reranker == str(tmp_path / "model.onnx")
        assert read_arguments([*words, "--reranker", "none"]).reranker == "none"
        assert read_arguments(words).reranker is None
        for wrong in ("", "bge", "ollama:"):
            with pytest.raises(UsageError):
                read_arguments([*words, "--reranker", wrong])


@pytest.mark.parametrize("start", ["-1", "x", ""])
def test_a_place_is_a_number_from_nought(start: str) -> None:
    with pytest.raises(UsageError):
        read_arguments(["why", "q", "s", "p", "--start", start])
    assert read_arguments(["why", "q", "s", "p", "--start", "0"]).start == 0


def test_a_path_is_known_in_either_unicode_form() -> None:
    files = [FileReport("caf\u00e9.md", FileState.READY), FileReport("b.md", FileState.READY)]
    assert as_known(files, "cafe\u0301.md") == "caf\u00e9.md"
    assert as_known(files, "b.md") == "b.md"
    assert as_known(files, "gone.md") == "gone.md"


def test_why_is_asked_of_the_same_search_as_any() -> None:
    asked = read_arguments(["why", "rice?", "Kitchen", "rice.md", "-k", "3", "--mode", "keyword", "-c", "Kitchen"])
    assert (asked.count, asked.mode, asked.collections) == (3, "keyword", ["Kitchen"])
    assert read_arguments(["why", "rice?", "Kitchen", "rice.md"]).mode == "hybrid"


@pytest.mark.parametrize("words", [["search", "--force"], ["ask", "--force", "--json"], ["search"]])
def test_how_to_ask_what_looks_like_an_option_is_told(words: list[str]) -> None:
    with pytest.raises(UsageError) as refused:
        read_arguments(words)
    assert refused.value.facts["usage"].endswith("A question that begins with a dash goes after “--”")
    assert read_arguments([*words[:1], "--json", "--", "--force"]).question == "--force"
    with pytest.raises(UsageError) as other:
        read_arguments(["search", "rice", "--nonsense"])
    assert "dash" not in other.value.facts["usage"]


def test_search_ask_and_why_explain_on_a_real_library(run: Callable[..., Ran], tmp_path: Path, one_model: None) -> None:
    folder = tmp_path / "kitchen"
    folder.mkdir()
    (folder / "rice.md").write_text("# Rice\n\nBoil the rice for twelve minutes, then let it stand with the lid on.\n")
    (folder / "bread.md").write_text("# Bread\n\nKnead the dough by pushing it away with the heel of your hand.\n")
    assert run("sources", "add", str(folder), "--title", "Kitchen").returncode == 0
    assert run("build").returncode == 0
    assert "explain" not in json.loads(run("search", "How long must rice boil?", "--json").stdout)
    for command in (("search",), ("ask", "--model", "")):
        ran = run(command[0], "How long must rice boil?", *command[1:], "--explain", "--json")
        told = json.loads(ran.stdout)["explain"]
        assert told["candidates"][0]["path"] == "rice.md"
        assert told["candidates"][0]["fate"] == "shown"
        assert told["candidates"][0]["passage"] == 1
        assert told["asked"]
    assert "by meaning 1" in run("search", "How long must rice boil?", "--explain").stdout.decode()
    why = run("why", "How long must rice boil?", "Kitchen", "rice.md", "--json")
    states = {step["id"]: step["state"] for step in json.loads(why.stdout)["steps"]}
    assert states["ranked"] == states["meaning"] == "ok"
    gone = run("why", "How long must rice boil?", "Kitchen", "gone.md", "--json")
    assert gone.returncode == 1
    assert [step["id"] for step in json.loads(gone.stdout)["steps"] if step["state"] == "problem"] == ["converted"]
    assert "There is no such document" in run("why", "rice", "Kitchen", "gone.md").stdout.decode()
