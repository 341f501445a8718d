"""One writer a library, with real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked
from gangdan_gui.storing.lock import LibraryLock

_HOLD = """
import sys
from pathlib import Path
from gangdan_gui.storing.lock import LibraryLock
lock = LibraryLock(Path(sys.argv[1]), sys.argv[2])
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "我的 library"


@pytest.fixture
def other(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its input is closed."""
    command = [sys.executable, "-c", _HOLD, str(home), "gangdan-gui build 机器学习"]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_the_holder_is_named_with_its_number(home: Path, other: subprocess.Popen[str]) -> None:
    lock = LibraryLock(home, "me")
    with pytest.raises(LibraryLocked) as caught:
        lock.acquire()
    assert caught.value.facts == {"home": str(home), "holder": f"gangdan-gui build 机器学习 ({other.pid})"}
    assert lock.holder() == caught.value.facts["holder"]
    lock.release()
    with pytest.raises(LibraryLocked):
        LibraryLock(home, "third").acquire()


def test_the_lock_of_a_killed_process_is_no_lock(home: Path, other: subprocess.Popen[str]) -> None:
    lock = LibraryLock(home, "me")
    with pytest.raises(LibraryLocked):
        lock.acquire()
    other.kill()
    other.wait()
    assert lock.holder() != ""
    lock.acquire()
    assert lock.holder() == f"me ({os.getpid()})"
    lock.release()
    assert lock.holder() == ""


def test_a_lock_given_back_can_be_taken(home: Path) -> None:
    first, second = LibraryLock(home, "first"), LibraryLock(home, "second")
    first.acquire()
    first.acquire()
    with pytest.raises(LibraryLocked):
        second.acquire()
    first.release()
    first.release()
    second.acquire()
    assert first.holder().startswith("second ")
    second.release()


def test_a_home_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    with pytest.raises(CannotWrite):
        LibraryLock(tmp_path / "home", "me").acquire()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_home_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(CannotWrite) as caught:
            LibraryLock(tmp_path, "me").acquire()
    finally:
        tmp_path.chmod(0o700)
    assert caught.value.facts["path"] == str(tmp_path)
