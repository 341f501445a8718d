"""A look at many vectors takes one core, and waits for no other."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gangdan_gui.numpy_threads import one_numpy_thread

_COUNTED = """
import os, sys
from gangdan_gui.cli import main
try:
    main(["--version"])
except SystemExit:
    pass
import numpy
numpy.ones((600, 600)) @ numpy.ones((600, 600))
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the threads of a process so")
def test_numpy_starts_no_thread_in_the_program() -> None:
    ran = subprocess.run([sys.executable, "-c", _COUNTED], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[-1] == "1"


def test_a_number_that_somebody_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"OPENBLAS_NUM_THREADS": "4"})
    one_numpy_thread()
    assert (os.environ["OPENBLAS_NUM_THREADS"], os.environ["OMP_NUM_THREADS"]) == ("4", "1")
