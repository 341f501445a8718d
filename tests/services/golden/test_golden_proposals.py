"""What documents suggest as questions: by headings and definitions, and nothing of what only looks like one."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.services.golden.proposals import proposals

SENTENCE = "a tree of nodes of which each has at most two children below it, called left and right."


def asked(text: str) -> list[str]:
    document = MarkdownDocument("s", "a.md", "A", text, "en", "utf-8")
    found = proposals([document], (), 10)
    for one in found:
        (expected,) = one.expected
        assert expected.quote.text == text[expected.quote.start : expected.quote.end]
    return [one.text for one in found]


@pytest.mark.parametrize("text", ["", "\n", "no heading at all", "# Heading alone\n", "#", "本周五开家长会。"])
def test_of_what_says_little_nothing_is_asked(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (f"A binary tree is {SENTENCE}", "What is a binary tree?"),
        (f"# Binary trees\n\nThey are {SENTENCE}", "What are Binary trees?"),
        (f"# Calculus\n\nIt is {SENTENCE}", "What is Calculus?"),
        (f"# Using lists as trees\n\nThey are {SENTENCE}", "What is there to know about Using lists as trees?"),
        (f"The knapsack problem is {SENTENCE}", "What is the knapsack problem?"),
        (f"# The class\n\nIt is {SENTENCE}", "What is The class?"),
        (f"# Analysis\n\nIt is {SENTENCE}", "What is Analysis?"),
        (f"Dictionaries are a kind of tree that has no order, {SENTENCE}", "What are Dictionaries?"),
        ("二叉树是每个结点最多有两个子结点的树，它们叫做左子结点和右子结点，常用来排序和查找。", "什么是二叉树？"),
        ("所谓的导数是函数在一点附近的变化率，它告诉我们自变量变化时函数值变得多快。", "什么是导数？"),
    ],
)
def test_headings_and_definitions_ask(text: str, question: str) -> None:
    assert asked(text) == [question]


@pytest.mark.parametrize(
    "text",
    [
        f"If Python is {SENTENCE}",
        f"Another helpful tool is {SENTENCE}",
        f"The first argument is {SENTENCE}",
        f"A special problem is {SENTENCE}",
        f"# More control flow tools\n\nThey are {SENTENCE}",
        "另一种树是每个结点最多有两个子结点的树，它们叫做左子结点和右子结点，常用来排序和查找。",
        f"Any function object that is {SENTENCE}",
        f"When Python is {SENTENCE}",
        "重要的是，我们不会在每次对一个参数求导时都分配新的内存，而是一次又一次地使用同一块内存。",
        "通常也是每个结点最多有两个子结点的树，它们叫做左子结点和右子结点，常用来排序和查找。",
    ],
)
def test_what_begins_a_clause_defines_nothing(text: str) -> None:
    assert asked(text) == []
