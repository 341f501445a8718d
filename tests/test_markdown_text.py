"""Words shown as they are, and pieces of Markdown that end where they end."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gangdan_gui.markdown_text import escaped, self_contained

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def shown(markup: str) -> str:
    (_, inline, _) = READER.parse(markup)
    return "".join(child.content for child in inline.children or [])


@given(st.text(st.sampled_from("ab1 _*`[]()<>!&;~#+-=.|\\\"'$:/中\n\t"), max_size=20) | st.text(max_size=20))
@example("snake_case_name.md")
@example("C:\\docs\\*.md")
@example("# not a heading")
@example("1. not a list")
@example("&amp; <b>")
@example("~~~")
@example("__init__.py")
@example("12) of 20")
@example("3.10 notes")
def test_escaped_words_are_shown_as_they_are(words: str) -> None:
    line = " ".join(words.split()).replace("\x00", "�")
    if line:
        assert shown(f"{escaped(words)}") == line
        assert shown(f"**[1]** {escaped(words)}").endswith(line)


def test_ordinary_names_stay_readable() -> None:
    for words in ("NumPy 教程", "user_guide/basics.indexing.md", "a-b (2)", "What is 3 × 4?", "3-4 pupils", "3.10"):
        assert escaped(words) == words


PIECES = [
    "```python",
    "```",
    "~~~",
    "````",
    "text",
    "",
    "- item",
    "  ```",
    "    code",
    "> quote",
    "> ```",
    "<!-- open",
    "-->",
    "<pre>",
    "<script>",
    "<div>",
    "<?php",
    "<![CDATA[",
    "<!DOCTYPE",
    "| a |",
    "|---|",
    "[1]: https://example.org",
    "# h",
    "===",
    "1. n",
    "   ```",
    "[x]: y '",
]


@given(st.lists(st.sampled_from(PIECES), max_size=10), st.sampled_from(["\n", "\r\n"]))
def test_what_follows_a_piece_stands_by_itself(lines: list[str], line_end: str) -> None:
    tokens = READER.parse(self_contained(line_end.join(lines)) + "\n\n**[1]** after")
    assert [token.type for token in tokens[-3:]] == ["paragraph_open", "inline", "paragraph_close"]
    assert tokens[-3].level == 0
    children = tokens[-2].children or []
    assert "".join(child.content for child in children) == "[1] after"
    assert not any(child.type == "link_open" for child in children)


@pytest.mark.parametrize(
    "piece",
    ["Plain text.", "a\n\n```python\nx = 1\n```\n\nb", "- ```\n  # x\n  ```\n- b", "<div>\n\ntext", "a <!-- b --> c",
     "    indented\n    code", "````\n```python\n````"],
)  # fmt: skip
def test_a_whole_piece_is_left_as_it_is(piece: str) -> None:
    assert self_contained(piece) == piece


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("a\n```python\nx = 1", "a\n```python\nx = 1\n```"),
        ("a\n~~~~\n```\nx", "a\n~~~~\n```\nx\n~~~~"),
        ("x = 1\n```\nprose\n\n```python\ny = 2", "```\nx = 1\n```\nprose\n\n```python\ny = 2\n```"),
        ("a\n\n<!-- b\n\nc", "a\n\n<!-- b\n\nc\n-->"),
        ("\n\n  a\n\n", "  a"),
        ("[1]: https://example.org\n", "\\[1]: https://example.org"),
        ("```\n[1]: x\n```\n\n[1]: y", "```\n[1]: x\n```\n\n\\[1]: y"),
        ("", ""),
    ],
)
def test_what_a_cut_left_open_is_closed(piece: str, expected: str) -> None:
    assert self_contained(piece) == expected


def test_other_definitions_still_work() -> None:
    text = self_contained("See [the guide][guide].\n\n[guide]: https://example.org\n")
    assert re.search("link_open", str(READER.parse(text)))
