"""Work that runs at once ends at once when a part of it fails, and the failure comes by itself."""

from __future__ import annotations

import asyncio
import logging

import pytest

from gangdan_gui.domain.errors import LocationMissing, NothingBuilt
from gangdan_gui.services.together import beside, together


async def after(turns: int, result: int = 0, error: Exception | None = None) -> int:
    for _ in range(turns):
        await asyncio.sleep(0)
    if error:
        raise error
    return result


def test_results_come_in_the_order_of_the_work() -> None:
    assert asyncio.run(together(after(3, 1), after(0, 2), after(1, 3))) == [1, 2, 3]
    assert asyncio.run(together()) == []


def test_the_others_end_with_the_first_that_fails() -> None:
    ended: list[str] = []

    async def endless() -> int:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        return 0

    with pytest.raises(NothingBuilt):
        asyncio.run(together(endless(), after(2, error=NothingBuilt()), endless()))
    assert ended == ["cancelled", "cancelled"]


def test_a_failure_inside_comes_by_itself_too() -> None:
    async def nested() -> int:
        return sum(await together(after(1, error=LocationMissing(location="x")), after(5)))

    with pytest.raises(LocationMissing):
        asyncio.run(together(nested(), after(9)))


def test_several_failures_of_one_moment_give_the_first() -> None:
    with pytest.raises(NothingBuilt):
        asyncio.run(together(after(1, error=NothingBuilt()), after(1, error=LocationMissing(location="x"))))


def test_what_nobody_expected_hides_nothing() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(together(after(1, error=NothingBuilt()), after(1, error=KeyError("x"))))
    assert {type(error) for error in caught.value.exceptions} == {NothingBuilt, KeyError}


def test_cancelling_from_outside_is_a_cancellation() -> None:
    async def main() -> None:
        task = asyncio.create_task(together(after(100), after(100)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_what_goes_on_beside_a_block_ends_with_it_and_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    ended: list[str] = []

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    async def failing() -> None:
        raise NothingBuilt

    async def main() -> None:
        async with beside(endless()), beside(failing()):
            await asyncio.sleep(0)
            ended.append("block")

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert ended == ["block", "cancelled"]
    assert "NothingBuilt" in caplog.text
