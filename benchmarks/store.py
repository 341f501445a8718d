"""A knowledge base from its build to its repair, against Chroma's `add` of the same rows: `python -m benchmarks.store`.

Documents are made-up prose, vectors come from counted words, so that time and memory are those of storing. Each step
has a process of its own; its memory is that of all processes together at their most, without a model's. Times are
ratios to the bare part measured in the same run: that is what holds on another machine. Where others use the machine
meanwhile, the ratios of processor time say more: of all processes together, the start of Python and Chroma apart.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from benchmarks.figures import show
from benchmarks.one_run import alone
from benchmarks.prose import CHINESE, ENGLISH, change_some, write_prose
from benchmarks.raw import row_texts
from benchmarks.raw_rows import raw_rows
from benchmarks.store_steps import FILTER, ask, backup, build, hashing, install, pack, update
from gangdan_gui.services.requests.backups import BACKUP_ENDING
from gangdan_gui.services.requests.packs import PACK_ENDING

# A hundred thousand take an hour where others are at work: those are asked for by `--chunks`.
CHUNKS, CHINESE_CHUNKS = (2000, 20_000), 2000
QUICK_CHUNKS, QUICK_CHINESE = (60,), 40
_FILES, _CHANGED = 1000, 0.01
_ASKED, _BY_WORDS = 60, 5
_MB, _KB = 1e6, 1e3
_WANTED_MEMORY = "< 1000"

Timed = dict[str, Any]


@dataclass(slots=True)
class _Bench:
    """Where one benchmark is, and what it has found so far."""

    work: Path
    files: int
    chunks: int = 0
    raw: list[Timed] = field(default_factory=list)

    @property
    def documents(self) -> Path:
        return self.work / "documents"

    @property
    def home(self) -> Path:
        return self.work / "home"

    @property
    def pack(self) -> Path:
        return self.work / f"source{PACK_ENDING}"

    def run(
        self, name: str, step: Callable[..., Any], *words: str | Path | float, wanted: str = _WANTED_MEMORY
    ) -> Timed:
        """One step in a process of its own: how long, and how much memory and processor time it took."""
        done: Timed = alone(step, *words)
        show(name, [done["seconds"]], "s")
        show("  memory at most", [done["memory"] / _MB], "MB", wanted)
        show("  processor time", [done["processor"]], "s")
        return done

    def measure_raw(self) -> None:
        """Chroma's `add` alone, before and after all that is compared with it: machines have moods."""
        folder = self.work / "raw"
        self.raw.append(self.run("Chroma add alone", raw_rows, self.home, self.documents, folder, _ASKED, wanted=""))
        shutil.rmtree(folder)

    def compare(self, name: str, done: Timed, wanted: str = "") -> None:
        """A step against the mean of Chroma alone."""
        show(f"{name} / Chroma add", [done["seconds"] / mean(raw["seconds"] for raw in self.raw)], "×", wanted)
        show("  the same in processor time", [done["processor"] / mean(raw["processor"] for raw in self.raw)], "×")


def _measure(bench: _Bench) -> None:
    built = bench.run("build", build, bench.home, bench.documents)
    bench.chunks = built["chunks"]
    show("chunks", [bench.chunks], "")
    show("rows", [len(row_texts(str(bench.home)))], "")
    for stage, seconds in built["stages"].items():
        if stage != "total":
            show(f"  {stage}", [seconds], "s")
    bench.measure_raw()
    _disk(bench)
    _questions(bench)
    _updates(bench)
    installed = _moved(bench)
    rebuilt = _mended(bench)
    bench.measure_raw()
    bench.compare("build", built)
    bench.compare("pack install", installed, "≤ 1.2")
    bench.compare("rebuild after damage", rebuilt, "≤ 1.3")


def _updates(bench: _Bench) -> None:
    bare = alone(hashing, bench.documents)["seconds"]
    same = bench.run(f"no-change update of {bench.files} files", update, bench.home)
    assert not same["embedded"]
    if bench.files >= _FILES:  # with fewer it is the start of the store's process that is measured
        show("no-change update of 1,000 files", [same["seconds"] * _FILES / bench.files], "s", "≤ 2")
    show("no-change update / hashing alone", [same["seconds"] / bare], "×")
    count = change_some(bench.documents, _CHANGED)
    changed = bench.run(f"update after a change of {count} files", update, bench.home)
    show("  texts embedded", [changed["embedded"]], "")


def _questions(bench: _Bench) -> None:
    raw = _percentiles("Chroma query alone", bench.raw[0]["asked"])
    ours = _percentiles("question to passages", alone(ask, bench.home, bench.documents, "dense", "", _ASKED))
    show("question / Chroma query, p50", [ours / raw], "×")
    _percentiles("question, filtered", alone(ask, bench.home, bench.documents, "dense", FILTER, _ASKED))
    _percentiles("question by words", alone(ask, bench.home, bench.documents, "keyword", "", _BY_WORDS))


def _moved(bench: _Bench) -> Timed:
    bench.run("pack create", pack, bench.home, bench.pack)
    show("  a chunk", [bench.pack.stat().st_size / bench.chunks / _KB], "kB")
    installed = bench.run("pack install", install, bench.work / "other", bench.pack)
    shutil.rmtree(bench.work / "other")
    kept = bench.work / f"library{BACKUP_ENDING}"
    bench.run("backup", backup, bench.home, kept)
    show("  a chunk", [kept.stat().st_size / bench.chunks / _KB], "kB")
    return installed


def _mended(bench: _Bench) -> Timed:
    shutil.rmtree(bench.home / "chroma")
    rebuilt = bench.run("rebuild after damage", update, bench.home)
    assert not rebuilt["embedded"]
    return rebuilt


def _disk(bench: _Bench) -> None:
    for name, folder in (("Chroma", "chroma"), ("Markdown", "markdown")):
        show(f"{name}, a chunk", [_size(bench.home / folder) / bench.chunks / _KB], "kB")
    sqlite = sum(file.stat().st_size for file in bench.home.glob("library.sqlite3*"))
    show("manifest and vectors, a chunk", [sqlite / bench.chunks / _KB], "kB")


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _percentiles(name: str, times: list[float]) -> float:
    """One line with the middle of some milliseconds, which is returned, and what nineteen of twenty stay below."""
    cuts = quantiles(times, n=20, method="inclusive")
    print(f"{name:44} p50 {cuts[9]:8.1f}  p95 {cuts[18]:8.1f} ms  ({len(times)})", flush=True)
    return cuts[9]


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--chunks", type=int, nargs="+", default=CHUNKS, help="about how many, a table for each")
    arguments.add_argument("--chinese", type=int, default=CHINESE_CHUNKS, help="chunks of the Chinese one; 0 for none")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    sizes, chinese = (QUICK_CHUNKS, QUICK_CHINESE) if given.quick else (given.chunks, given.chinese)
    for chunks, language in [*((size, ENGLISH) for size in sizes), *([(chinese, CHINESE)] if chinese else [])]:
        print(f"\nAbout {chunks} chunks of prose ({language.name})")
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            _measure(_Bench(work, write_prose(work / "documents", chunks, language)))


if __name__ == "__main__":
    main()
