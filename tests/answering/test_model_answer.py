"""What a model wrote, as an answer of ours."""

from __future__ import annotations

import pytest

from gangdan_gui.answering.context import fit
from gangdan_gui.answering.model_answer import answer_from_model, cut_by_server, shortfall
from gangdan_gui.domain.chat import ChatDone, ChatMessage, ChatRequest, Role
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, SearchResult, Support
from tests.answering.given import passage, sources

PASSAGES = (passage(1, "one", heading=("H",)), passage(2, "two", path="c.md"), passage(3, "three", source="notes"))
TITLES = {"guide": "The guide"}
SOURCES = sources(**TITLES)


def answered(text: str, incomplete: Reason | None = None) -> Answer:
    result = SearchResult("How?", "en", PASSAGES, Support.YES, {"total": 0.5})
    context = fit("How?", PASSAGES, TITLES, [], language="en", context_tokens=4096)
    return answer_from_model(text, "m", context, result, SOURCES, incomplete)


def test_citations_are_our_own_records_of_what_the_text_names() -> None:
    answer = answered("Two【2】, then one [1] and [9].")
    assert answer.text == "Two[2], then one [1] and [9]."
    assert answer.citations == (
        Citation(
            1,
            "guide",
            "The guide",
            "a/b.md",
            "https://example.org/b",
            ("H",),
            10,
            13,
            licence="CC BY 4.0",
            document="B",
        ),
        Citation(
            2, "guide", "The guide", "c.md", "https://example.org/b", (), 10, 13, licence="CC BY 4.0", document="B"
        ),
    )
    assert (answer.passages, answer.model, answer.complete, answer.supported) == (PASSAGES, "m", True, Support.YES)


def test_an_answer_that_cites_nothing_still_lists_its_passages() -> None:
    answer = answered("They do not say.")
    assert (answer.citations, answer.passages) == ((), PASSAGES)


def test_why_it_is_not_complete_goes_with_it() -> None:
    answer = answered("So", Reason("answer-stopped"))
    assert (answer.complete, answer.incomplete) == (False, Reason("answer-stopped"))


@pytest.mark.parametrize(
    ("text", "reason", "code"),
    [
        ("So.", "stop", None),
        ("So", "length", "answer-length"),
        (" \n", "stop", "answer-empty"),
        ("", "load", "answer-empty"),
    ],
)
def test_the_end_of_a_reply_is_not_always_the_end_of_an_answer(text: str, reason: str, code: str | None) -> None:
    found = shortfall(text, ChatDone(reason))
    assert (found.code if found else None) == code


@pytest.mark.parametrize(("read", "cut"), [(None, False), (100, True), (1300, False), (2000, False), (4096, True)])
def test_a_prompt_that_the_server_cut_is_noticed(read: int | None, cut: bool) -> None:
    request = ChatRequest("m", [ChatMessage(Role.USER, "矩阵" * 1000)], 4096, 512, 0.2)
    assert cut_by_server(request, ChatDone("stop", read)) == (Reason("prompt-cut", str(read)) if cut else None)
