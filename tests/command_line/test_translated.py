"""As what a question was also asked is said, given in JSON, told by `--explain`, and wanted or not for one question."""

from __future__ import annotations

import pytest

from gangdan_gui import payloads
from gangdan_gui.arguments import read_arguments
from gangdan_gui.commands.explaining import explained
from gangdan_gui.commands.library import _say_translated
from gangdan_gui.domain.search import SearchResult, Support
from gangdan_gui.domain.trace import Candidate, Fate, Trace, Translated
from gangdan_gui.payloads import explaining as explain_payloads

ENGLISH = Translated("en", "What is entropy?", "qwen3:4b", 1.2345, found=30, added=4)
CHINESE = Translated("zh", "什么是熵？", "qwen3:4b", 0.001, cached=True, found=2)
FOUND = Candidate("c", "s", "a.md", (), 0, 9, "en", None, None, None, 0.0, (), 0.5, Fate.SHOWN, 1, 3)
TRACE = Trace("zh", (), (FOUND,), translated=(ENGLISH, CHINESE))


def test_it_is_said_beside_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    _say_translated((ENGLISH, CHINESE))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == ["Also asked in English: What is entropy?", "Also asked in Chinese: 什么是熵？"]


def test_it_is_in_the_json() -> None:
    result = SearchResult("什么是熵？", "zh", (), Support.NO, translated=(ENGLISH,))
    told = {"language": "en", "text": "What is entropy?", "model": "qwen3:4b", "cached": False, "found": 30}
    assert payloads.search(result)["translated"] == [{**told, "added": 4, "seconds": 1.234}]


def test_it_is_told_how_it_was_made_and_what_it_found() -> None:
    lines = explained(TRACE).splitlines()
    assert lines[1:3] == [
        "Translated by qwen3:4b (1.2 s), which found 30 passages, 4 of them alone: What is entropy?",
        "Translated by qwen3:4b (asked before), which found 2 passages, 0 of them alone: 什么是熵？",
    ]
    assert "; by the translation 3; shown as [1]" in lines[3]
    told = explain_payloads.trace(TRACE)
    assert told is not None
    assert [one["text"] for one in told["translated"]] == [ENGLISH.text, CHINESE.text]
    assert told["candidates"][0]["translated_rank"] == 3


@pytest.mark.parametrize("command", ["search", "ask"])
def test_it_is_wanted_for_one_question(command: str) -> None:
    words = ([], ["--translate"], ["--no-translate"])
    assert [read_arguments([command, "q", *some]).translate for some in words] == [None, True, False]
