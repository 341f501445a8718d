"""How calls and child processes end: cancelled, dead, closed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from gangdan_gui.domain.errors import WorkerDied
from gangdan_gui.workers.child import Child
from gangdan_gui.workers.spawned import _interrupts_held_back
from tests.workers.served import TARGET, Gate, started, turns

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")


@pytest.fixture
def usual_interrupts() -> Iterator[None]:
    """What a shell starts in the background ignores interrupts, and so would all that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class TestCancelling:
    def test_a_waiting_call_is_never_made(self) -> None:
        async def go() -> None:
            async with started() as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    process = await gate.reached()
                    waiting = asyncio.create_task(child.call("note", "cancelled"))
                    await turns()
                    waiting.cancel()
                    await asyncio.wait([waiting])
                    gate.open()
                    assert await held == process
                assert await child.call("noted") == []

        asyncio.run(go())

    def test_a_killable_process_that_does_not_finish_is_killed_and_the_waiting_calls_are_served(self) -> None:
        async def go() -> None:
            async with started() as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    process = await gate.reached()
                    waiting = asyncio.create_task(child.call("process"))
                    await turns()
                    held.cancel()
                    assert await waiting != process
                    assert held.cancelled()
                    assert not psutil.pid_exists(process)

        asyncio.run(go())

    def test_a_killable_process_that_finishes_soon_is_kept(self) -> None:
        async def go() -> None:
            async with started() as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    process = await gate.reached()
                    held.cancel()
                    await asyncio.wait([held])
                    gate.open()
                    assert await child.call("process") == process

        asyncio.run(go())

    def test_a_kill_never_meets_the_next_call(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("gangdan_gui.workers.child.GRACE", 0.1)

        async def go() -> None:
            async with started() as child:
                with Gate() as first, Gate() as second:
                    cancelled = asyncio.create_task(child.call("through", first.address))
                    process = await first.reached()
                    cancelled.cancel()
                    await asyncio.wait([cancelled])
                    first.open()
                    innocent = asyncio.create_task(child.call("through", second.address))
                    assert await second.reached() == process
                    await asyncio.sleep(0.3)  # past the end of the cancelled call's grace
                    second.open()
                    assert await innocent == process

        asyncio.run(go())

    def test_a_process_that_may_not_be_killed_is_left_to_finish(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("gangdan_gui.workers.child.GRACE", 0.0)

        async def go() -> None:
            async with started(killable=False) as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    process = await gate.reached()
                    held.cancel()
                    await asyncio.wait([held])
                    waiting = asyncio.create_task(child.call("process"))
                    await asyncio.sleep(0.2)
                    assert not waiting.done()
                    gate.open()
                    assert await waiting == process

        asyncio.run(go())

    def test_a_reply_after_the_end_of_its_loop_is_dropped_in_silence(self, caplog: pytest.LogCaptureFixture) -> None:
        child = Child(TARGET, name="test child", killable=False)
        gate = Gate()

        async def leave_in_the_middle() -> int:
            asyncio.get_running_loop().call_soon(asyncio.create_task, child.call("through", gate.address))
            return await gate.reached()

        async def come_back() -> int:
            gate.open()
            process: int = await child.call("process")
            await child.close()
            return process

        with gate:
            assert asyncio.run(leave_in_the_middle()) == asyncio.run(come_back())
        assert not caplog.records


class TestDying:
    @on_posix
    def test_a_killed_process_is_reported_with_its_code_and_the_waiting_call_is_served(self) -> None:
        async def go() -> None:
            async with started() as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    process = await gate.reached()
                    waiting = asyncio.create_task(child.call("process"))
                    await turns()
                    psutil.Process(process).kill()
                    with pytest.raises(WorkerDied) as caught:
                        await held
                    assert caught.value.facts == {"worker": "test child", "code": str(-signal.SIGKILL)}
                    assert await waiting != process

        asyncio.run(go())

    @pytest.mark.parametrize(("method", "arguments", "code"), [("leave", (3,), "3"), ("vanish", (), "7")])
    def test_a_process_that_leaves(self, method: str, arguments: tuple[object, ...], code: str) -> None:
        async def go() -> None:
            async with started() as child:
                with pytest.raises(WorkerDied) as caught:
                    await child.call(method, *arguments)
                assert caught.value.facts["code"] == code
                assert await child.call("echo", "again") == "again"

        asyncio.run(go())

    @on_posix
    def test_dying_with_nothing_to_do_costs_no_call(self, caplog: pytest.LogCaptureFixture) -> None:
        async def go() -> None:
            async with started() as child:
                process = psutil.Process(await child.call("process"))
                process.kill()
                while child.alive:  # noqa: ASYNC110  (psutil's wait would take the exit code away from the one who reports it)
                    await asyncio.sleep(0.01)
                assert await child.call("process") != process.pid

        asyncio.run(go())
        assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
            ("WARNING", f"test child ended by itself with code {-signal.SIGKILL} while it had nothing to do")
        ]

    @on_posix
    def test_interrupting_is_left_to_the_parent(self) -> None:
        async def go() -> None:
            async with started() as child:
                process = await child.call("process")
                os.kill(process, signal.SIGINT)
                assert await child.call("process") == process

        asyncio.run(go())

    @on_posix
    def test_an_interrupt_finds_a_process_deaf_from_its_first_moment(self, usual_interrupts: None) -> None:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
        pipe, theirs = os.pipe()
        with (
            subprocess.Popen(["cat"], stdin=pipe) as control,
            _interrupts_held_back(),
            subprocess.Popen(["cat"], stdin=pipe) as child,
        ):
            for process in (control, child):
                process.send_signal(signal.SIGINT)
            assert control.wait(10) == -signal.SIGINT
            os.close(theirs)
            os.close(pipe)
            assert child.wait(10) == 0
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == mask


class TestClosing:
    def test_twice_and_before_anything_started(self) -> None:
        async def go() -> None:
            child = Child(TARGET, name="test child")
            await child.close()
            await child.close()
            with pytest.raises(RuntimeError, match="test child is closed"):
                await child.call("echo", 1)
            assert not child.alive

        asyncio.run(go())

    def test_the_process_is_gone(self) -> None:
        async def go() -> None:
            child = Child(TARGET, name="test child")
            process = await child.call("process")
            await asyncio.gather(child.close(), child.close())
            await child.close()
            assert not child.alive
            assert not psutil.pid_exists(process)

        asyncio.run(go())

    def test_busy_and_killable(self) -> None:
        async def go() -> None:
            child = Child(TARGET, name="test child")
            with Gate() as gate:
                held = asyncio.create_task(child.call("through", gate.address))
                process = await gate.reached()
                waiting = asyncio.create_task(child.call("echo", 1))
                await turns()
                await child.close()
                assert not psutil.pid_exists(process)
                await asyncio.wait([held, waiting])
                assert isinstance(held.exception(), WorkerDied)
                assert waiting.cancelled()

        asyncio.run(go())

    def test_busy_and_not_killable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("gangdan_gui.workers.child.GRACE", 0.0)

        async def go() -> None:
            child = Child(TARGET, name="test child", killable=False)
            with Gate() as gate:
                held = asyncio.create_task(child.call("through", gate.address))
                process = await gate.reached()
                closing = asyncio.create_task(child.close())
                await asyncio.sleep(0.2)
                assert not closing.done()
                gate.open()
                await closing
                assert await held == process
                assert not psutil.pid_exists(process)

        asyncio.run(go())

    def test_patience_ends(self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
        monkeypatch.setattr("gangdan_gui.workers.child._PATIENCE", 0.1)

        async def go() -> None:
            child = Child(TARGET, name="test child", killable=False)
            with Gate() as gate:
                held = asyncio.create_task(child.call("through", gate.address))
                process = await gate.reached()
                await child.close()
                assert psutil.pid_exists(process)
                gate.open()
                assert await held == process
            monkeypatch.undo()
            await child.close()
            assert not psutil.pid_exists(process)

        asyncio.run(go())
        assert "still busy" in caplog.text
