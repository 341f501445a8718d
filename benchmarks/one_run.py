"""One timed run of one thing, in a process of its own as a user's would be: `alone(function, …)`."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.served import ROOT


def alone(function: Callable[..., Any], *words: str | Path | float) -> Any:
    """What a function of one of these modules returns in a new process, where it is given the words as text."""
    name = f"{_module_of(function)}:{function.__name__}"
    environment = {"OPENBLAS_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"} | os.environ
    command = [sys.executable, "-m", "benchmarks.one_run", name, *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def _module_of(function: Callable[..., Any]) -> str:
    """The name by which another process imports it, of the benchmark that is run, too."""
    spec = sys.modules["__main__"].__spec__
    return spec.name if function.__module__ == "__main__" and spec else function.__module__


def main() -> None:
    """Run the function that the first word names, and print what it returns as JSON."""
    module, _, function = sys.argv[1].partition(":")
    returned = getattr(importlib.import_module(module), function)(*sys.argv[2:])
    sys.stdout.write(json.dumps(returned))


if __name__ == "__main__":
    main()
