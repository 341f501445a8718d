"""A question asked while another source is built, against one asked while nothing is: `python -m benchmarks.question`.

With the built-in model, and with an Ollama server of our own that takes 20 ms a request and 4 ms a text.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.documents import write_documents
from benchmarks.figures import ratios, show
from benchmarks.one_run import alone
from benchmarks.question_beside import asked_twice
from benchmarks.served import served
from benchmarks.whole import BUILTIN, OLLAMA, whole_build

CHUNKS, BUILT = 500, 4000
QUICK_CHUNKS, QUICK_BUILT = 40, 200
DAYS = ("slow=0.02", "working=0.004")


def _measure(name: str, work: Path, embedder: str, address: str = "") -> None:
    home = work / name.replace(" ", "-")
    alone(whole_build, home, work / "first", embedder, address)
    times = alone(asked_twice, home, work / "second", embedder)
    print(f"\n{name}: from the question to its passages")
    show("idle", times["idle"], "ms")
    show("during a build", times["busy"], "ms")
    middle = sorted(times["idle"])[len(times["idle"]) // 2]
    show("during a build / idle", ratios(times["busy"], [middle] * len(times["busy"])), "×")


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=Path, metavar="FOLDER", help="Markdown to use instead of made-up text")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    asked, built = (QUICK_CHUNKS, QUICK_BUILT) if given.quick else (CHUNKS, BUILT)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_documents(work / "first", asked, given.documents)
        write_documents(work / "second", built, given.documents)
        _measure("Built-in model", work, BUILTIN)
        with served(DAYS) as address:
            _measure("Ollama", work, OLLAMA, address)


if __name__ == "__main__":
    main()
