"""Exact search, and a store that only reads."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.storing.exact_search import ExactRows
from gangdan_gui.storing.exact_store import ExactStore
from tests.storing.rows import many, row, vector
from tests.storing.shelves import MemoryShelf

NAME = "s-exact-0-g1"


def test_nothing_is_written() -> None:
    async def run() -> None:
        store = ExactStore(MemoryShelf({NAME: many(3)}))
        for attempt in (
            store.add(NAME, [row("a", 1, 0)]), store.delete(NAME, ["1"]), store.drop(NAME), store.ensure("another"),
            store.set_aside(),
        ):  # fmt: skip
            with pytest.raises(CannotWrite) as caught:
                await attempt
            assert caught.value.facts["path"] == "资料库"
        await store.ensure(NAME)
        await store.add(NAME, [])
        await store.delete(NAME, ["nobody"])
        assert await store.ids(NAME) == {"0", "1", "2"}

    asyncio.run(run())


def test_equals_are_ordered_by_id_also_where_only_some_of_them_are_wanted() -> None:
    rows = ExactRows.of(list("dbca"), b"".join([vector(1, 0)] * 3 + [vector(0, 1)]))
    assert [one.id for one in rows.nearest(vector(1, 0), 2)] == ["b", "c"]
    assert [one.id for one in rows.nearest(vector(1, 0), 9)] == ["b", "c", "d", "a"]


def test_a_vector_that_is_none_is_no_whole_collection() -> None:
    assert ExactRows.of([], b"").whole()
    assert ExactRows.of(["a"], vector(1, 2)).whole()
    assert not ExactRows.of(["a", "b"], vector(1, 2) + vector(0, 0)).whole()
    assert not ExactRows.of(["a"], vector(float("nan"), 1)).whole()


def test_rows_may_lie_in_a_file(tmp_path: Path) -> None:
    rows = many(20_000, dimension=4)
    file = tmp_path / "vectors"
    file.write_bytes(b"".join(one.vector for one in rows))
    mapped = ExactRows([one.id for one in rows], np.memmap(file, np.float32, "r", shape=(len(rows), 4)))
    for one in rows[::1999]:
        assert mapped.nearest(one.vector, 1)[0].id == one.id
    assert mapped.nearest(rows[7].vector, 2, ["19999", "7"])[0].id == "7"


numbers = st.integers(-3, 3).map(float)


@given(st.lists(st.tuples(numbers, numbers).filter(any), min_size=1, max_size=30), st.integers(1, 12), st.data())
def test_it_finds_what_sorting_all_of_them_finds(
    vectors: list[tuple[float, float]], count: int, data: st.DataObject
) -> None:
    ids = [f"{number:02}" for number in range(len(vectors))]
    among = data.draw(st.none() | st.lists(st.sampled_from(ids)))
    question = data.draw(st.tuples(numbers, numbers).filter(any))
    found = ExactRows.of(ids, vector(*(number for each in vectors for number in each))).nearest(
        vector(*question), count, among
    )
    chosen = [(id_, each) for id_, each in zip(ids, vectors, strict=True) if among is None or id_ in among]
    wanted = sorted((round(_distance(each, question), 6), id_) for id_, each in chosen)[:count]
    assert [(pytest.approx(distance, abs=1e-5), id_) for distance, id_ in wanted] == [
        (one.distance, one.id) for one in found
    ]


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(0.0, 1 - float(np.dot(one, other)) / float(np.linalg.norm(one) * np.linalg.norm(other)))
