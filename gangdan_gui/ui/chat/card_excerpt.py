"""The few lines of a passage that a card shows: those with most of the question's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from gangdan_gui.ui.chat.passage_text import torn_markdown
from gangdan_gui.ui.reading.highlight_words import QuestionWords, Span, best_window
from gangdan_gui.ui.reading.markdown_tokens import Run, plain_runs

LONGEST = 280
_LEAD = 40
_BREAK = re.compile(r"[\n。！？；.!?;](?=\s|[^\x00-\x7f])\s*|\n+")
_FENCE = re.compile(r"(?m)^ {0,3}(`{3,}|~{3,})")
_SPACES = re.compile(r"\s+")
_BLANK_LINES = re.compile(r"[ \t]*\n\s*\n")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Plain text, where the words of the question stand in it, and which stretches are code."""

    text: str
    words: tuple[Span, ...] = ()
    code: tuple[Span, ...] = ()


def excerpt_of(markdown: str, words: QuestionWords) -> Excerpt:
    """The best lines of a passage as plain text."""
    runs = _compact(plain_runs(_surroundings(torn_markdown(markdown), words)))
    text = "".join(run.text for run in runs)
    begin = _start(text, best_window(text, words.spans(text), LONGEST))
    cut = text[begin : begin + LONGEST].rstrip()
    lead = "…" if begin else ""
    shown = lead + cut + ("…" if begin + len(cut) < len(text.rstrip()) else "")
    shift = len(lead) - begin
    code = [(max(s + shift, len(lead)), min(e + shift, len(lead) + len(cut))) for s, e in _code_spans(runs)]
    return Excerpt(shown, tuple(words.spans(shown)), tuple((s, e) for s, e in code if s < e))


def _surroundings(markdown: str, words: QuestionWords) -> str:
    """As much of a long passage as an excerpt can come from: reading all of it takes too long for many cards."""
    best = best_window(markdown, words.spans(markdown), LONGEST)
    start = markdown.rfind("\n", 0, max(0, best - LONGEST)) + 1
    part = markdown[start : best + 2 * LONGEST]
    opened = _FENCE.findall(markdown[:start])
    return f"{opened[-1]}\n{part}" if len(opened) % 2 else part


def _compact(runs: Sequence[Run]) -> list[Run]:
    """Prose in one paragraph; code of several lines keeps them, and stands on lines of its own."""
    compact: list[Run] = []
    for run in runs:
        lines = run.code and "\n" in run.text
        text = _BLANK_LINES.sub("\n", run.text) if lines else _SPACES.sub(" ", run.text)
        ended = not compact or compact[-1].text.endswith("\n")
        if lines and not ended:
            compact[-1] = Run(f"{compact[-1].text.rstrip()}\n", compact[-1].code)
        elif not run.code and ended:
            text = text.lstrip()
        if text:
            compact.append(Run(text, run.code))
        if lines:
            compact.append(Run("\n"))
    return compact


def _start(text: str, wanted: int) -> int:
    """The beginning of the sentence around `wanted`, where that is near."""
    if wanted <= _LEAD:
        return 0
    window = text[wanted - 4 * _LEAD if wanted > 4 * _LEAD else 0 : wanted]
    breaks = list(_BREAK.finditer(window))
    if breaks:
        return wanted - len(window) + breaks[-1].end()
    space = text.find(" ", wanted - _LEAD, wanted)
    return space + 1 if space >= 0 else wanted


def _code_spans(runs: list[Run]) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for code, group in groupby(runs, key=lambda run: run.code):
        length = sum(len(run.text) for run in group)
        if code:
            spans.append((at, at + length))
        at += length
    return spans
