"""Where functions and classes begin in code, by a light rule for the usual languages: no parser, any language."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import regex

from gangdan_gui.chunking.blocks import Block

# A word that begins a definition, at the margin. Comments and decorators above it belong to it.
_WORDS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|open|async|unsafe|pub"
    r"(?:\([a-z]+\))?|extern|inline|virtual|template|constexpr|local)\s+)*"
    r"(?:def|class|func|fn|function\*?|fun|struct|enum|union|interface|trait|impl|module|namespace|protocol|object|"
    r"record|type|sub|proc|procedure|macro|package|create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure))\b"
)
# C and its kin name the type first: `static int main(void)`, `void Shape::draw() {`; a call ends in a semicolon.
_C_LIKE = r"[A-Za-z_][\w:<>,*&\s\[\]]*[\s*&][\w:~]+\s*\([^;]*$"
_DEFINES = regex.compile(rf"(?:{_WORDS}|{_C_LIKE})", regex.IGNORECASE)
_ABOVE = regex.compile(r"(?:@|#(?!include|define)|//|/\*|\*| \*|\[[A-Z]|--|\"\"\")")
_STATEMENT = regex.compile(r"(?:return|else|if|for|while|switch|import|from|using|include|with|elif|except|case)\b")
_LONGEST_LINE = 400


def definition_starts(text: str, block: Block) -> Iterator[int]:
    """Where the definitions of a block of code begin, comments and decorators above them with them, in order."""
    above: int | None = None
    for start, end in _lines(block):
        line = text[start : min(end, start + _LONGEST_LINE)].rstrip()
        if _ABOVE.match(line):
            above = start if above is None else above
        elif line and _DEFINES.match(line) and not _STATEMENT.match(line):
            yield start if above is None else above
            above = None
        else:
            above = None


def signature(text: str, block: Block, starts: Sequence[int], offset: int) -> str:
    """The first line of the definition that an offset stands inside of; empty at its start and outside of any."""
    at = bisect_right(starts, offset) - 1
    if at < 0 or starts[at] == offset:
        return ""
    for start, end in _lines(block):
        line = text[start:end]
        if start >= starts[at] and _DEFINES.match(line):
            return line.rstrip() + "\n" if start < offset else ""
    return ""


def _lines(block: Block) -> Iterator[tuple[int, int]]:
    yield from zip(block.parts, (*block.parts[1:], block.end), strict=False)
