"""Lists of AsciiDoc: their marks say how deep an item lies, whatever its indentation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MARKED = re.compile(r"^\s*(?P<mark>\*{1,8}|-|\.{1,8}|\d{1,9}\.|[A-Za-z]\.|<(?:\d{1,4}|\.)>)[ \t]+(?P<text>\S.*)$")
_LABELLED = re.compile(r"^\s*(?P<term>[^\s/](?:.{0,400}?\S)??)(?P<mark>:{2,4}|;;)(?:[ \t]+(?P<text>\S.*))?$")
_CHECK = re.compile(r"^\[[ xX*]\][ ]+")
_DEEPEST = 10


@dataclass(slots=True)
class Item:
    """An item with its own lines and, as finished Markdown, the blocks that belong to it."""

    kind: str
    depth: int
    terms: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)


class Nesting:
    """Tells how deep the items lie, one after another."""

    def __init__(self) -> None:
        self._kinds: list[str] = []

    def item(self, line: str) -> Item | None:
        """The item that begins on a line; None where none does."""
        if found := _MARKED.match(line):
            mark = found["mark"]
            kind = "<" if mark[0] == "<" else "1" if mark[0].isdecimal() else "a" if mark[0].isalpha() else mark
            return Item(kind, self._depth(kind), lines=[_CHECK.sub("", found["text"])])
        if (found := _LABELLED.match(line)) and not line.startswith("["):
            text = found["text"]
            return Item(found["mark"], self._depth(found["mark"]), [found["term"]], [text] if text else [])
        return None

    def _depth(self, kind: str) -> int:
        if kind in self._kinds:
            del self._kinds[self._kinds.index(kind) + 1 :]
        elif len(self._kinds) < _DEEPEST:
            self._kinds.append(kind)
        return len(self._kinds) - 1


def is_item(line: str) -> bool:
    """Whether an item begins on a line."""
    return Nesting().item(line) is not None


def written(items: list[tuple[Item, str]]) -> str:
    """Items, each with its own text as Markdown, as one list."""
    result: list[str] = []
    indents, numbers = [0] * (_DEEPEST + 2), [0] * (_DEEPEST + 2)
    loose = False
    for item, text in items:
        numbers[item.depth + 1 :] = [0] * len(numbers[item.depth + 1 :])
        numbers[item.depth] += 1
        numbered = item.kind[0] in ".1a<"
        marker = f"{numbers[item.depth]}. " if numbered else "- "
        indent = " " * indents[item.depth]
        indents[item.depth + 1] = indents[item.depth] + len(marker)
        inner = " " * indents[item.depth + 1]
        if loose:
            result.append("")
        first, *others = text.split("\n")
        result += [indent + marker + first, *(inner + line for line in others)]
        for block in item.blocks:
            result += ["", *(inner + line if line else "" for line in block.split("\n"))]
        loose = bool(item.blocks)
    return "\n".join(result)
