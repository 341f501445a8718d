"""What documents hold besides the passages that were found in them, as further passages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from gangdan_gui.domain.search import Hit, Passage
from gangdan_gui.retrieving.passages import PASSAGE_LIMIT, same_text


def rest(found: Sequence[Passage], chunks: Sequence[Hit]) -> tuple[Passage, ...]:
    """Passages for all that `chunks` hold and `found` does not, by source, path and start.

    They are numbered after those found, have no distance and no keyword rank, and are cut where one would become
    longer than PASSAGE_LIMIT. A text that was there already, in any document, does not come again.
    """
    places = {(passage.source, passage.path) for passage in found}
    # Documents in which something was found come first, so that a copy elsewhere is the one to be left out.
    ordered = sorted(chunks, key=lambda hit: ((hit.source, hit.path) not in places, hit.source, hit.path, hit.start))
    seen: set[str] = set()
    passages: list[Passage] = []
    for place, group in groupby(ordered, key=lambda hit: (hit.source, hit.path)):
        taken = sorted((one.start, one.end) for one in found if (one.source, one.path) == place)
        fresh = [hit for hit in group if not _known(hit.text, seen)]
        passages += _joined(part for hit in fresh for part in _new(hit, taken))
    passages.sort(key=lambda passage: (passage.source, passage.path, passage.start))
    return tuple(replace(one, number=number) for number, one in enumerate(passages, start=len(found) + 1))


def _known(text: str, seen: set[str]) -> bool:
    """Whether a text was seen before; it is from now on."""
    words = same_text(text)
    before = words in seen
    seen.add(words)
    return before


def _new(hit: Hit, taken: list[tuple[int, int]]) -> Iterator[Passage]:
    """The parts of a chunk that nothing has taken yet; they are taken then."""
    reached, parts = hit.start, list[tuple[int, int]]()
    for start, end in taken:
        if start < hit.end and end > reached:
            parts += [(reached, start)] if start > reached else []
            reached = end
    parts += [(reached, hit.end)] if reached < hit.end else []
    taken[:] = sorted([*taken, *parts])
    return (_part(hit, start, end) for start, end in parts)


def _part(hit: Hit, start: int, end: int) -> Passage:
    return Passage(
        number=0,
        source=hit.source,
        path=hit.path,
        url=hit.url,
        title=hit.title,
        heading=hit.heading,
        start=start,
        end=end,
        text=hit.text[start - hit.start : end - hit.start],
        language=hit.language,
        score=0.0,
        distance=None,
        commit=hit.commit,
        kind=hit.kind,
        facts=hit.facts,
    )


def _joined(parts: Iterator[Passage]) -> Iterator[Passage]:
    """Parts that touch as one, as far as the limit allows, without the blank ones."""
    whole: Passage | None = None
    for part in parts:
        if whole and whole.end == part.start and part.end - whole.start <= PASSAGE_LIMIT:
            whole = replace(whole, end=part.end, text=whole.text + part.text)
            continue
        if whole and whole.text.strip():
            yield whole
        whole = part
    if whole and whole.text.strip():
        yield whole
