"""Docstrings as Markdown, in whichever of the usual ways they list parameters: Google's, NumPy's or Sphinx's fields."""

from __future__ import annotations

import re
import textwrap

from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.plain_text import to_markdown as escaped

_UNDERLINE = re.compile(r"^\s*([-=~^])\1{2,}\s*$")
_ITEMS = "args|arguments|attributes|keyword args|keyword arguments|methods|other parameters|parameters|params|raises"
_ITEMS += "|receives|returns|warns|yields"
_SECTION = re.compile(rf"^(?:{_ITEMS}|examples?|notes?|references|see also|todo|usage|warnings?)$", re.IGNORECASE)
_HOLDS_ITEMS = re.compile(rf"^(?:{_ITEMS})$", re.IGNORECASE)
_FIELD = re.compile(r"^:(?P<name>[a-z][^:`\n]*):(?:\s+(?P<rest>.*))?$")
_ROLE = re.compile(r":[a-z][\w:+.-]{0,40}:`(?:[^`<\n]{0,300}<)?[~!]?(?P<text>[^`<>]+)>?`")
_LISTED = re.compile(r"^(?:[-*+]|\d+[.)])[ \t]")


def to_markdown(docstring: str) -> str:
    """Convert a docstring without its margin. Every word is kept; sessions and literal blocks become fences."""
    return _Docstring(docstring.expandtabs(4).split("\n")).read()


class _Docstring:
    """Reads lines in order. `_margin` is where the items of the open section begin, None outside of such."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._made: list[str] = []
        self._margin: int | None = None

    def read(self) -> str:
        at = 0
        while at < len(self._lines):
            at = self._step(at)
        return "\n".join(self._made).strip("\n")

    def _step(self, at: int) -> int:
        line = self._lines[at]
        words = line.strip()
        after = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        if words.startswith(">>>"):
            return self._fence(at, self._paragraph_end(at), "pycon")
        if words and _UNDERLINE.match(after) and not _UNDERLINE.match(line):
            self._open(words, _indent(line))
            return at + 2
        if words.endswith(":") and _SECTION.match(words[:-1]) and _indent(after) > _indent(line):
            self._open(words[:-1], _indent(after))
            return at + 1
        if words.endswith("::") and (start := self._literal(at)):
            self._made.append(_prose(words[:-1] if len(words) > 2 else ""))
            return self._fence(start, self._block_end(start, _indent(line)), "")
        self._made.append(self._line(at))
        return at + 1

    def _open(self, title: str, margin: int) -> None:
        self._made += ["", f"**{_prose(title)}**", ""]
        self._margin = margin if _HOLDS_ITEMS.match(title) else None

    def _line(self, at: int) -> str:
        line = self._lines[at]
        words, indent = line.strip(), _indent(line)
        if field := _FIELD.match(words):
            return f"- **{_prose(field['name'])}:** {_prose(field['rest'] or '')}".rstrip()
        if not words or self._margin is None or indent < self._margin:
            listed = bool(_LISTED.match(words))
            return " " * min(indent, 3 if listed else 0) + _prose(words)
        if indent > self._margin:
            return f"  {_prose(words)}"
        item = " : " in words or ": " in words or self._followed_deeper(at)
        return f"- {_prose(words)}" if item and not _LISTED.match(words) else _prose(words)

    def _followed_deeper(self, at: int) -> bool:
        return at + 1 < len(self._lines) and _indent(self._lines[at + 1]) > _indent(self._lines[at])

    def _fence(self, start: int, end: int, language: str) -> int:
        body = textwrap.dedent("\n".join(self._lines[start:end]))
        self._made += ["", fenced(body, language), ""]
        return end

    def _paragraph_end(self, at: int) -> int:
        while at < len(self._lines) and self._lines[at].strip():
            at += 1
        return at

    def _literal(self, at: int) -> int:
        """Where the literal block begins that a line announces; 0 where there is none."""
        start = next((n for n in range(at + 1, len(self._lines)) if self._lines[n].strip()), 0)
        return start if start > at + 1 and _indent(self._lines[start]) > _indent(self._lines[at]) else 0

    def _block_end(self, start: int, margin: int) -> int:
        end = start
        for at in range(start, len(self._lines)):
            if self._lines[at].strip():
                if _indent(self._lines[at]) <= margin:
                    break
                end = at + 1
        return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0


def _prose(words: str) -> str:
    return escaped(_ROLE.sub(r"`\g<text>`", words))
