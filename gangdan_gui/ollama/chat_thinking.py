"""Tells a model's thinking from its answer where both come in one text, between tags.

A tag counts where a model puts it: the opening one at the beginning of a line, both outside of code. Where only the
closing one comes (the opening stands in the model's template), all before it was thinking, unless an opening one is
named on the same line: that is an answer about tags.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# DeepSeek, Qwen and most others; Seed; Magistral; Kimi; OpenThinker; gpt-oss; Gemma. Where a model's template is not
# the server's own (an imported GGUF file), these come as text.
_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "seed:think")
_OPENING = (
    *(f"<{name}>" for name in _NAMES),
    "[think]",
    "◁think▷",
    "<|begin_of_thought|>",
    "<|channel|>analysis<|message|>",
    "<|channel|>commentary<|message|>",
    "<|channel>thought",
    "<unused94>thought",
)
_CLOSING = (
    *(f"</{name}>" for name in _NAMES),
    "[/think]",
    "◁/think▷",
    "<|end_of_thought|>",
    "<|channel|>final<|message|>",
    "<channel|>",
    "<unused95>",
)
_TAGS = (*_OPENING, *_CLOSING)
_BEGINNINGS = frozenset(tag[:length] for tag in _TAGS for length in range(1, len(tag)))
_LONGEST = max(map(len, _TAGS))
_TAG = re.compile(
    f"(?:{'|'.join(map(re.escape, _OPENING))})|(?P<closing>{'|'.join(map(re.escape, _CLOSING))})", re.IGNORECASE
)
# A fence may stand in lists and quotations. One of backticks has none in the rest of its line.
_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?!.*`)|~{3,})(.*)")
# What is indented further is code.
_LINE_START = re.compile(r" {0,3}")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a piece of a reply brought: text of the answer, whether it thinks now, whether all text before was that."""

    text: str
    thinking: bool
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read of a reply: the answer in it, the mark of the fence it ends in, whether it ends in thinking."""

    answer: str = ""
    fence: str = ""
    thinking: bool = False

    def after(self, line: str) -> _Reading:
        """With one more line, which may not be whole yet."""
        if not self.thinking:
            mark = _FENCE.match(line)
            if mark and (not self.fence or (mark[1].startswith(self.fence) and not mark[2].strip())):
                return _Reading(self.answer + line, "" if self.fence else mark[1])
            if mark or self.fence:
                return _Reading(self.answer + line, self.fence)
        return self._after_prose(line)

    def _after_prose(self, line: str) -> _Reading:
        answer, thinking, at, named = self.answer, self.thinking, 0, False
        for tag in _TAG.finditer(line):
            if _in_code(line, tag):
                continue
            before = line[at : tag.start()]
            if tag["closing"] and (thinking or not named):
                answer, at, thinking = (answer if thinking else ""), tag.end(), False
            elif not tag["closing"] and not thinking:
                # At the very beginning it may be indented further.
                thinking = bool(_LINE_START.fullmatch(before)) or not (answer + before).strip()
                at, named = (tag.end(), False) if thinking else (at, True)
        return _Reading(answer if thinking else answer + line[at:], thinking=thinking)


class Thoughts:
    """Feed it a reply in pieces cut anywhere; what it gives out, put together, is the same however they are cut."""

    def __init__(self) -> None:
        self._reading = _Reading()
        self._line = ""
        self._said = ""

    def feed(self, piece: str) -> Heard:
        """What can be said for certain after this piece."""
        *lines, self._line = (self._line + piece).split("\n")
        for line in lines:
            self._reading = self._reading.after(f"{line}\n")
        return self._heard(self._line[: len(self._line) - _perhaps_a_tag(self._line)])

    def end(self) -> Heard:
        """What was held back, as no more comes."""
        return self._heard(self._line)

    def _heard(self, line: str) -> Heard:
        reading = self._reading.after(line) if line else self._reading
        answer = reading.answer.lstrip()
        withdrawn = not answer.startswith(self._said)
        text = answer if withdrawn else answer[len(self._said) :]
        self._said = answer
        return Heard(text, reading.thinking, withdrawn)


def _in_code(line: str, tag: re.Match[str]) -> bool:
    """Whether a tag stands between backticks; a lone one before it is no code."""
    return line.count("`", 0, tag.start()) % 2 == 1 and "`" in line[tag.end() :]


def _perhaps_a_tag(raw: str) -> int:
    """How many characters at the end may be the beginning of a tag."""
    tail = raw[-_LONGEST:].lower()
    return next((len(tail) - at for at in range(len(tail)) if tail[at:] in _BEGINNINGS), 0)
