"""A document as others get it: what its owner took out of the search is not in its text either.

Words that somebody took out may be a pupil's name; whoever is given the rest must not be able to read them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk
from gangdan_gui.services.building.anchoring import Span, anchored, without
from gangdan_gui.storing.records import DocumentRecord

# Stands where something was taken out: what was before and behind it is not one sentence.
_BREAK = "\n\n"
# Its detail are the first words of what was taken out.
_OWNERS_BUSINESS = "exclusion-lost"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A document with its chunks, whose offsets are into this text."""

    record: DocumentRecord
    text: str
    chunks: tuple[Chunk, ...]


def left_out(document: Outgoing, quotes: Iterable[Quote], minimum: int) -> Outgoing:
    """The document without these stretches and what stands in them alone: headings, its title, authors, tags.

    A chunk that reaches into one ends or begins at its edge, as in a build, and is dropped below `minimum` characters.
    """
    warnings = tuple(warning for warning in document.record.warnings if warning.code != _OWNERS_BUSINESS)
    document = replace(document, record=replace(document.record, warnings=warnings))
    spans, _ = anchored(quotes, document.text)
    if not spans:
        return document
    chunks = without(document.chunks, spans, document.text, minimum)
    stretches = _between(spans, len(document.text))
    text = _BREAK.join(document.text[start:end] for start, end in stretches)
    gone = _Gone("\n".join(document.text[start:end] for start, end in spans), text)
    return Outgoing(gone.from_record(document.record, text), text, _moved(chunks, stretches, gone))


@dataclass(frozen=True, slots=True)
class _Gone:
    removed: str
    kept: str

    def __call__(self, words: str) -> bool:
        """Whether words stood only where something was taken out."""
        return words in self.removed and words not in self.kept

    def left(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(one for one in words if not self(one))

    def from_record(self, record: DocumentRecord, text: str) -> DocumentRecord:
        facts = replace(record.facts, authors=self.left(record.facts.authors), tags=self.left(record.facts.tags))
        title = record.path.rpartition("/")[2] if self(record.title) else record.title
        return replace(record, title=title, facts=facts, characters=len(text))


def _between(spans: Sequence[Span], length: int) -> list[Span]:
    """The stretches that stay, none of them empty; `spans` are in order and may overlap."""
    stretches, at = [], 0
    for start, end in (*spans, (length, length)):
        if at < start:
            stretches.append((at, start))
        at = max(at, end)
    return stretches


def _moved(chunks: Sequence[Chunk], stretches: Sequence[Span], gone: _Gone) -> tuple[Chunk, ...]:
    begins = [start for start, _ in stretches]
    shifts, done = [], 0
    for start, end in stretches:
        shifts.append(done - start)
        done += end - start + len(_BREAK)
    moved = []
    for chunk in chunks:
        shift = shifts[bisect_right(begins, chunk.start) - 1]
        heading = gone.left(chunk.heading)
        moved.append(replace(chunk, start=chunk.start + shift, end=chunk.end + shift, heading=heading))
    return tuple(moved)
