"""A whole build against its slowest parts alone, in turn and in one run: `python -m benchmarks.build`.

With the built-in model: against the model alone and Chroma's `add` alone. With an Ollama server of our own, in a
process of its own, that takes a set time a request: against a loop that sends one text a request and waits for it, and
against the same batches sent alone, as many under way. Each run has a process of its own. Ratios count, seconds are of
this machine: whole build / slower part alone, one by one / whole build.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.documents import write_documents
from benchmarks.figures import ratios, show
from benchmarks.one_run import alone
from benchmarks.raw import batched, one_by_one, raw_add, raw_encoder
from benchmarks.served import served
from benchmarks.whole import BUILTIN, OLLAMA, whole_build

CHUNKS, RUNS = 2000, 3
QUICK_CHUNKS, QUICK_RUNS = 60, 1
FASTER, OVERHEAD = "≥ 10", "≤ 1.3"


@dataclass(frozen=True, slots=True)
class _Server:
    """How a server is, in words and as days of the test server; `loop` is what the slow loop is wanted to take."""

    name: str
    days: tuple[str, ...]
    loop: str | None = None


_SERVERS = (
    _Server("0 ms a request", (), ""),
    _Server("20 ms a request", ("slow=0.02",), FASTER),
    _Server("20 ms a request, 4 ms a text", ("slow=0.02", "working=0.004")),
)


@dataclass(frozen=True, slots=True)
class _Bench:
    """Where documents and libraries of one benchmark are, and how often everything is run."""

    work: Path
    runs: int

    @property
    def documents(self) -> Path:
        return self.work / "documents"

    def in_turn(self, *things: Callable[[Path], Any]) -> list[list[Any]]:
        """What the runs of each thing returned; in each round all are run, with a folder of the round's own."""
        rounds = [Path(tempfile.mkdtemp(dir=self.work)) for _ in range(self.runs)]
        results = [[thing(folder) for thing in things] for folder in rounds]
        return [list(column) for column in zip(*results, strict=True)]


def _builtin(bench: _Bench) -> None:
    whole, encoder, add = bench.in_turn(
        lambda at: alone(whole_build, at / "home", bench.documents, BUILTIN),
        lambda at: alone(raw_encoder, at / "home", at / "vectors.npy"),
        lambda at: alone(raw_add, at / "home", at / "vectors.npy", at / "raw"),
    )
    print(f"\nBuilt-in model, {whole[0]['chunks']} chunks")
    _stages(whole)
    show("model alone", encoder, "s")
    show("Chroma add alone", add, "s")
    slower = [max(pair) for pair in zip(encoder, add, strict=True)]
    show("whole build / slower part alone", ratios(_seconds(whole), slower), "×", OVERHEAD)


def _ollama(bench: _Bench, server: _Server) -> None:
    with served(server.days) as address:
        things: list[Callable[[Path], Any]] = [
            lambda at: alone(whole_build, at / "home", bench.documents, OLLAMA, address),
            lambda at: alone(batched, at / "home", address, at / "vectors.npy"),
            lambda at: alone(raw_add, at / "home", at / "vectors.npy", at / "raw"),
        ]
        if server.loop is not None:
            things.append(lambda at: alone(one_by_one, at / "home", address))
        whole, together, add, *loop = bench.in_turn(*things)
    print(f"\nOllama, {server.name}, {whole[0]['chunks']} chunks")
    _stages(whole)
    show("same batches alone", together, "s")
    show("Chroma add alone", add, "s")
    show("whole build / same batches alone", ratios(_seconds(whole), together), "×", OVERHEAD)
    slower = [max(pair) for pair in zip(together, add, strict=True)]
    show("whole build / slower part alone", ratios(_seconds(whole), slower), "×")
    if loop:
        show("one text a request, one under way", loop[0], "s")
        show("one by one / whole build", ratios(loop[0], _seconds(whole)), "×", server.loop or "")


def _seconds(whole: list[dict[str, Any]]) -> list[float]:
    return [run["seconds"] for run in whole]


def _stages(whole: list[dict[str, Any]]) -> None:
    """The whole build, and its stages, which work beside each other; embedding is counted in each of its lanes."""
    show("whole build", _seconds(whole), "s")
    for stage in ("convert", "chunk", "embed", "store"):
        show(f"  {stage}", [run["stages"].get(stage, 0.0) for run in whole], "s")


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=Path, metavar="FOLDER", help="Markdown to build instead of made-up text")
    arguments.add_argument("--chunks", type=int, default=CHUNKS, help="about how many")
    arguments.add_argument("--runs", type=int, default=RUNS)
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    chunks, runs = (QUICK_CHUNKS, QUICK_RUNS) if given.quick else (given.chunks, given.runs)
    with tempfile.TemporaryDirectory() as name:
        bench = _Bench(Path(name), runs)
        write_documents(bench.documents, chunks, given.documents)
        _builtin(bench)
        for server in _SERVERS:
            _ollama(bench, server)


if __name__ == "__main__":
    main()
