"""Reads Markdown into tokens: no raw HTML, formulas kept whole, `[1]` as a citation where the caller says so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from gangdan_gui.dollar_signs import hold_formula
from gangdan_gui.markdown_bold import FILLER, with_bold

if TYPE_CHECKING:  # imported with the first text that is read: the window shows sooner
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_CITATION = re.compile(r"\[(\d{1,3})\](?!\()")
_FORMULA = re.compile(r"\$\$(?!\$)[^$]{1,1000}\$\$|\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?!\d)")
_LOST_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\[[^\[\]\n]{0,200}\]")
_DEFINITION = re.compile(r"(?m)^ {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?")
_CITED = "cited"
# What is nested deeper is left out by the reader; its own limit of 20 is met by quoted mails.
_DEEPEST = 60

References = Mapping[str, str]
NO_REFERENCES: References = MappingProxyType({})


def read_markdown(text: str, cited: Collection[int] = (), references: References = NO_REFERENCES) -> list[Token]:
    """The tokens of a text. Numbers in `cited` become `citation` tokens where they stand in brackets.

    `references` are the `definitions` of the whole that the text is a part of.
    """
    known = {label: {"href": address, "title": ""} for label, address in references.items()}
    return _reader().parse(with_bold(text), {_CITED: frozenset(cited), "references": known})


def definitions(text: str) -> References:
    """The addresses that a text defines for its links, by their labels; the first of two counts."""
    from markdown_it.common.utils import normalizeReference

    found: dict[str, str] = {}
    for label, address in _DEFINITION.findall(text):
        found.setdefault(normalizeReference(label), address)
    return found


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    # Every link is read as one; its address is judged when it is drawn, so a refused link leaves its words only.
    reader.validateLink = _accept  # type: ignore[method-assign]
    reader.enable(["table", "strikethrough"])
    reader.inline.ruler.before("link", "citation", _citation)
    reader.inline.ruler.before("escape", "formula", _formula)
    reader.inline.ruler.after("image", "lost_image", _lost_image)
    reader.core.ruler.after("inline", "without_filler", _without_filler)
    return reader


def _accept(url: str) -> bool:
    del url
    return True


def _citation(state: StateInline, silent: bool) -> bool:
    found = _CITATION.match(state.src, state.pos) if state.src[state.pos] == "[" else None
    if found is None or int(found[1]) not in state.env.get(_CITED, ()):
        return False
    if not silent:
        state.push("citation", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    found = _FORMULA.match(state.src, state.pos) if state.src[state.pos] == "$" else None
    if found is None or not _holds_formula(found):
        return False
    if not silent:
        state.push("formula", "", 0).content = found[0].strip("$").strip()
    state.pos = found.end()
    return True


def _holds_formula(found: re.Match[str]) -> bool:
    if found[0].startswith("$$"):
        return True
    before, after = found.string[: found.start()][-1:], found.string[found.end() : found.end() + 1]
    return hold_formula(found[0][1:-1], before, after)


def _without_filler(state: StateCore) -> None:
    for token in state.tokens:
        for child in token.children or ():
            child.content = child.content.replace(FILLER, "")


def _lost_image(state: StateInline, silent: bool) -> bool:
    """An image whose address stands somewhere else, or nowhere."""
    found = _LOST_IMAGE.match(state.src, state.pos) if state.src[state.pos] == "!" else None
    if found is None:
        return False
    if not silent:
        state.push("image", "", 0).content = found[1]
    state.pos = found.end()
    return True


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of plain text that is either prose or code."""

    text: str
    code: bool = False


def plain_runs(text: str) -> tuple[Run, ...]:
    """A text as it reads without its markup; blocks are parted by a line end."""
    runs = [run for run in _runs(read_markdown(text)) if run.text]
    while runs and not runs[-1].text.strip():
        runs.pop()
    if runs:
        runs[-1] = Run(runs[-1].text.rstrip(), runs[-1].code)
    return tuple(runs)


def plain_text(text: str) -> str:
    """A text as it reads without its markup."""
    return "".join(run.text for run in plain_runs(text))


def _runs(tokens: list[Token]) -> Iterator[Run]:
    in_table = False
    for token in tokens:
        if token.type in ("table_open", "table_close"):
            in_table = token.type == "table_open"
        elif token.type == "tr_close":
            yield Run("\n")
        elif token.type == "inline":
            yield from _inline_runs(token.children or [])
            yield Run("  " if in_table else "\n")
        elif token.type in ("fence", "code_block"):
            yield Run(token.content.rstrip("\n"), code=True)
            yield Run("\n")


def _inline_runs(children: list[Token]) -> Iterator[Run]:
    for at, token in enumerate(children):
        if token.type in ("code_inline", "formula"):
            yield Run(token.content, code=True)
        elif token.type == "citation":
            yield Run(f"[{token.content}]")
        elif token.type == "softbreak":
            yield Run(line_join(children, at))
        elif token.type == "hardbreak":
            yield Run(" ")
        else:
            yield Run(token.content)


def line_join(children: list[Token], at: int) -> str:
    """What a line end inside a paragraph becomes: a space, but nothing between two Chinese characters."""
    before = children[at - 1].content[-1:] if at else ""
    after = children[at + 1].content[:1] if at + 1 < len(children) else ""
    return "" if min(before, after, key=lambda c: ord(c) if c else 0) >= "\u2e80" else " "
