"""Only what a reader sees as a heading is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gangdan_gui.chunking.headings import Headings, find_headings


def titles(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in find_headings(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One", [(1, "One")]),
        ("###### Six ######\n", [(6, "Six")]),
        ("   ## Indented by three\n", [(2, "Indented by three")]),
        ("One\n===\n\nTwo\n---\n", [(1, "One"), (2, "Two")]),
        ("Two lines\nof one heading\n===\n", [(1, "Two lines of one heading")]),
        ("# 标题\r\n\r\ntext\r\n## 小节\r\n", [(1, "标题"), (2, "小节")]),
        ("# old Mac\r\r## line ends\r", [(1, "old Mac"), (2, "line ends")]),
        ("####### seven\n#include <x>\n#define A\n#id { }\n#5 bolt\n", []),
    ],
)
def test_atx_and_underlined_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert titles(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "```python\n# comment\n```\n",
        "~~~\n```\n# comment\n```\n~~~\n",
        "````\n```\n# comment\n```\n# comment\n````\n",
        "```\n# never closed\n",
        "    # indented code\n",
        "\t# indented code\n",
        "- item\n\n  ```\n  # comment\n  ```\n",
        "- ```\n  # comment\n  ```\n",
        "1. item\n\n   ~~~sh\n   # comment\n   ~~~\n",
        "> # quoted\n",
        "> ```\n> # comment\n> ```\n",
        "<!--\n# commented out\n-->\n",
        "<!-- a\n\nb\n===\n\n# c -->\n",
        "<pre>\n\n# kept as it is\n\n</pre>\n",
        "<style>\n#id { }\n# x\n</style>\n",
        "<div>\n# markup\n</div>\n",
        "---\ntitle: x\n# a comment\ntags: [a]\n---\n",
        "---\n# a comment first\ntitle: x\n---\n",
        "---\r\ntitle: x\r\n# a comment\r\n---\r\n",
        "---\ntitle: x\n...\n",
        "+++\ntitle = 'x'\n# a comment\n+++\n",
        "| a | b |\n| --- | --- |\n| # x | y |\n",
        "| a |\n|---|\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n---\n",
        "| a |\n---\n| 1 |\n",
        "- item\n---\n",
        "a\n\n---\n\nb\n",
        "\\# escaped\n",
    ],
)
def test_what_only_looks_like_a_heading(text: str) -> None:
    assert titles(text) == []
    assert titles(text + ("\n# After\n" if "never" not in text else "")) == (
        [(1, "After")] if "never" not in text else []
    )


def test_a_rule_at_the_top_is_not_front_matter() -> None:
    assert titles("---\n\n# One\n\n---\n") == [(1, "One")]
    assert titles("---\n# One\n\ntext\n\n---\n") == [(1, "One")]


def test_front_matter_that_is_never_closed_hides_nothing() -> None:
    assert titles("---\ntitle: x\n\n# One\n") == [(1, "One")]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("Use **bold** and *thin*", "Use bold and thin"),
        ("The `map()` function", "The map() function"),
        ("`a_b` and c_d_e", "a_b and c_d_e"),
        ("[A link](https://example.org 'x') here", "A link here"),
        ("[By name][ref]", "By name"),
        ("![a picture](x.png) of it", "a picture of it"),
        ("5 \\* 3 &lt; 20 &amp; more", "5 * 3 < 20 & more"),
        ("C# and F##", "C# and F##"),
        ("With <b>tags</b> inside", "With tags inside"),
        ("~~Old~~ New", "Old New"),
        ("Named {#named}", "Named"),
        ('Permanent[¶](#permanent "link")', "Permanent"),
        ("  wide \t space  ", "wide space"),
        ("**未闭合", "**未闭合"),
        ("$x_1 + x_2$", "$x_1 + x_2$"),
    ],
)
def test_titles_are_what_a_reader_sees(markup: str, shown: str) -> None:
    assert titles(f"# {markup}\n\n[ref]: https://example.org\n") == [(1, shown)]


def test_a_very_long_heading_is_shortened() -> None:
    (heading,) = find_headings("# " + "*a [" * 100_000)
    assert 0 < len(heading.title) <= 1000


def test_the_path_at_any_offset() -> None:
    text = "before\n\n# A\n\na\n\n### A deep\n\nb\n\n## A mid\n\nc\n\n# B\n\nd"
    headings = Headings(text)
    assert headings.at(0) == ()
    assert headings.at(text.index("# A")) == ("A",)
    assert headings.at(text.index("# A") - 1) == ()
    assert headings.at(text.index("b\n")) == ("A", "A deep")
    assert headings.at(text.index("c\n")) == ("A", "A mid")
    assert headings.at(len(text)) == ("B",)


def test_an_empty_heading_ends_what_stood_above_and_adds_no_name() -> None:
    text = "# A\n## B\nb\n##\nc\n"
    assert Headings(text).at(text.index("c\n")) == ("A",)


LINES = [
    "# a",
    "a",
    "",
    "---",
    "===",
    "```",
    "~~~~",
    "    x",
    "- l",
    "  - m",
    "> q",
    "1. n",
    "<!--",
    "-->",
    "<div>",
    "| a | b |",
    "| c |",
    "| d",
    "|---|---|",
    "   ## b ##",
    "\t# c",
    "[r]: u",
    "* * *",
    "    # d",
    "  ```py",
]


@given(st.lists(st.sampled_from(LINES), max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_headings_stand_where_the_renderer_puts_them(lines: list[str], line_end: str) -> None:
    text = line_end.join(["intro", "", *lines])
    shown = [token for token in MarkdownIt("commonmark").enable("table").parse(text) if token.type == "heading_open"]
    expected = [(token.map[0], int(token.tag[1])) for token in shown if token.level == 0 and token.map]
    found = [(text[: heading.start].count("\n"), heading.level) for heading in find_headings(text)]
    assert found == expected


@pytest.mark.shared
def test_no_comment_of_a_code_example_becomes_a_heading(shared: Path) -> None:
    files = sorted((shared / "corpus" / "d2l-zh").rglob("*.md"))[:40]
    assert files
    for file in files:
        text = file.read_text("utf-8")
        for heading in find_headings(text):
            assert text[: heading.start].count("\n```") % 2 == 0, (file.name, heading)
