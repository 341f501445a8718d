"""Which headings stand above a place in a Markdown text.

Headings are those a reader sees at the top level of the page, `# ATX` or underlined. What only looks like one is
passed over: fenced and indented code, front matter, HTML blocks and comments, quotes and list items.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gangdan_gui.chunking.markdown_blocks import block_tokens, front_matter_end, line_starts


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's place (the first character of its line), its level (1 to 6) and its text without markup.

    `end` is where the line after it begins.
    """

    start: int
    level: int
    title: str
    end: int


class Headings:
    """The headings of one text, to be asked for the path at any offset."""

    def __init__(self, text: str) -> None:
        self.all = tuple(find_headings(text))
        self._starts = [heading.start for heading in self.all]
        self._paths: list[tuple[str, ...]] = []
        above: list[Heading] = []
        for heading in self.all:
            while above and above[-1].level >= heading.level:
                above.pop()
            above.append(heading)
            self._paths.append(tuple(one.title for one in above if one.title))

    def at(self, offset: int) -> tuple[str, ...]:
        """Titles from the outermost heading to the nearest; empty before the first. A heading is under itself."""
        index = bisect_right(self._starts, offset)
        return self._paths[index - 1] if index else ()

    def between(self, start: int, end: int) -> tuple[Heading, ...]:
        """The headings of which any part is in a stretch."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        found = self.all[first : bisect_left(self._starts, end)]
        return found[1:] if found and found[0].end <= start else found


_INLINE = MarkdownIt("commonmark").enable("strikethrough")
_CANDIDATE = re.compile(r" {0,3}(?:#|=+[ \t]*(?:[\r\n]|\Z)|-+[ \t]*(?:[\r\n]|\Z))")
_MARKUP = re.compile(r"[\\`*_\[\]!<&~{\n¶\uf0c1]")
_LONGEST_TITLE = 1000
_ATTRIBUTES = re.compile(r"\s*\{[#.:-][^{}]*\}\s*\Z")
_PERMALINK = re.compile(r"\s*[¶\uf0c1]\s*\Z")


def find_headings(text: str) -> Iterator[Heading]:
    """The headings of a Markdown text in their order."""
    body = front_matter_end(text)
    starts = line_starts(text, body)
    if not any(_CANDIDATE.match(text, start) for start in starts):
        return
    links: dict[str, Any] = {}
    for token, content in _tokens(text[body:], links):
        if token.map:
            first, after = token.map
            end = starts[after] if after < len(starts) else len(text)
            yield Heading(starts[first], int(token.tag[1:]), plain_title(content.content, links), end)


def _tokens(text: str, links: dict[str, Any]) -> list[tuple[Token, Token]]:
    """The top-level headings with their contents. A table that a line of dashes follows must be known as one."""
    found = _heading_tokens(block_tokens(text, links))
    if any(token.markup in ("-", "=") and "|" in content.content for token, content in found):
        links.clear()
        return _heading_tokens(block_tokens(text, links, tables=True))
    return found


def _heading_tokens(tokens: list[Token]) -> list[tuple[Token, Token]]:
    return [pair for pair in pairwise(tokens) if pair[0].type == "heading_open" and pair[0].level == 0]


def plain_title(markup: str, links: MutableMapping[str, Any]) -> str:
    """What a reader sees of a heading, of a very long one its beginning.

    `links` are the references that the text defines, as markdown-it keeps them.
    """
    markup = _ATTRIBUTES.sub("", markup[:_LONGEST_TITLE])
    if not _MARKUP.search(markup):
        return " ".join(markup.split())
    shown = "".join(_shown(token) for token in _INLINE.parseInline(markup, links))
    return " ".join(_PERMALINK.sub("", shown).split())


def _shown(token: Token) -> str:
    if token.children:
        return "".join(_shown(child) for child in token.children)
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in ("text", "code_inline") else ""
