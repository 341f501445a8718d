"""Shortens a passage to the sentences that matter, so that more passages have room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gangdan_gui.domain.search import Passage
from gangdan_gui.simplified import simplified

_SENTENCE = re.compile(r"(?:[^.!?。！？；\n]|[.!?](?!\s))*(?:[。！？；]+|[.!?]+(?=\s)|\n+|$)\s*")
# Another place of a word that is there already says little more.
_AGAIN = 0.1


def trimmed(passage: Passage, longest: int) -> Passage:
    """The run of whole sentences with the most of the words that the passage was found by, the first of equal ones.

    It is a slice of at most `longest` characters; of a sentence that is longer the beginning is taken.
    """
    if len(passage.text) <= longest:
        return passage
    sentences = [(found.start(), found.end()) for found in _SENTENCE.finditer(passage.text) if found[0]]
    start, end = _best_run(passage, sentences, longest)
    text = passage.text[start:end].rstrip()
    return replace(passage, text=text, start=passage.start + start, end=passage.start + start + len(text))


def _best_run(passage: Passage, sentences: Sequence[tuple[int, int]], longest: int) -> tuple[int, int]:
    terms = [simplified(term) for term in passage.terms]
    folded = [simplified(passage.text[start:end]).casefold() for start, end in sentences]
    held = [{term: text.count(term) for term in terms if term in text} for text in folded]
    best, chosen, last = -1.0, (0, min(longest, len(passage.text))), 0
    for first, (start, _) in enumerate(sentences):
        last = max(last, first + 1)
        while last < len(sentences) and sentences[last][1] - start <= longest:
            last += 1
        score = _score(held[first:last])
        if score > best:
            best, chosen = score, (start, min(sentences[last - 1][1], start + longest))
        if last == len(sentences):
            break
    return chosen


def _score(held: Sequence[dict[str, int]]) -> float:
    """Different words, and a little for each further place of one."""
    counts: dict[str, int] = {}
    for one in held:
        for term, count in one.items():
            counts[term] = counts.get(term, 0) + count
    return len(counts) + _AGAIN * sum(count - 1 for count in counts.values())
