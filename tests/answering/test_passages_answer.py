"""The passages as the answer."""

from __future__ import annotations

from dataclasses import replace

from markdown_it import MarkdownIt

from gangdan_gui.answering.passages_answer import answer_from_passages
from gangdan_gui.domain.search import Citation, Passage, SearchResult, Support
from tests.answering.given import passage, sources


def result(*passages: Passage) -> SearchResult:
    return SearchResult("How?", "en", passages, Support.WEAK, {"total": 0.5})


def test_each_passage_is_shown_under_its_number_and_place() -> None:
    first = passage(1, "Turn it on.", heading=("Setup", "First start"))
    second = passage(2, "关掉电源。", source="notes", path="说明.md")
    answer = answer_from_passages("How?", result(first, second), sources(guide="The guide", notes="笔记"))
    assert answer.text == (
        "**[1]** The guide › Setup › First start › a/b.md\n\nTurn it on.\n\n**[2]** 笔记 › 说明.md\n\n关掉电源。"
    )


def test_the_answer_keeps_what_it_rests_on() -> None:
    found = replace(passage(1, "Turn it on.", heading=("Setup",)), commit="0c1f")
    answer = answer_from_passages("How?", result(found), sources(guide="The guide"))
    assert answer.citations == (
        Citation(
            1,
            "guide",
            "The guide",
            "a/b.md",
            "https://example.org/b",
            ("Setup",),
            10,
            21,
            "0c1f",
            "CC BY 4.0",
            document="B",
        ),
    )
    assert answer.passages == (found,)
    assert (answer.complete, answer.model, answer.supported) == (True, "", Support.WEAK)
    assert answer.seconds == {"total": 0.5}


def test_a_source_without_a_title_is_shown_by_its_id() -> None:
    answer = answer_from_passages("How?", result(passage(1, "x")), {})
    assert answer.citations[0].title == "guide"
    assert answer.text.startswith("**[1]** guide › a/b.md")


def test_nothing_found_is_an_empty_answer() -> None:
    answer = answer_from_passages("How?", result(), {})
    assert (answer.text, answer.citations, answer.complete) == ("", (), True)


def test_a_passage_can_not_swallow_the_next() -> None:
    cut = [
        "```python\nx = 1",
        "<!-- hidden",
        "y = 2\n```\nprose\n```c\nz;",
        "- ```\n  a",
        "[2]: https://example.org/phish",
        "~~~",
    ]
    passages = [passage(number, text) for number, text in enumerate([*cut, "The end."], start=1)]
    tokens = MarkdownIt("commonmark").parse(answer_from_passages("How?", result(*passages), {}).text)
    labels = [
        token.content
        for token in tokens
        if token.type == "inline" and token.level == 1 and token.content.startswith("**[")
    ]
    assert labels == [f"**[{number}]** guide › a/b.md" for number in range(1, 8)]
    assert not [child for token in tokens for child in token.children or [] if child.type == "link_open"]


def test_titles_and_headings_are_shown_as_they_are_written() -> None:
    answer = answer_from_passages(
        "How?", result(passage(1, "x", heading=("*args and **kwargs", "a[0]\n<b>"))), sources(guide="C*")
    )
    (_, inline, _, *_rest) = MarkdownIt("commonmark").parse(answer.text)
    words = "".join(child.content for child in inline.children or [])
    assert words == "[1] C* › *args and **kwargs › a[0] <b> › a/b.md"


def test_a_text_that_stands_elsewhere_too_names_all_its_places() -> None:
    same = replace(passage(1, "The same."), same_as=(("book", "a.md"), ("notes", "b*.md")))
    result = SearchResult("?", "en", (same,), Support.YES)
    answer = answer_from_passages("?", result, sources(guide="Guide"))
    assert answer.text.startswith(r"**[1]** Guide › a/b.md = book › a.md = notes › b\*.md")
    assert answer.citations[0].same_as == same.same_as
