"""Tasks are held, their errors told, and all of them end at close."""

from __future__ import annotations

import asyncio
import gc

import pytest

from gangdan_gui.ui.jobs import Jobs
from tests.ui.conftest import RunInLoop
from tests.ui.waiting import until


def test_an_error_reaches_the_teller_with_the_name_of_its_job(in_loop: RunInLoop) -> None:
    told: list[tuple[str, str]] = []

    async def broken() -> None:
        raise ValueError("no")

    async def main() -> None:
        jobs = Jobs(lambda name, error: told.append((name, str(error))))
        task = jobs.start(broken(), "report")
        await asyncio.wait([task])
        await asyncio.sleep(0)

    in_loop(main())

    assert told == [("report", "no")]


def test_tasks_nobody_keeps_run_to_their_end(in_loop: RunInLoop) -> None:
    done: list[int] = []

    async def work(number: int) -> None:
        await asyncio.sleep(0)
        gc.collect()
        done.append(number)

    async def main() -> None:
        jobs = Jobs()
        for number in range(5):
            jobs.start(work(number), f"work {number}")
        assert len(jobs.names) == 5
        await until(lambda: not jobs.names)

    in_loop(main())

    assert done == [0, 1, 2, 3, 4]


def test_close_cancels_awaits_cleanup_and_tells_no_error(in_loop: RunInLoop) -> None:
    cleaned: list[str] = []
    told: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append("yes")

    async def main() -> tuple[str, ...]:
        jobs = Jobs(lambda name, _error: told.append(name))
        jobs.start(work(), "work")
        await asyncio.sleep(0)
        return await jobs.close(grace=5)

    assert in_loop(main()) == ()
    assert cleaned == ["yes"]
    assert told == []


def test_close_names_what_did_not_end_in_time(in_loop: RunInLoop, caplog: pytest.LogCaptureFixture) -> None:
    release = asyncio.Event()

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await release.wait()

    async def main() -> tuple[str, ...]:
        jobs = Jobs()
        task = jobs.start(stubborn(), "stubborn")
        await asyncio.sleep(0)
        late = await jobs.close(grace=0.01)
        release.set()
        await asyncio.wait([task])
        return late

    assert in_loop(main()) == ("stubborn",)
    assert "stubborn" in caplog.text


def test_nothing_begins_after_close(in_loop: RunInLoop) -> None:
    begun: list[str] = []

    async def work() -> None:
        begun.append("yes")

    async def main() -> bool:
        jobs = Jobs()
        await jobs.close()
        task = jobs.start(work(), "late")
        await asyncio.wait([task])
        return task.cancelled()

    assert in_loop(main()) is True
    assert begun == []


def test_a_job_may_close_the_registry_it_runs_in(in_loop: RunInLoop) -> None:
    async def main() -> tuple[str, ...]:
        jobs = Jobs()

        async def quit_all() -> tuple[str, ...]:
            return await jobs.close(grace=1)

        return await jobs.start(quit_all(), "quit")

    assert in_loop(main()) == ()
