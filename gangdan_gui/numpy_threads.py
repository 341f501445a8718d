"""How many threads numpy multiplies with: one."""

from __future__ import annotations

import os

THREAD_SETTINGS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What its libraries read once, when they are imported."""


def one_numpy_thread() -> None:
    """Have numpy start no threads of its own, here and in all children; to be called before it is imported.

    Of two cores with something else to do, the second adds nothing to a look at 20,000 vectors, and who waits for it
    waits up to 60 ms, the window too. Whoever has set a number of his own keeps it.
    """
    for name in THREAD_SETTINGS:
        os.environ.setdefault(name, "1")
