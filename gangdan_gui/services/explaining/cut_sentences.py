"""Whether sentences stand whole in a chunk, or a border cuts them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.search import Passage
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]|\n\s*\n")
# A sentence longer than this is none: a table, or code.
_LONGEST_SENTENCE = 400


def sentence_at(text: str, at: int) -> tuple[int, int]:
    """Where the sentence begins and ends that stands at a place; the place itself where it is too long for one."""
    begin = max((found.end() for found in _SENTENCE_END.finditer(text, max(0, at - _LONGEST_SENTENCE), at)), default=-1)
    if begin < 0:
        begin = 0 if at <= _LONGEST_SENTENCE else at
    found = _SENTENCE_END.search(text, at, at + _LONGEST_SENTENCE)
    end = found.end() if found else (len(text) if len(text) - at <= _LONGEST_SENTENCE else at + 1)
    while begin < at and text[begin].isspace():
        begin += 1
    return begin, max(end, at + 1)


def is_whole(text: str, at: int, pieces: Iterable[Chunk | Passage]) -> bool:
    """Whether one of the pieces of a text holds all of the sentence at a place."""
    begin, end = sentence_at(text, at)
    return any(piece.start <= begin and end <= piece.end for piece in pieces)


async def cut_passages(
    parts: Parts, passages: Sequence[Passage], live: dict[str, Generation]
) -> tuple[Passage, ...] | None:
    """Those that begin or end inside a sentence which no chunk holds whole either; None where none can be looked at.

    `live` is what answers now, by source: a passage whose text is another by now tells nothing.
    """
    there, cut = 0, []
    for passage in passages:
        generation = live.get(passage.source)
        document = await parts.manifest.documents.get(generation, passage.path) if generation else None
        if generation is None or document is None:
            continue
        text = await asyncio.to_thread(parts.markdown.read, passage.source, passage.path, document.markdown)
        if not text or text[passage.start : passage.end] != passage.text:
            continue
        there += 1
        chunks = await parts.manifest.documents.chunks(generation, passage.path)
        if not all(is_whole(text, at, (passage, *chunks)) for at in _edges(passage)):
            cut.append(passage)
    return tuple(cut) if there else None


def _edges(passage: Passage) -> tuple[int, int]:
    """Where the first and the last visible character of a passage stand."""
    text = passage.text
    first, last = len(text) - len(text.lstrip()), len(text.rstrip()) - 1
    return passage.start + min(first, max(last, 0)), passage.start + max(last, 0)
