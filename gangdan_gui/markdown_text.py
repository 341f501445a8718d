"""Markdown as text: words put into it as they are, and foreign pieces of it that can't reach beyond their end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # read with the first text: every start of the program imports this module
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SPECIAL = re.compile(r"[`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|~(?=~)|\\(?=[!-/:-@\[-`{-~])|&(?=#?\w+;)")
_LINE_START = re.compile(r"^(?:(?=[#+>=|-])|(\d{1,9})(?=[.)](?: |$)))")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LITERAL = ("fence", "code_block", "html_block")
_DEFINITION = re.compile(r"^([ >]*)(?=\[\d+\]:)")
# Where Markdown was cut out of a page, this may be what it lacks; the first that helps is taken.
_ENDS_OF_HTML = ("-->", "</script>", "</style>", "</pre>", "</textarea>", "?>", "]]>", ">")
_WITNESS = "witness"


def escaped(words: str) -> str:
    """`words` in one line, so that Markdown shows them as they are (a title, a path)."""
    return _LINE_START.sub(r"\1\\", escaped_inside(words))


def escaped_inside(words: str) -> str:
    """`words` in one line, to stand inside a line of Markdown where other words or marks begin it."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(words.split()))


def self_contained(piece: str) -> str:
    """A piece of Markdown, perhaps cut anywhere, so that what follows it (after a blank line) stands by itself.

    A fence or HTML comment that the cut left open is closed; where the piece begins inside a fence, that is opened
    again. Its own definitions of numbers (`[1]: …`) are made plain text: they would turn our numbers into links.
    """
    piece = piece.strip("\r\n")
    if fence := _fence_it_begins_in(piece):
        piece = f"{fence}\n{piece}"
    piece = _without_numbers(piece)
    for end in _possible_ends(piece):
        closed = f"{piece}\n{end}" if end else piece
        if _stands_alone(closed):
            return closed
    return piece


def literal_lines(text: str) -> frozenset[int]:
    """The lines, counted from 0, of a text's blocks of code and of HTML."""
    return _literal(_blocks().parse(text))


def _literal(tokens: Iterable[Token]) -> frozenset[int]:
    return frozenset(line for token in tokens if token.type in _LITERAL and token.map for line in range(*token.map))


def _fence_it_begins_in(piece: str) -> str:
    """The mark of the fence that the piece begins in, else empty.

    A fence that holds the opening of another, with its language, is one that was really a closing one.
    """
    for token in _blocks().parse(piece):
        if token.type == "fence" and not token.info.strip():
            mark = re.escape(token.markup[0])
            if re.search(rf"(?m)^ {{0,3}}{mark}{{{len(token.markup)},}}[ \t]*\w[^`]*$", token.content):
                return token.markup
    return ""


def _without_numbers(piece: str) -> str:
    links: dict[str, Any] = {}
    tokens = _blocks().parse(piece, links)
    if not any(label.isdecimal() for label in links.get("references", ())):
        return piece
    literal = _literal(tokens)
    lines = _LINES.findall(piece)
    return "".join(line if at in literal else _DEFINITION.sub(r"\1\\", line) for at, line in enumerate(lines))


def _possible_ends(piece: str) -> Iterator[str]:
    yield ""
    tokens = _blocks().parse(piece)
    if tokens and tokens[-1].type == "fence":
        yield tokens[-1].markup
    yield from _ENDS_OF_HTML


def _stands_alone(piece: str) -> bool:
    """Whether a paragraph after the piece is a paragraph of its own."""
    last = _blocks().parse(f"{piece}\n\n{_WITNESS}")[-3:]
    kinds = [token.type for token in last]
    return (
        kinds == ["paragraph_open", "inline", "paragraph_close"] and last[0].level == 0 and last[1].content == _WITNESS
    )


@lru_cache(maxsize=1)
def _blocks() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table")
    reader.core.ruler.enableOnly(["normalize", "block"])
    return reader
