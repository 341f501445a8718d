"""The child's side: makes one object and answers calls of its public methods until the pipe closes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from pickle import loads
from typing import Any

from gangdan_gui.domain.errors import GangDanError, WorkerFailed

_BELOW_NORMAL = 0x4000

Reply = tuple[bool, Any]
"""Whether it went well, and the value or the GangDanError to raise."""


def serve(
    pipe: Connection, target: str, arguments: tuple[object, ...], name: str, *, killable: bool, niceness: int
) -> None:
    """The child's main function. Its first reply says whether the object could be made; each other answers a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it closes the pipe
    _keep_stdout_clean()
    if niceness:
        _step_back(niceness)
    if killable:
        threading.Thread(target=_leave_with_parent, name="parent watch", daemon=True).start()
    try:
        served = _make(pipe, target, arguments, name)
        while served is not None:
            _reply(pipe, _answer(served, pipe.recv_bytes(), name), name)
    except (EOFError, OSError):
        pass  # the parent closed the pipe or is gone


def failure(worker: str, error: Exception) -> GangDanError:
    """What the caller is told of an exception: itself when it is one of ours, else WorkerFailed with the traceback."""
    if isinstance(error, GangDanError):
        return error
    lines = traceback.format_exception(error)
    return WorkerFailed(worker=worker, error=f"{type(error).__name__}: {error}", traceback="".join(lines))


def _make(pipe: Connection, target: str, arguments: tuple[object, ...], name: str) -> object:
    module, _, attribute = target.partition(":")
    try:
        served: object = getattr(import_module(module), attribute)(*arguments)
    except Exception as error:  # the worker's edge: anything may go wrong in there, and the caller must learn of it
        _reply(pipe, (False, failure(name, error)), name)
        return None
    _reply(pipe, (True, None), name)
    return served


def _answer(served: object, request: bytes, name: str) -> Reply:
    try:
        method, arguments = loads(request)
        if method.startswith("_"):
            raise AttributeError(f"{method} is not a public method")
        return True, getattr(served, method)(*arguments)
    except Exception as error:  # the worker's edge
        return False, failure(name, error)


def _reply(pipe: Connection, reply: Reply, name: str) -> None:
    try:
        message = ForkingPickler.dumps(reply)
    except Exception as error:  # a value may refuse to be pickled with any exception
        message = ForkingPickler.dumps((False, failure(name, error)))
    pipe.send_bytes(message)


def _keep_stdout_clean() -> None:
    """Send what anything in here prints to stderr: the parent's stdout may carry one JSON object and nothing else."""
    try:
        os.dup2(2, 1)
    except OSError:  # a windowed program has neither
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (open as long as the process lives)
    sys.stdout = sys.stderr


def _step_back(niceness: int) -> None:
    """Let what the user has open go first. Programs that this process starts inherit it."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.SetPriorityClass.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(niceness)


def _leave_with_parent() -> None:
    """End at once when the parent dies in the middle of a request; an idle child sees the closed pipe by itself."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
