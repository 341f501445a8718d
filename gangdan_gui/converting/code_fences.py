"""Finds the code of a Markdown text, so that nothing done to prose touches it, and writes code as a fence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# A fence may stand inside quotes and list items.
_OPENING = re.compile(r"^(?P<prefix>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*[ \t]*)(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_BACKTICKS = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Region:
    """Neighbouring lines that are all code (with their fences) or all prose."""

    code: bool
    lines: tuple[str, ...]


def regions(text: str) -> Iterator[Region]:
    """Cut a text into prose and fenced code. A fence that is never closed runs to the end, as a reader shows it."""
    lines: list[str] = []
    closing: re.Pattern[str] | None = None
    for line in text.split("\n"):
        if closing is None:
            opening = _OPENING.match(line)
            if opening is None:
                lines.append(line)
                continue
            if lines:
                yield Region(code=False, lines=tuple(lines))
            lines, closing = [line], _closing(opening)
        else:
            lines.append(line)
            if closing.match(line):
                yield Region(code=True, lines=tuple(lines))
                lines, closing = [], None
    if lines:
        yield Region(code=closing is not None, lines=tuple(lines))


def map_prose(text: str, change: Callable[[str], str]) -> str:
    """Apply `change` to each stretch of prose; code stays as it is."""
    return "\n".join("\n".join(r.lines) if r.code else change("\n".join(r.lines)) for r in regions(text))


def fenced(code: str, language: str = "") -> str:
    """`code` as a fence that it cannot close itself."""
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    body = code.strip("\n")
    return f"{fence}{language}\n{body}\n{fence}"


def inline_code(text: str) -> str:
    """`text` between as many backticks as it needs."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _closing(opening: re.Match[str]) -> re.Pattern[str]:
    fence = opening["fence"]
    return re.compile(rf"^[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$")
