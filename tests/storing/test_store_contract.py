"""What every vector store keeps, so that the one in memory can stand in for Chroma."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import DISTANCE_ERROR, VectorRow, VectorStore
from gangdan_gui.storing.batched_store import ADDED_ROWS
from gangdan_gui.storing.collection_name import collection_name
from gangdan_gui.storing.exact_store import ExactStore
from gangdan_gui.storing.passing_store import PassingStore
from tests.memory_store import MemoryStore
from tests.storing.rows import many, row, vector
from tests.storing.shelves import MemoryShelf

Fill = Callable[[str, Sequence[VectorRow]], Awaitable[VectorStore]]

_numbers = itertools.count(1)


@pytest.fixture
def name() -> str:
    """A collection that no other test has."""
    return collection_name("contract", next(_numbers))


def _store(request: pytest.FixtureRequest) -> VectorStore:
    in_memory: dict[str, Callable[[], VectorStore]] = {"memory": MemoryStore, "passing": PassingStore}
    found: VectorStore = in_memory.get(request.param, lambda: request.getfixturevalue(request.param))()
    return found


@pytest.fixture(params=["memory", "passing", "chroma", "server"])
def store(request: pytest.FixtureRequest) -> VectorStore:
    """Chroma in its child process, a real server of it, and what stands in for them."""
    return _store(request)


@pytest.fixture(params=["memory", "passing", "chroma", "server", "exact"])
def filled(request: pytest.FixtureRequest) -> Fill:
    """Makes a store that holds a collection: by writing where it can be written, by lying there where it can't."""

    async def fill(name: str, rows: Sequence[VectorRow]) -> VectorStore:
        if request.param == "exact":
            return ExactStore(MemoryShelf({name: rows}))
        store = _store(request)
        await store.ensure(name)
        await store.add(name, rows)
        return store

    return fill


class TestReading:
    """What is kept by those that can be written, and by those that can only be read."""

    def test_the_nearest_come_first_under_cosine_distance(self, filled: Fill, name: str) -> None:
        async def run() -> None:
            store = await filled(name, [row("east", 5, 0), row("north", 0, 0.1), row("both", 1, 1), row("west", -3, 0)])
            found = await store.query(name, vector(2, 0), 10)
            assert [neighbour.id for neighbour in found] == ["east", "both", "north", "west"]
            distances = [neighbour.distance for neighbour in found]
            assert distances == pytest.approx([0, 1 - 0.5**0.5, 1, 2], abs=DISTANCE_ERROR)
            assert all(distance >= 0 for distance in distances)
            assert [n.id for n in await store.query(name, vector(0, 1), 2)] == ["north", "both"]

        asyncio.run(run())

    def test_copies_hide_no_other_row(self, filled: Fill, name: str) -> None:
        copies = [replace(one, vector=many(1, seed=2)[0].vector, id=f"copy {one.id}") for one in many(300)]
        others = many(100)

        async def run() -> None:
            store = await filled(name, [*copies, *others])
            nearest = [(await store.query(name, other.vector, 1))[0].id for other in others]
            # An approximate index may miss one now and then; where copies fall apart it misses a quarter.
            assert sum(one == other.id for one, other in zip(nearest, others, strict=True)) >= len(others) - 2

        asyncio.run(run())

    def test_rows_are_looked_for_among_given_ids_only(self, filled: Fill, name: str) -> None:
        async def run() -> None:
            store = await filled(name, [row("east", 1, 0), row("north", 0, 1), row("west", -1, 0)])
            assert [n.id for n in await store.query(name, vector(1, 0), 5, ["west", "north", "lost"])] == [
                "north", "west",
            ]  # fmt: skip
            assert [n.id for n in await store.query(name, vector(1, 0), 1, ["west", "north", "west"])] == ["north"]
            assert await store.query(name, vector(1, 0), 5, ["lost"]) == ()
            assert await store.query(name, vector(1, 0), 5, []) == ()

        asyncio.run(run())

    @pytest.mark.parametrize("count", [0, -1])
    def test_no_neighbours_are_found_when_none_are_wanted(self, filled: Fill, name: str, count: int) -> None:
        async def run() -> None:
            store = await filled(name, [row("a", 1, 0)])
            assert await store.query(name, vector(1, 0), count) == ()
            assert await store.query(name, vector(1, 0), count, ["a"]) == ()

        asyncio.run(run())

    def test_rows_are_counted_named_and_read_back(self, filled: Fill, name: str) -> None:
        async def run() -> None:
            store = await filled(name, many(20))
            assert await store.count(name) == 20
            assert await store.ids(name) == {one.id for one in many(20)}
            assert await store.reachable(name)
            assert name in await store.names()

        asyncio.run(run())

    def test_a_collection_that_is_not_there_is_empty(self, filled: Fill, name: str) -> None:
        async def run() -> None:
            store = await filled(name, [row("a", 1, 0)])
            other = f"{name}-other"
            assert await store.count(other) == 0
            assert await store.ids(other) == frozenset()
            assert await store.query(other, vector(1, 0), 5) == ()
            assert await store.reachable(other)
            await store.delete(other, ["a"])
            await store.drop(other)
            assert other not in await store.names()

        asyncio.run(run())


