"""Reference cycles end on the main thread while the window is open, wherever they were made."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.ui import collecting
from gangdan_gui.ui.collecting import collect_due, collecting_here
from gangdan_gui.ui.loop import run

MANY = 20_000


@pytest.fixture(autouse=True)
def by_itself() -> Iterator[None]:
    """Python collects by itself, as it does before there is a window; not so in other tests."""
    gc.enable()
    yield
    gc.disable()


class Cycle:
    """Part of a cycle; tells on which thread it ended."""

    def __init__(self, ended: list[threading.Thread]) -> None:
        self.me = self
        self.ended = ended

    def __del__(self) -> None:
        self.ended.append(threading.current_thread())


def make(ended: list[threading.Thread]) -> None:
    for _ in range(MANY):
        Cycle(ended)


def on_a_thread(ended: list[threading.Thread]) -> None:
    thread = threading.Thread(target=make, args=(ended,))
    thread.start()
    thread.join()


def test_python_by_itself_collects_on_the_thread_that_allocates() -> None:
    ended: list[threading.Thread] = []

    on_a_thread(ended)

    assert any(thread is not threading.main_thread() for thread in ended)
    gc.collect()


def test_cycles_of_other_threads_end_on_the_main_thread(qtbot: QtBot) -> None:
    ended: list[threading.Thread] = []

    with collecting_here(interval=5):
        on_a_thread(ended)
        assert ended == []
        qtbot.waitUntil(lambda: len(ended) == MANY)

    assert set(ended) == {threading.main_thread()}


def test_the_end_of_the_window_collects_what_is_left() -> None:
    ended: list[threading.Thread] = []

    with collecting_here(interval=60_000):
        on_a_thread(ended)
        assert ended == []

    assert ended == [threading.main_thread()] * MANY


@pytest.mark.parametrize("automatic", [True, False])
def test_afterwards_python_collects_as_before(automatic: bool) -> None:
    if not automatic:
        gc.disable()
    try:
        with collecting_here():
            assert not gc.isenabled()
            assert gc.get_freeze_count() > 0
        assert gc.isenabled() is automatic
        assert gc.get_freeze_count() == 0
    finally:
        gc.enable()


def test_nothing_is_collected_before_its_time() -> None:
    gc.collect()
    gc.disable()
    try:
        ended: list[threading.Thread] = []
        Cycle(ended)
        collect_due()
        assert ended == []
        make(ended)
        collect_due()
        assert len(ended) == MANY + 1
    finally:
        gc.enable()


def test_the_loop_of_the_window_collects_this_way(qapp: QApplication) -> None:
    seen: list[bool] = []

    async def main() -> int:
        seen.append(gc.isenabled())
        await asyncio.sleep(0)
        return 0

    assert run(qapp, main) == 0
    assert seen == [False]
    assert gc.isenabled()


def test_what_stands_a_while_after_the_start_is_set_aside(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "_SETTLED_MS", 1)
    with collecting_here(interval=60_000):
        before = gc.get_freeze_count()
        stays = [[number] for number in range(MANY)]
        qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + MANY)
    assert len(stays) == MANY
    assert gc.get_freeze_count() == 0
