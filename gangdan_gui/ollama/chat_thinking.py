"""Tells a model's thinking from its answer where both come in one text, between tags.

A tag counts where a model puts it: the opening one at the beginning of a line, both outside of code. Where only the
closing one comes (the opening stands in the model's template), all before it was thinking.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = ("think", "thinking", "thought")
_TAG = re.compile(rf"<(/?)(?:{'|'.join(_NAMES)})>", re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TAGS = tuple(f"{mark}{name}>" for mark in ("<", "</") for name in _NAMES)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a piece of a reply brought: text of the answer, whether it thinks now, whether all text before was that."""

    text: str
    thinking: bool
    withdrawn: bool


class Thoughts:
    """Feed it a reply in pieces cut anywhere; what it gives out, put together, is the same however they are cut."""

    def __init__(self) -> None:
        self._raw = ""
        self._said = ""

    def feed(self, piece: str) -> Heard:
        """What can be said for certain after this piece."""
        self._raw += piece
        return self._heard(self._raw[: len(self._raw) - _perhaps_a_tag(self._raw)])

    def end(self) -> Heard:
        """What was held back, as no more comes."""
        return self._heard(self._raw)

    def _heard(self, raw: str) -> Heard:
        answer, thinking = without_thinking(raw)
        withdrawn = not answer.startswith(self._said)
        text = answer if withdrawn else answer[len(self._said) :]
        self._said = answer
        return Heard(text, thinking, withdrawn)


def without_thinking(raw: str) -> tuple[str, bool]:
    """The answer in a reply, and whether the reply ends inside thinking."""
    if "<" not in raw or not _TAG.search(raw):
        return raw.lstrip(), False
    kept: list[str] = []
    fence, thinking = "", False
    for line in _LINE.findall(raw):
        if not thinking:
            mark = _FENCE.match(line)
            if mark and (not fence or (mark[1].startswith(fence) and line.strip() == mark[1])):
                fence = "" if fence else mark[1]
            if mark or fence:
                kept.append(line)
                continue
        thinking = _read(line, kept, thinking=thinking)
    return "".join(kept).lstrip(), thinking


def _read(line: str, kept: list[str], *, thinking: bool) -> bool:
    """Put what a line says outside of thinking to what was kept; returns whether it ends in thinking."""
    at = 0
    for tag in _TAG.finditer(line):
        closing, before = bool(tag[1]), line[at : tag.start()]
        if line.count("`", 0, tag.start()) % 2:
            continue
        if closing:
            if not thinking:
                kept.clear()
            at, thinking = tag.end(), False
        elif not thinking and not before.strip():
            at, thinking = tag.end(), True
    if not thinking:
        kept.append(line[at:])
    return thinking


def _perhaps_a_tag(raw: str) -> int:
    """How many characters at the end may be the beginning of a tag."""
    at = raw.rfind("<", -max(map(len, _TAGS)))
    return len(raw) - at if at >= 0 and any(tag.startswith(raw[at:].lower()) for tag in _TAGS) else 0
