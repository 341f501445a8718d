"""Calls of a child process: replies, errors, order, large payloads."""

from __future__ import annotations

import asyncio
import os
import sys
from multiprocessing import spawn
from pathlib import Path

import psutil
import pytest

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable, WorkerFailed, WorkerNotStarted
from gangdan_gui.workers.child import Child
from tests.workers.served import TARGET, Gate, started, turns


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
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows runs no scripts as programs")
    @pytest.mark.parametrize("program", ["leaves", "is not there"])
    def test_a_process_that_cannot_be_had_is_told_and_the_next_call_tries_again(
        self, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        leaving = tmp_path / "python"
        if program == "leaves":
            leaving.write_text("#!/bin/sh\nexit 3\n", "utf-8")
            leaving.chmod(0o755)

        async def go() -> None:
            child = Child(TARGET, name="test child")
            usual = spawn.get_executable()
            try:
                spawn.set_executable(str(leaving))
                with pytest.raises(WorkerNotStarted) as caught:
                    await child.call("echo", 1)
                assert caught.value.facts["worker"] == "test child"
                spawn.set_executable(usual)
                assert await child.call("echo", 1) == 1
            finally:
                spawn.set_executable(usual)
                await child.close()

        asyncio.run(go())

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
