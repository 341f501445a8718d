"""One window a library, whatever the library's folder is called and however the first one ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.ui.single_instance import SingleInstance

_CLAIM_AND_DIE = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gangdan_gui.ui.single_instance import SingleInstance
app = QCoreApplication([])
print(SingleInstance(Path(sys.argv[1])).claim(), flush=True)
os._exit(9)
"""


def test_a_second_start_raises_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.claim()

    with qtbot.waitSignal(first.raise_requested):
        assert not second.claim()

    first.release()
    assert second.claim()
    second.release()


def test_two_libraries_have_two_windows(qapp: QApplication, tmp_path: Path) -> None:
    one, other = SingleInstance(tmp_path / "资料库"), SingleInstance(tmp_path / "资料库 2")

    assert one.claim()
    assert other.claim()
    one.release()
    other.release()


def test_two_spellings_of_a_folder_are_one_library(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path / "a" / "..")
    assert first.claim()

    assert not second.claim()

    first.release()


def test_a_window_that_crashed_is_in_nobodys_way(qapp: QApplication, tmp_path: Path) -> None:
    died = subprocess.run(
        [sys.executable, "-c", _CLAIM_AND_DIE, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert died.stdout.strip() == "True"
    instance = SingleInstance(tmp_path)

    assert instance.claim()

    instance.release()