class TestVectorStore:
    def test_a_collection_is_made_once_and_listed(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            assert name not in await store.names()
            await store.ensure(name)
            await store.add(name, [row("a", 1, 0)])
            await store.ensure(name)
            assert (await store.names()).count(name) == 1
            assert await store.count(name) == 1

        asyncio.run(run())

    @pytest.mark.parametrize("source", ["go", "C++", "机器学习 2024", "a..b", "127.0.0.1", "x" * 600, ""])
    def test_any_source_has_its_collection(self, store: VectorStore, source: str) -> None:
        async def run() -> None:
            name = collection_name(source, next(_numbers))
            await store.ensure(name)
            await store.add(name, [row("a", 1, 0, text=source)])
            assert await store.ids(name) == {"a"}

        asyncio.run(run())

    def test_copies_come_in_one_order_whatever_the_order_of_insertion(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            orders = set()
            for number, ids in enumerate(("cadb", "abcd", "dcba")):
                await store.ensure(f"{name}-{number}")
                await store.add(f"{name}-{number}", [row(id_, 1, 0) for id_ in ids])
                found = await store.query(f"{name}-{number}", vector(1, 0), 4)
                orders.add("".join(neighbour.id for neighbour in found))
                assert all(neighbour.distance == pytest.approx(0, abs=DISTANCE_ERROR) for neighbour in found)
            assert len(orders) == 1
            assert sorted(orders.pop()) == list("abcd")

        asyncio.run(run())

    def test_copies_that_come_later_hide_no_other_row(self, store: VectorStore, name: str) -> None:
        copies = [replace(one, vector=many(1, seed=2)[0].vector, id=f"copy {one.id}") for one in many(300)]
        others = many(100)

        async def run() -> None:
            await store.ensure(name)
            await store.add(name, [*others, *copies])
            nearest = [(await store.query(name, other.vector, 1))[0].id for other in others]
            # An approximate index may miss one now and then; where copies fall apart it misses a quarter.
            assert sum(one == other.id for one, other in zip(nearest, others, strict=True)) >= len(others) - 2

        asyncio.run(run())

    def test_rows_are_not_added_to_a_collection_that_is_not_there(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            with pytest.raises(StoreDamaged):
                await store.add(name, [row("a", 1, 0)])
            await store.add(name, [])

        asyncio.run(run())

    def test_adding_an_id_that_is_there_leaves_the_new_row(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            await store.ensure(name)
            await store.add(name, [row("a", 1, 0), row("b", 0, 1)])
            await store.add(name, [row("a", 0, -1), row("c", -1, 0)])
            assert await store.ids(name) == {"a", "b", "c"}
            assert await store.count(name) == 3
            assert (await store.query(name, vector(0, -1), 1))[0].id == "a"
            assert (await store.query(name, vector(1, 0), 1))[0].distance == pytest.approx(1, abs=DISTANCE_ERROR)
            assert await store.reachable(name)

        asyncio.run(run())

    def test_an_id_given_twice_is_refused_and_nothing_is_added(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            await store.ensure(name)
            with pytest.raises(ValueError, match="twice"):
                await store.add(name, [row("a", 1, 0), row("b", 0, 1), row("a", 0, 1)])
            assert await store.count(name) == 0

        asyncio.run(run())

    def test_deleted_rows_are_gone_and_can_come_back(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            await store.ensure(name)
            await store.add(name, [row("a", 1, 0), row("b", 0, 1)])
            await store.delete(name, [])
            await store.delete(name, ["a", "nobody"])
            assert await store.ids(name) == {"b"}
            assert [n.id for n in await store.query(name, vector(1, 0), 5)] == ["b"]
            await store.add(name, [row("a", 1, 0)])
            assert (await store.query(name, vector(1, 0), 1))[0].id == "a"
            await store.delete(name, ["a", "b"])
            assert await store.query(name, vector(1, 0), 5) == ()

        asyncio.run(run())

    def test_a_dropped_collection_can_be_made_again_at_once_with_other_lengths(
        self, store: VectorStore, name: str
    ) -> None:
        async def run() -> None:
            for dimension in (2, 3, 2):
                await store.ensure(name)
                await store.add(name, many(20, dimension=dimension))
                assert await store.count(name) == 20
                assert len(await store.query(name, vector(*[1.0] * dimension), 20)) == 20
                await store.drop(name)
                assert await store.count(name) == 0

        asyncio.run(run())

    def test_more_rows_than_one_request_takes(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            rows = many(2 * ADDED_ROWS + 1)
            await store.ensure(name)
            await store.add(name, rows)
            assert await store.ids(name) == {row.id for row in rows}
            assert await store.reachable(name)
            assert (await store.query(name, rows[-1].vector, 1))[0].id == rows[-1].id
            await store.delete(name, [row.id for row in rows[:-1]])
            assert await store.ids(name) == {rows[-1].id}

        asyncio.run(run())

    def test_odd_texts_ids_and_metadata(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            rows = [
                VectorRow("数据/索引.md#0", vector(1, 0), "", {}),
                VectorRow("b c", vector(0, 1), "\x00 null 🧪 \r\n", {"空": "", "n": -1}),
            ]
            await store.ensure(name)
            await store.add(name, rows)
            assert await store.ids(name) == {"数据/索引.md#0", "b c"}

        asyncio.run(run())

    def test_what_happens_in_one_collection_leaves_the_others_alone(self, store: VectorStore, name: str) -> None:
        async def run() -> None:
            other = f"{name}-other"
            for collection in (name, other):
                await store.ensure(collection)
                await store.add(collection, [row("a", 1, 0)])
            await store.delete(name, ["a"])
            assert (await store.count(name), await store.count(other)) == (0, 1)
            await store.drop(name)
            assert await store.ids(other) == {"a"}

        asyncio.run(run())
