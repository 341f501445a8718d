"""Any order of calls leaves in Chroma what it leaves in a dict."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from gangdan_gui.domain.ports import DISTANCE_ERROR
from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.storing.collection_name import collection_name
from tests.memory_store import MemoryStore
from tests.storing.rows import row

_numbers = itertools.count(1)
ids = st.sampled_from("abcdefgh")
rows = st.lists(st.tuples(ids, st.integers(-3, 3), st.integers(1, 3)), unique_by=lambda r: r[0], max_size=6)


def machine(runner: asyncio.Runner, store: ChromaStore) -> type[RuleBasedStateMachine]:
    class Stores(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.name = collection_name("machine", next(_numbers))
            self.model = MemoryStore()
            self.restarted = False
            self.both("ensure")

        def both(self, method: str, *arguments: object) -> tuple[object, object]:
            real = runner.run(getattr(store, method)(self.name, *arguments))
            return real, runner.run(getattr(self.model, method)(self.name, *arguments))

        @rule(rows=rows)
        def add(self, rows: list[tuple[str, int, int]]) -> None:
            self.both("add", [row(*facts) for facts in rows])

        @rule(some=st.lists(ids, max_size=5))
        def delete(self, some: list[str]) -> None:
            self.both("delete", some)

        @rule()
        def make_again(self) -> None:
            self.both("drop")
            self.both("ensure")

        @precondition(lambda self: not self.restarted)  # a start takes as long as all other steps together
        @rule()
        def restart(self) -> None:
            self.restarted = True
            runner.run(store._child.close())
            store._child = store._new_child()

        @rule(x=st.integers(-3, 3), y=st.integers(1, 3), count=st.integers(0, 10))
        def query(self, x: int, y: int, count: int) -> None:
            real, model = self.both("query", row("", x, y).vector, count)
            assert [n.distance for n in real] == pytest.approx([n.distance for n in model], abs=DISTANCE_ERROR)  # type: ignore[attr-defined]

        @invariant()
        def holds_the_same(self) -> None:
            for method in ("ids", "count", "reachable"):
                real, model = self.both(method)
                assert real == model

    return Stores


@pytest.mark.slow
def test_any_order_of_calls() -> None:
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        store = ChromaStore(Path(folder) / "chroma")
        try:
            run_state_machine_as_test(
                machine(runner, store),
                settings=settings(
                    max_examples=6, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
                ),
            )
        finally:
            runner.run(store.close())
