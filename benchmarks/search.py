"""A question beyond its embedding, against Chroma's own queries of the same collections: `python -m benchmarks.search`.

Vectors are the built-in model's, repeated and jittered to size. For each size the passages are in one collection and
in twenty. Chroma is asked for as many rows as are shown, in the same process and the same order of questions, so that
a ratio holds on another machine. What is found by meaning is compared with a search through all vectors.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import quantiles

from benchmarks.figures import show
from benchmarks.one_run import alone
from benchmarks.prose import write_prose
from benchmarks.search_steps import measured
from gangdan_gui.domain.search import Mode

CHUNKS, COLLECTIONS, ASKED = (10_000, 100_000), (1, 20), 40
QUICK_CHUNKS, QUICK_ASKED = (60,), 3
_MB = 1e6


def _measure(work: Path, chunks: int, collections: int, asked: int) -> None:
    print(f"\n{chunks:,} passages, collections: {collections}")
    documents = work / "documents"
    write_prose(work / "prose", chunks)
    for number, file in enumerate(sorted((work / "prose").rglob("*.md"))):
        folder = documents / f"{number % collections:02}"
        folder.mkdir(parents=True, exist_ok=True)
        file.rename(folder / f"{number:05} {file.name}")
    found = alone(measured, work / "home", documents, asked)
    raw = _percentiles("Chroma queries alone", found["raw"])
    for mode in Mode:
        ours = _percentiles(f"question, {mode}", found[mode])
        wanted = "≤ 1.5" if mode == Mode.HYBRID else ""
        for name, one, other in zip(("p50", "p95"), ours, raw, strict=True):
            show(f"  / Chroma, {name}", [one / other], "×", wanted)
    show("nearest passages that are found", [found["exact"]], "", "≥ 0.99")
    show("  by Chroma's own queries", [found["exact_raw"]], "")
    show("first question after a start", [found["first"]], "s")
    show("until all vectors are in memory", [found["reading"]], "s")
    show("memory at most", [found["memory"] / _MB], "MB")


def _percentiles(name: str, times: list[float]) -> tuple[float, float]:
    cuts = quantiles(times, n=20, method="inclusive")
    show(f"{name}, p50", [cuts[9]], "ms")
    show(f"{name}, p95", [cuts[18]], "ms")
    return cuts[9], cuts[18]


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--chunks", type=int, nargs="+", metavar="N", default=CHUNKS)
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    for chunks in QUICK_CHUNKS if given.quick else given.chunks:
        for collections in COLLECTIONS:
            with tempfile.TemporaryDirectory() as name:
                _measure(Path(name), chunks, collections, QUICK_ASKED if given.quick else ASKED)


if __name__ == "__main__":
    main()
