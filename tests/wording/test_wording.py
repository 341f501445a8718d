"""Every error and reason has a sentence, and every sentence gets the facts it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gangdan_gui.domain import errors
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.languages import MULTILINGUAL
from gangdan_gui.services.requests import Check
from gangdan_gui.services.upkeep.failed_check import failure_facts
from gangdan_gui.ui.models import model_advice
from gangdan_gui.wording import Face, _texts, check_wording, reason_sentence, tell
from gangdan_gui.wording.check_wording import _CHECKS, _STATUS
from gangdan_gui.wording.error_sentences import ERRORS, WINDOW_ADVICE
from gangdan_gui.wording.reason_sentences import REASONS
from gangdan_gui.wording.reasons_of_answers import ANSWERS
from gangdan_gui.wording.reasons_of_downloads import DOWNLOADS
from gangdan_gui.wording.reasons_of_files import FILES
from gangdan_gui.wording.reasons_of_sources import SOURCES

_PACKAGE = Path(errors.__file__).parents[1]


def _leaves(kind: type[errors.GangDanError]) -> Iterator[type[errors.GangDanError]]:
    children = [child for child in kind.__subclasses__() if child.__module__ == errors.__name__]
    if not children:
        yield kind
    for child in children:
        yield from _leaves(child)


@pytest.mark.parametrize("kind", sorted(set(_leaves(errors.GangDanError)), key=lambda kind: kind.__name__))
def test_every_error_is_told_with_the_facts_its_docstring_names(kind: type[errors.GangDanError]) -> None:
    if kind is errors.UnreadableFile:
        assert tell(kind(code="empty")).message == "the file is empty"
        return
    listed = re.search(r"Facts: (.*?)\.?$", kind.__doc__ or "", re.DOTALL)
    names = re.findall(r"(\w+)(?: \([^)]*\))?(?:,|\.|$)", listed.group(1)) if listed else []
    told = tell(kind(**{name: f"«{name}»" for name in names}))
    assert told.id == kind.id
    assert told.message
    assert "<" not in told.message + told.advice, "a sentence asks for a fact that the error does not have"


# What is called with the code of a reason, first or under one of these names.
_TAKES_CODE = {
    "Reason": "code",
    "NotBrought": "code",
    "UnreadableFile": "code",
    "AddressRefused": "what",
    "InvalidChunking": "rule",
}


def _calls(trees: list[ast.Module]) -> Iterator[tuple[str, ast.Call]]:
    """Every call in the package, with the last word of what is called."""
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)):
        match node.func:
            case ast.Name(name) | ast.Attribute(attr=name):
                yield name, node


@pytest.fixture(scope="module")
def trees() -> list[ast.Module]:
    """The package without the tables of sentences."""
    files = [file for file in _PACKAGE.rglob("*.py") if not file.name.endswith(("wording.py", "_sentences.py"))]
    return [ast.parse(file.read_text("utf-8")) for file in files]


@pytest.fixture(scope="module")
def strings(trees: list[ast.Module]) -> set[str]:
    """All its strings."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_reason_code_in_the_code_has_a_sentence(trees: list[ast.Module]) -> None:
    used: dict[str, set[str]] = {}
    for name, call in _calls(trees):
        if named := _TAKES_CODE.get(name):
            given = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == named)]
            codes = {one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)}
            used.setdefault(name, set()).update(codes)
    assert all(used[name] for name in _TAKES_CODE.keys() - {"InvalidChunking"})
    assert set().union(*used.values()) - set(REASONS) == set()


def test_every_sentence_is_of_something_that_the_code_says(strings: set[str]) -> None:
    assert set(REASONS) | set(ERRORS) | set(_STATUS) <= strings
    checks, cases = zip(*(name.split(".", 1) for name in _CHECKS), strict=True)
    assert set(checks) | set(cases) <= strings
    assert set(WINDOW_ADVICE) <= set(ERRORS)
    assert set(check_wording._WINDOW_ADVICE) <= set(_CHECKS)


def test_every_error_is_raised_somewhere(trees: list[ast.Module]) -> None:
    made = {name for name, _ in _calls(trees)}
    raises = (node.exc for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Raise))
    without_facts = {error.id for error in raises if isinstance(error, ast.Name)}
    assert {kind.__name__ for kind in _leaves(errors.GangDanError)} <= made | without_facts


def test_an_unknown_reason_is_still_told() -> None:
    assert reason_sentence(Reason("of-a-later-version", "x")) == "of-a-later-version: x"


