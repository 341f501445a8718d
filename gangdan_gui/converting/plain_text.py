"""Plain text as Markdown: the same words and lines, with escapes only where an accident would make them markup."""

from __future__ import annotations

import re

# `#` begins a comment in settings files and lists of requirements; a heading stands alone.
_HASH = re.compile(r"^( {0,3})(#{1,6})(?=[ \t]|$)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?!(?:https?|mailto):)")
_PAIR = re.compile(r"(?<![\\*\w])(\*{1,2})(?=[^\s*])([^*\n]*[^\s*])\1(?![*\w])")
_STAR = re.compile(r"(?<!\\)\*")
_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})")
_LINK = re.compile(r"\[(?=[^\[\]\n]*\]\()")


def to_markdown(text: str) -> str:
    """Line by line; lists, quotes, tables and underlined headings are left, because their writers meant them."""
    lines = text.expandtabs(4).split("\n")
    fences_paired = sum(1 for line in lines if _FENCE.match(line)) % 2 == 0
    result: list[str] = []
    inside = False
    for index, line in enumerate(lines):
        if _FENCE.match(line) and fences_paired:
            inside = not inside
            result.append(line)
        elif inside:
            result.append(line)
        else:
            result.append(_escaped(line, alone=_alone(lines, index)))
    return "\n".join(result)


def _alone(lines: list[str], index: int) -> bool:
    around = (lines[index - 1] if index else "", lines[index + 1] if index + 1 < len(lines) else "")
    return not any(line.strip() for line in around)


def _escaped(line: str, *, alone: bool) -> str:
    if not alone:
        line = _HASH.sub(r"\1\\\2", line)
    line = _FENCE.sub(r"\1\\\2", line)
    line = _TAG.sub(r"\\<", line)
    line = _LINK.sub(r"\\[", line)
    return _PAIR.sub(lambda match: _STAR.sub(r"\\*", match[0]), line)
