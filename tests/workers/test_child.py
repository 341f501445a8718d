"""Calls of a child process: replies, errors, order, cancelling, dying, closing."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psutil
import pytest

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable, WorkerDied, WorkerFailed
from gangdan_gui.workers.child import Child
from tests.workers.served import Gate

TARGET = "tests.workers.served:Served"


on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")


@asynccontextmanager
async def started(*, killable: bool = True, niceness: int = 0) -> AsyncIterator[Child]:
    child = Child(TARGET, name="test child", killable=killable, niceness=niceness)
    try:
        yield child
    finally:
        await child.close()


async def turns(count: int = 50) -> None:
    """Let all that is ready on the loop run."""
    for _ in range(count):
        await asyncio.sleep(0)


class TestReplies:
    def test_a_value_comes_back_as_it_went(self) -> None:
        async def go() -> None:
            async with started() as child:
                for value in ("文字 \ud800", b"\x00\xff", [1, 2.5, None], {"a": (1,)}):
                    assert await child.call("echo", value) == value

        asyncio.run(go())

    def test_no_process_before_the_first_call(self) -> None:
        async def go() -> None:
            async with started() as child:
                assert not child.alive
                assert await child.call("process") != os.getpid()
                assert child.alive

        asyncio.run(go())

    def test_our_errors_arrive_with_their_facts(self) -> None:
        async def go() -> None:
            async with started() as child:
                with pytest.raises(BadVectors) as caught:
                    await child.call("refuse")
                assert caught.value.facts == {"embedder": "测试", "what": "two for three"}
                assert await child.call("echo", 1) == 1

        asyncio.run(go())

    @pytest.mark.parametrize(
        ("method", "arguments", "error"),
        [
            ("stumble", (), "ZeroDivisionError: by hand"),
            ("nothing_of_the_kind", (), "AttributeError"),
            ("_hidden", (), "AttributeError: _hidden is not a public method"),
            ("echo", (1, 2, 3), "TypeError"),
            ("secret", (), "lambda"),
            ("echo", (lambda: None,), "lambda"),
        ],
        ids=["own error", "no method", "private method", "wrong arguments", "reply not picklable", "not picklable"],
    )
    def test_other_errors_are_worker_failed_and_the_process_goes_on(
        self, method: str, arguments: tuple[object, ...], error: str
    ) -> None:
        async def go() -> None:
            async with started() as child:
                before = await child.call("process")
                with pytest.raises(WorkerFailed) as caught:
                    await child.call(method, *arguments)
                assert caught.value.facts["worker"] == "test child"
                assert error in caught.value.facts["error"]
                assert "Traceback" in caught.value.facts["traceback"]
                assert await child.call("process") == before

        asyncio.run(go())

    def test_a_hundred_calls_at_once(self) -> None:
        async def go() -> None:
            async with started() as child:
                assert await asyncio.gather(*(child.call("echo", i) for i in range(100))) == list(range(100))

        asyncio.run(go())

    def test_two_loops_one_after_the_other(self) -> None:
        async def use(child: Child) -> int:
            process: int = await child.call("process")
            return process

        async def use_and_close(child: Child) -> int:
            try:
                return await use(child)
            finally:
                await child.close()

        child = Child(TARGET, name="test child")
        assert asyncio.run(use(child)) == asyncio.run(use_and_close(child))


class TestStarting:
    @pytest.mark.parametrize(
        ("target", "arguments", "kind"),
        [
            ("tests.workers.served:unavailable", ("no files",), EmbedderUnavailable),
            ("tests.workers.served:broken", (), WorkerFailed),
            ("tests.workers.served:missing", (), WorkerFailed),
            ("tests.workers.no_such_module:Served", (), WorkerFailed),
            (TARGET, ("one too many",), WorkerFailed),
            (TARGET, (lambda: None,), WorkerFailed),
        ],
    )
    def test_an_object_that_cannot_be_made_is_told_to_each_caller(
        self, target: str, arguments: tuple[object, ...], kind: type[Exception]
    ) -> None:
        async def go() -> None:
            child = Child(target, name="test child", arguments=arguments)
            try:
                outcomes = await asyncio.gather(*(child.call("echo", 1) for _ in range(2)), return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [kind, kind]
                assert not child.alive
            finally:
                await child.close()

        asyncio.run(go())

    def test_facts_of_an_object_that_cannot_be_made(self) -> None:
        async def go() -> None:
            child = Child("tests.workers.served:unavailable", name="test child", arguments=("no files",))
            with pytest.raises(EmbedderUnavailable) as caught:
                await child.call("echo", 1)
            assert caught.value.facts == {"embedder": "test", "why": "no files"}
            await child.close()

        asyncio.run(go())

    @pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no nice values")
    def test_niceness(self) -> None:
        async def go() -> None:
            async with started(niceness=3) as child:
                assert await child.call("niceness") == min(os.nice(0) + 3, 19)

        asyncio.run(go())


class TestOrder:
    def test_urgent_calls_go_before_waiting_ones(self) -> None:
        async def go() -> None:
            async with started() as child:
                with Gate() as gate:
                    held = asyncio.create_task(child.call("through", gate.address))
                    await gate.reached()
                    calls = [asyncio.create_task(child.call("note", text)) for text in ("first", "second")]
                    await turns()
                    calls.append(asyncio.create_task(child.call("note", "urgent", urgent=True)))
                    await turns()
                    gate.open()
                    await asyncio.gather(held, *calls)
                assert await child.call("noted") == ["urgent", "first", "second"]

        asyncio.run(go())


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


class TestPayloads:
    def test_fifty_megabytes_both_ways_while_the_loop_goes_on(self) -> None:
        async def go() -> None:
            payload = os.urandom(1 << 20) * 50
            async with started() as child:
                await child.call("echo", None)
                call = asyncio.create_task(child.call("echo", payload))
                ticks = 0
                while not call.done():
                    await asyncio.sleep(0.001)
                    ticks += 1
                assert call.result() == payload
                assert ticks > 5

        asyncio.run(go())

    def test_a_process_that_does_not_read_does_not_hold_the_loop(self) -> None:
        async def go() -> None:
            async with started() as child:
                process = psutil.Process(await child.call("process"))
                process.suspend()
                try:
                    call = asyncio.create_task(child.call("echo", bytes(10 << 20)))
                    await turns(1000)
                    assert not call.done()
                finally:
                    process.resume()
                assert await call == bytes(10 << 20)

        asyncio.run(go())


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
