"""Long work as a generator of events."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from gangdan_gui.domain.errors import EmptyQuestion
from gangdan_gui.services.streams import Emit, stream


def test_events_come_in_order_and_more_than_the_queue_holds() -> None:
    async def work(emit: Emit[int]) -> None:
        for number in range(1000):
            await emit(number)

    async def main() -> list[int]:
        return [number async for number in stream(work)]

    assert asyncio.run(main()) == list(range(1000))


def test_the_work_s_own_error_comes_after_its_last_event() -> None:
    seen: list[int] = []

    async def work(emit: Emit[int]) -> None:
        await emit(1)
        raise EmptyQuestion

    async def main() -> None:
        async for number in stream(work):
            seen.append(number)  # noqa: PERF401  # what came before the error must be kept

    with pytest.raises(EmptyQuestion):
        asyncio.run(main())
    assert seen == [1]


@pytest.mark.parametrize("how", ["close", "cancel"])
def test_stopping_cancels_the_work_and_waits_for_its_clean_up(how: str) -> None:
    cleaned: list[str] = []

    async def work(emit: Emit[int]) -> None:
        try:
            for number in range(10_000):
                await emit(number)
        finally:
            await asyncio.sleep(0)
            cleaned.append("cleaned")

    async def consume(started: asyncio.Event) -> None:
        async with aclosing(stream(work)) as events:
            async for _ in events:
                started.set()
                if how == "close":
                    break
                await asyncio.sleep(60)

    async def main() -> None:
        started = asyncio.Event()
        task = asyncio.create_task(consume(started))
        await started.wait()
        if how == "cancel":
            task.cancel()
        await asyncio.wait({task})
        assert cleaned == ["cleaned"]
        assert task.cancelled() == (how == "cancel")
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_a_task_group_inside_the_work_delivers_its_error_not_a_cancellation() -> None:
    async def fail() -> None:
        raise ValueError("the worker's own")

    async def work(emit: Emit[int]) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(fail())
            for number in range(1000):
                await emit(number)
                await asyncio.sleep(0)

    async def main() -> None:
        async for _ in stream(work):
            pass

    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(main())
    assert caught.group_contains(ValueError)
