"""Of several collections' chunks those are read that can be among the nearest of all, however stores may err."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.documents import Chunk, ChunkSettings
from gangdan_gui.domain.ports import DISTANCE_ERROR, Neighbour
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.searching.dense_hits import DenseQuery
from gangdan_gui.services.searching.dense_looks import DEEP, Look, crowd_limits
from gangdan_gui.storing.records import FoundChunk, Generation, Role

GENERATION = Generation(1, "s", "c", EmbedderIdentity("e", "d", "1", 3), ChunkSettings(), Role.LIVE)
WANTED = 15


def chunk(id_: str) -> FoundChunk:
    return FoundChunk(Chunk(id_, "s", "a.md", 0, (), 0, 1, id_), "", "")


def look(distances: dict[str, float], number: int = 1, crowd: str | None = "crowd") -> Look:
    rows = sorted((Neighbour(id_, far) for id_, far in distances.items()), key=lambda one: one.distance)
    return Look(DenseQuery(replace(GENERATION, number=number), b""), len(rows) + 1, None, rows, crowd)


def read(looks: list[Look], living: set[str]) -> set[str]:
    """The chunks that are read as a search does it."""
    found: set[str] = set()
    while True:
        limits = crowd_limits(looks, WANTED)
        unread = [(one, one.unread(limits.get(one.crowd, math.inf))) for one in looks]
        if not any(ids for _, ids in unread):
            return found
        for one, ids in unread:
            there = {id_: chunk(id_) for id_ in ids if id_ in living}
            one.take(ids, there)
            found |= set(there)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 300), st.floats(-1, 1), st.booleans()), max_size=40), min_size=1, max_size=6
    )
)
def test_what_is_among_the_nearest_of_all_is_read(collections: list[list[tuple[int, float, bool]]]) -> None:
    true: dict[str, float] = {}
    looks, nearest = [], []
    for number, rows in enumerate(collections):
        far = {f"{number}-{at}": row[0] * DISTANCE_ERROR / 2 for at, row in enumerate(rows)}
        stored = {id_: far[id_] + row[1] * DISTANCE_ERROR for id_, row in zip(far, rows, strict=True)}
        looks.append(look(stored, number))
        living = {id_: one for (id_, one), row in zip(far.items(), rows, strict=True) if row[2]}
        true |= living
        nearest += sorted(living.values())[:WANTED]
    limit = sorted(nearest)[DEEP - 1] if len(nearest) >= DEEP else math.inf
    assert {id_ for id_, far in true.items() if far <= limit} <= read(looks, set(true))


def test_what_is_far_behind_is_not_read() -> None:
    near = {f"near{number}": number / 1000 for number in range(2 * WANTED)}
    many = [look({f"{number}-{one}": far for one, far in near.items()}, number) for number in range(4)]
    assert len(read([*many, look({"far": 0.9}, 9)], {f"{n}-{one}" for n in range(4) for one in near} | {"far"})) < 60


def test_collections_that_are_no_crowd_are_read_whole() -> None:
    far = {f"{number}": number / 100 for number in range(90)}
    assert len(read([look(far, crowd=None)], set(far))) == 90


def test_the_end_of_a_collection_is_known_only_where_it_gave_less_than_was_asked_for() -> None:
    query, rows = DenseQuery(GENERATION, b""), [Neighbour("a", 0.1), Neighbour("b", 0.2)]
    assert Look(query, 3, None, rows).reached == math.inf
    assert Look(query, 2, None, rows).reached == 0.2 - DISTANCE_ERROR
