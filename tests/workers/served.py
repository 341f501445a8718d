"""What the children of these tests serve, how a test starts one, and the gate that holds it in the middle of a call."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Client, Connection, Listener
from types import TracebackType

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable
from gangdan_gui.workers.child import Child


class Served:
    """An object with a method for each thing that can happen in a call."""

    def __init__(self) -> None:
        self.notes: list[object] = []

    def echo(self, value: object) -> object:
        return value

    def process(self) -> int:
        return os.getpid()

    def note(self, value: object) -> None:
        self.notes.append(value)

    def noted(self) -> list[object]:
        return self.notes

    def through(self, gate: str) -> int:
        """Return once the test has opened the gate."""
        with Client(gate) as test:
            test.send(os.getpid())
            test.recv()
        return os.getpid()

    def refuse(self) -> None:
        raise BadVectors(embedder="测试", what="two for three")

    def stumble(self) -> None:
        raise ZeroDivisionError("by hand")

    def secret(self) -> object:
        return lambda: None

    def leave(self, code: int) -> None:
        sys.exit(code)

    def vanish(self) -> None:
        os._exit(7)

    def chatter(self) -> None:
        print("by print")
        os.write(1, b"by the system\n")
        subprocess.run([sys.executable, "-c", "print('by a program')"], check=True)

    def niceness(self) -> int:
        return os.nice(0)

    def _hidden(self) -> str:
        return "not served"


def unavailable(why: str) -> Served:
    raise EmbedderUnavailable(embedder="test", why=why)


def broken() -> Served:
    raise ZeroDivisionError("while it was made")


class Gate:
    """`Served.through` stops here. `reached` says that it has come, `open` lets it go on."""

    def __init__(self) -> None:
        self._listener = Listener()
        self._visitor: Connection | None = None
        self.address = str(self._listener.address)

    async def reached(self) -> int:
        """The number of the process that has come."""
        self._visitor = await asyncio.to_thread(self._listener.accept)
        process: int = self._visitor.recv()
        return process

    def open(self) -> None:
        assert self._visitor is not None
        self._visitor.send("go on")

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._visitor is not None:
            self._visitor.close()
        self._listener.close()


TARGET = "tests.workers.served:Served"


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
