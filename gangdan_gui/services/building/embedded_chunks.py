"""Puts chunks into the form in which their embedder gets them."""

from __future__ import annotations

from dataclasses import replace

from gangdan_gui.chunking.parts import cuts
from gangdan_gui.domain.documents import WHOLE_CHUNKS, Chunk, EmbeddedForm, chunk_id

# What stands before a text must not outweigh it.
_LONGEST_LINE = 240


def formed(chunk: Chunk, title: str, form: EmbeddedForm, before: EmbeddedForm = WHOLE_CHUNKS) -> Chunk:
    """A chunk of a document of that title, cut into parts and with what stands before each, under the id of that.

    What its splitter has put before it stays there; `before` is the form that it has by now.
    """
    line = _line(title, chunk.heading)
    own = chunk.context.removeprefix(line) if before.context else chunk.context
    context = (line if form.context else "") + own
    id_ = chunk_id(chunk.source, chunk.path, chunk.ordinal, chunk.text, context)
    return replace(chunk, id=id_, context=context, cuts=cuts(chunk.text, form))


def _line(title: str, heading: tuple[str, ...]) -> str:
    """Title and headings in a line of their own; a title that is the first heading too stands there once."""
    line = " > ".join(dict.fromkeys(filter(None, (" ".join(one.split()) for one in (title, *heading)))))
    return f"{line[:_LONGEST_LINE].rstrip()}\n" if line else ""
