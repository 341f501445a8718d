"""The words that another language was searched by are said, given in JSON, and left out where they are wrong."""

from __future__ import annotations

import pytest

from gangdan_gui import payloads
from gangdan_gui.arguments import read_arguments
from gangdan_gui.commands.library import _say_bridged
from gangdan_gui.domain.search import Bridged, SearchResult, Support

BRIDGED = (Bridged("叶子", (("leaf", 0.7), ("leaves", 0.5))), Bridged("阳光", (("light", 0.6),)))


def test_they_are_said_beside_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    _say_bridged(BRIDGED)
    _say_bridged((Bridged("bread", (("面包", 0.6),)), Bridged("leaf", (("лист", 0.6),))))
    _say_bridged(())
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "Also searched in English for: leaf, light.",
        "Also searched in Chinese for: 面包.",
        "Also searched in another language for: лист.",
    ]


def test_they_are_in_the_json_with_all_that_stood_for_a_word() -> None:
    result = SearchResult("叶子", "zh", (), Support.NO, bridged=BRIDGED)
    assert payloads.search(result)["bridged"] == [
        {"asked": "叶子", "found": ["leaf", "leaves"]},
        {"asked": "阳光", "found": ["light"]},
    ]


@pytest.mark.parametrize("command", ["search", "ask"])
def test_wrong_ones_are_named_one_by_one(command: str) -> None:
    given = read_arguments([command, "q", "--without-word", "leaf", "--without-word", "面包"])
    assert given.struck == ["leaf", "面包"]
    assert read_arguments([command, "q"]).struck == []
