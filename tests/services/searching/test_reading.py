"""A question reads each chunk once, and what it wants together in one turn."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from gangdan_gui.domain.documents import Chunk, ChunkSettings
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.searching.reading import Reading
from gangdan_gui.storing.records import FoundChunk, Generation, Role, WordHit

ONE, OTHER = (
    Generation(number, "s", f"c{number}", EmbedderIdentity("e", "m", "1", 2), ChunkSettings(), Role.LIVE)
    for number in (1, 2)
)


@dataclass
class Shelf:
    """Tells what was asked of it; chunks whose id begins with `x` do not answer."""

    asked: list[dict[int, tuple[str, ...]]] = field(default_factory=list)

    async def by_ids(
        self, wanted: Sequence[tuple[Generation, Sequence[str]]], measured: Collection[int]
    ) -> list[dict[str, FoundChunk]]:
        self.asked.append({generation.number: tuple(ids) for generation, ids in wanted})
        return [
            {id_: _found(id_, generation, measured) for id_ in ids if not id_.startswith("x")}
            for generation, ids in wanted
        ]


def _found(id_: str, generation: Generation, measured: Collection[int]) -> FoundChunk:
    vectors = (b"v",) if generation.number in measured else ()
    return FoundChunk(Chunk(id_, "s", "a.md", 0, (), 0, 1, id_), "", "", vectors=vectors)


def test_what_is_wanted_is_read_with_what_comes_next_and_nothing_twice() -> None:
    async def main() -> None:
        shelf = Shelf()
        reading = Reading(cast("Any", shelf), {1})
        reading.want([WordHit(OTHER, "b", "a.md", 0, 1.0, ()), WordHit(ONE, "a", "a.md", 0, 1.0, ())])
        first, none = await reading.read([(ONE, ["c", "x", "a"]), (OTHER, [])])
        assert (list(first), none) == (["c", "a"], {})
        assert (first["a"].vectors, shelf.asked) == ((b"v",), [{1: ("c", "x", "a"), 2: ("b",)}])
        again, words = await reading.read([(ONE, ["a", "x"]), (OTHER, ["b"])])
        assert (list(again), words["b"].vectors, len(shelf.asked)) == (["a"], (), 1)
        await reading.read([(OTHER, ["b", "d"])])
        assert shelf.asked[1:] == [{2: ("d",)}]

    asyncio.run(main())
