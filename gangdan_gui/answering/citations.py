"""Binds the references in a model's answer to our passages, whatever form it gave them.

Models write `[1]`, `[[1]]`, `[1, 3]`, `[1-3]`, `【1】`, `[来源1]`, `（来源 1）`, `来源1`, `[1](address)`,
`[citation:1]`, `[Source 1: title]` or `【1†source】`. All become `[1]`, one for each passage, and the titles and
addresses that a model made up are dropped. A number that is none of ours stays as it was written, and so does all
that stands in code, in formulas (where `[1, 3]` is an interval) and in addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from markdown_it import MarkdownIt

_BLOCKS = MarkdownIt("commonmark").enable("table")
_BLOCKS.core.ruler.enableOnly(["normalize", "block"])
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
# Spans of code reach over line ends, but not into the next paragraph.
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)"
# As the window and the exporters tell formulas, and the two forms of LaTeX that models like.
_FORMULA = (
    r"\$\$(?!\$)[^$]{1,1000}\$\$|\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?!\d)"
    r"|\\\((?:(?!\n[ \t]*\n).){1,1000}?\\\)|\\\[(?:(?!\n[ \t]*\n).){1,1000}?\\\]"
)
_ADDRESS = r"<https?://[^\s<>]+>"
_WORD = (
    r"(?:来源|资料|参考|出处|段落|文献|引用|文档|片段"
    r"|(?i:sources?|passages?|refs?\.?|citations?|cites?|documents?|docs?))"
)
_NUMBER = r"[0-9０-９]{1,3}"
_NAMED = rf"(?:{_WORD}\s*[:：#]?\s*)"
_AND = rf"\s*(?:[,，、;；]|和|与|及|and|&)\s*{_NAMED}?"
_TO = r"\s*(?:[-‐-―−－~～〜]|至|到)\s*"
_LIST = rf"{_NUMBER}(?:(?:{_AND}|{_TO}){_NUMBER})*"
# What a model adds to a number: words after a named one, or the mark of a program that it has learned from.
_ADDED = r"[^\[\]【】［］〔〕〖〗\n]{0,200}"
# Without brackets nothing shows where a list ends but what comes after it.
_BARE_LIST = (
    rf"{_NUMBER}(?:\s*(?:[、和与及至到–—~-]|来源)+\s*{_NUMBER})+"
    r"(?=\s*(?:[，。；：、,.;:）)!！?？\n]|中|里|都|均|的|$))"
)
_REFERENCE = re.compile(
    rf"(?P<code>{_CODE}|{_FORMULA}|{_ADDRESS})"
    rf"|(?<![\\!])(?P<double>(?<!\[)\[)?[\[【［〔〖]\s*[\^#]?(?P<named>{_NAMED})?(?P<square>{_LIST})"
    rf"\s*(?:†{_ADDED}|(?(named)(?:[:：,，|]{_ADDED})?))[\]】］〕〗](?(double)(?:\([^()\s]*\))?\])"
    r"(?P<after>\([^()\s]*\)|:(?=[ \t]))?"
    rf"|[(（]\s*{_NAMED}(?P<round>{_LIST})\s*[)）]"
    rf"|来源\s*(?P<bare>{_BARE_LIST}|{_NUMBER}(?![0-9０-９%个种类项条次年月日天号]|[.．][0-9０-９]))",
    re.DOTALL,
)
_RANGE = re.compile(rf"({_NUMBER}){_TO}({_NUMBER})")
_ONE = re.compile(_NUMBER)


@dataclass(frozen=True, slots=True)
class Bound:
    """An answer whose references are `[number]`, and the numbers it refers to, smallest first."""

    text: str
    cited: tuple[int, ...]


def bind(text: str, numbers: Collection[int]) -> Bound:
    """Bind the references of an answer to the passages of these numbers."""
    cited: set[int] = set()

    def ours(found: re.Match[str]) -> str:
        said = found["square"] or found["round"] or found["bare"]
        named = _numbers(said, numbers) if said else ()
        if not any(number in numbers for number in named):
            return found[0]
        cited.update(number for number in named if number in numbers)
        # A colon after a number at the beginning of a line would make an address of what follows, and a bracket a link.
        end = r"\:" if found["after"] == ":" else " " if found.string.startswith("(", found.end()) else ""
        return "".join(f"[{number}]" for number in named) + end

    return Bound(_outside_code(text, ours), tuple(sorted(cited)))


def renumbered(text: str, numbers: Mapping[int, int]) -> str:
    """A bound text with other numbers; a reference to a number that has none goes."""

    def new(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        named = _numbers(found["square"] or found["round"] or found["bare"], numbers)
        return "".join(f"[{numbers[number]}]" for number in named if number in numbers)

    return _outside_code(text, new)


def without_citations(text: str) -> str:
    """An answer without any references, as it goes into the history of a chat."""

    def nothing(found: re.Match[str]) -> str:
        return found[0] if found["code"] else ""

    return _outside_code(text, nothing)


def _numbers(said: str, ours: Collection[int]) -> tuple[int, ...]:
    """The numbers of a list in their order, each once. A range stands for all in it.

    None where it can't be a list of references: it has a zero, or a range that falls or leaves our numbers.
    """
    named: list[int] = []
    for low, high in _pairs(said):
        inside = range(low, high + 1)
        if not low or not inside or (low != high and not all(number in ours for number in inside)):
            return ()
        named.extend(inside)
    return tuple(dict.fromkeys(named))


def _pairs(said: str) -> Iterator[tuple[int, int]]:
    at = 0
    while one := _ONE.search(said, at):
        both = _RANGE.match(said, one.start())
        low, high = both.group(1, 2) if both else (one[0], one[0])
        yield int(low), int(high)
        at = (both or one).end()


def _outside_code(text: str, change: Callable[[re.Match[str]], str]) -> str:
    """`text` with its references changed where they do not stand in a block of code."""
    lines = _LINES.findall(text)
    literal = {
        line
        for token in _BLOCKS.parse(text)
        if token.type in ("fence", "code_block") and token.map
        for line in range(*token.map)
    }
    parts: list[str] = []
    prose: list[str] = []
    for number, line in enumerate(lines):
        if number in literal:
            parts += [_REFERENCE.sub(change, "".join(prose)), line]
            prose = []
        else:
            prose.append(line)
    return "".join(parts) + _REFERENCE.sub(change, "".join(prose))
