"""The blocks of a Markdown text at the top level of the page, with their places, as markdown-it finds them."""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Blocks only, without inline markup, which keeps a megabyte under a fifth of a second.
_BLOCKS = MarkdownIt("commonmark")
_BLOCKS.core.ruler.enableOnly(["normalize", "block"])
# Takes ten times as long on long tables.
_BLOCKS_AND_TABLES = MarkdownIt("commonmark").enable("table")
_BLOCKS_AND_TABLES.core.ruler.enableOnly(["normalize", "block"])
_LINE_START = re.compile(r"\A|(?<=\n)|(?<=\r)(?!\n)")
# A rule at the top of a page looks like front matter: only a first line with a key tells them apart.
_FRONT_MATTER = re.compile(
    r"\A(?:---[ \t]*\r?\n(?:[ \t]*#.*\n)*[\w.\"'-][^\n:]*:(?:[ \t].*)?\r?\n(?:.*\n)*?(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*\r?\n(?:[ \t]*#.*\n)*(?:\[|[\w.\"'-][^\n=]*=).*\n(?:.*\n)*?\+\+\+)[ \t]*(?:\r?\n|\Z)"
)


def front_matter_end(text: str) -> int:
    """Where the front matter ends; 0 where there is none."""
    front = _FRONT_MATTER.match(text)
    return front.end() if front else 0


def line_starts(text: str, body: int = 0) -> list[int]:
    """Where the lines of a text begin, from an offset on, as markdown-it numbers them."""
    return [match.start() for match in _LINE_START.finditer(text, body)]


def block_tokens(text: str, links: dict[str, Any] | None = None, *, tables: bool = False) -> list[Token]:
    """The tokens of a text; `links` takes up the references that it defines. Without `tables` these are paragraphs."""
    return (_BLOCKS_AND_TABLES if tables else _BLOCKS).parse(text, {} if links is None else links)