def test_sentences_end_as_sentences() -> None:
    for message, advice in [*ERRORS.values(), *_CHECKS.values()]:
        assert all(text == "" or text[-1] in ".?:}" for text in (message, advice))


def test_the_window_s_advice_names_nothing_of_the_command_line() -> None:
    typed = re.compile(r"--\w|“[a-z]+ [a-z-]+”|doctor|command|sub-command")
    only_there = {"no-display"}
    assert [name for name, (_, advice) in ERRORS.items() if typed.search(advice)], "the command line's own does"
    for name in ERRORS.keys() - only_there:
        _, advice = _texts(name, Face.WINDOW)
        assert not typed.search(advice), name


def test_each_face_gets_its_own_advice() -> None:
    error = errors.UnknownSource(source="numpy")
    assert "“sources list”" in tell(error).advice
    assert "on the left" in tell(error, face=Face.WINDOW).advice
    assert tell(error).message == tell(error, face=Face.WINDOW).message


def test_errors_cross_a_process_with_their_facts() -> None:
    import pickle

    error = errors.LibraryLocked(home="/家", holder="window (12)")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.facts) == (errors.LibraryLocked, error.facts)


def test_an_embedder_whose_server_is_away_is_told_by_what_the_server_did() -> None:
    facts = {"why": "x", "failure": "ollama-unreachable", "address": "http://127.0.0.1:11434"}
    told = tell(errors.EmbedderUnavailable(embedder="ollama:bge-m3", **facts))
    assert told.id == "embedder-unavailable"
    assert "127.0.0.1:11434" in told.message
    assert "Start Ollama" in told.advice


def test_a_check_tells_a_reason_in_words() -> None:
    check = Check("converter", "problem", {"reason": "conversion-failed", "detail": "there is no pandoc"})
    found, _ = check_wording.check_sentences(check)
    assert found == "Documents can't be converted: it could not be converted: there is no pandoc."


def test_a_check_that_an_error_came_between_tells_that_error() -> None:
    away = errors.StoreAway(address="http://127.0.0.1:9", reason="refused", detail="no connection")
    check = Check("store", "problem", failure_facts(away))
    found, advice = check_wording.check_sentences(check)
    assert "http://127.0.0.1:9" in found
    assert "damaged" not in found
    assert found.count("no connection") == 1
    assert "<" not in found + advice, "a sentence asks for a fact that the check did not come to find"


def test_the_models_named_in_advice_are_those_that_the_window_offers() -> None:
    table = [text for pair in (*ERRORS.values(), *_CHECKS.values()) for text in pair] + list(REASONS.values())
    pulled = {name for text in table for name in re.findall(r"ollama pull ([^{”]+)”", text)}
    assert pulled
    assert pulled <= {model.name for model in (*model_advice.CHAT, *model_advice.EMBEDDING)}
    assert all(name in REASONS["english-centred"] for name in MULTILINGUAL)
    offered = [model.partition(":")[0] for model in model_advice.MULTILINGUAL]
    assert offered == list(MULTILINGUAL), "in one order of fitness"


def test_names_of_parts_are_words_of_the_language() -> None:
    chinese = {"builtin": "内置嵌入模型", "converter": "文件转换"}

    def translate(context: str, text: str) -> str:
        return chinese.get(text, text)

    bad = errors.BadVectors(embedder="builtin", what="x")
    assert "内置嵌入模型" in tell(bad, translate).message
    assert "builtin" in tell(bad).message
    assert "“文件转换”" in tell(errors.WorkerDied(worker="converter", code="1"), translate).message


def test_a_damaged_built_in_model_names_its_file_where_it_helps() -> None:
    error = errors.BuiltinUnavailable(embedder="builtin", why="encoder.onnx is damaged")
    shown = tell(error, face=Face.WINDOW)
    assert "encoder.onnx" not in shown.message + shown.advice
    assert "encoder.onnx" in tell(error).advice


def test_of_a_group_the_first_error_is_told_whatever_it_is_in() -> None:
    inner = ExceptionGroup("unhandled errors in a TaskGroup", [ValueError("no such row"), KeyError("x")])
    assert tell(ExceptionGroup("unhandled errors in a TaskGroup", [inner])).message == "ValueError: no such row"


def test_no_reason_is_told_in_two_ways() -> None:
    assert len(ANSWERS) + len(DOWNLOADS) + len(FILES) + len(SOURCES) == len(REASONS)
