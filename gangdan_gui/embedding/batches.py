"""Cuts a sequence of texts into what is embedded at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches(texts: Sequence[str], *, most: int, characters: int) -> Iterator[tuple[int, list[str]]]:
    """Neighbouring texts with the place of their first: at most `most`, and `characters` but for a single long text."""
    batch: list[str] = []
    first = held = 0
    for index, text in enumerate(texts):
        if batch and (len(batch) == most or held + len(text) > characters):
            yield first, batch
            batch, first, held = [], index, 0
        batch.append(text)
        held += len(text)
    if batch:
        yield first, batch
