"""A knowledge base from its build to its repair, against Chroma's `add` of the same rows: `python -m benchmarks.store`.

Documents are made-up prose, vectors come from counted words, so that time and memory are those of storing. Each step
has a process of its own; its memory is that of all processes together at their most, without a model's. Times are
ratios to the bare part measured in the same run: that is what holds on another machine.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from benchmarks.figures import ratios, show
from benchmarks.one_run import alone
from benchmarks.prose import CHINESE, ENGLISH, change_some, write_prose
from benchmarks.raw_rows import raw_rows
from benchmarks.store_steps import FILTER, ask, backup, build, hashing, install, pack, update
from gangdan_gui.services.backup_requests import BACKUP_ENDING
from gangdan_gui.services.pack_requests import PACK_ENDING

CHUNKS, CHINESE_CHUNKS = (2000, 20_000, 100_000), 2000
QUICK_CHUNKS, QUICK_CHINESE = (60,), 40
_FILES, _CHANGED = 1000, 0.01
_ASKED, _BY_WORDS = 60, 5
_MB = 1e6


@dataclass(slots=True)
class _Bench:
    """Where one benchmark is, and what it has found so far."""

    work: Path
    files: int
    chunks: int = 0
    raw: list[float] = field(default_factory=list)
    raw_asked: list[float] = field(default_factory=list)

    @property
    def documents(self) -> Path:
        return self.work / "documents"

    @property
    def home(self) -> Path:
        return self.work / "home"

    @property
    def pack(self) -> Path:
        return self.work / f"source{PACK_ENDING}"

    def measure_raw(self) -> float:
        """Seconds of Chroma's `add`; measured before and after what is compared, because machines have moods."""
        folder = self.work / "raw"
        done = alone(raw_rows, self.home, self.documents, folder, _ASKED)
        _seconds("Chroma add alone", done)
        shutil.rmtree(folder)
        self.raw.append(done["seconds"])
        self.raw_asked += done["asked"]
        return float(done["seconds"])


def _measure(bench: _Bench) -> None:
    done = alone(build, bench.home, bench.documents)
    bench.chunks = done["chunks"]
    print(f"\n{bench.chunks} chunks of {bench.files} files")
    _seconds("build", done)
    for stage, seconds in done["stages"].items():
        if stage != "total":
            show(f"  {stage}", [seconds], "s")
    first = bench.measure_raw()
    show("build / Chroma add", [done["seconds"] / first], "×")
    _updates(bench)
    _disk(bench)
    _questions(bench)
    _moved(bench)
    _mended(bench)


def _updates(bench: _Bench) -> None:
    bare = alone(hashing, bench.documents)["seconds"]
    same = alone(update, bench.home)
    assert not same["embedded"]
    _seconds("no-change update", same)
    show("no-change update of 1,000 files", [same["seconds"] * _FILES / bench.files], "s", "≤ 2")
    show("no-change update / hashing alone", [same["seconds"] / bare], "×")
    count = change_some(bench.documents, _CHANGED)
    changed = alone(update, bench.home)
    _seconds(f"update after a change of {count} files", changed)
    show("  texts embedded", [changed["embedded"]], "")


def _questions(bench: _Bench) -> None:
    raw = _percentiles("Chroma query alone", bench.raw_asked)
    asked = alone(ask, bench.home, bench.documents, "dense", "", _ASKED)
    ours = _percentiles("question to passages", asked)
    show("question / Chroma query, p50", ratios([ours[0]], [raw[0]]), "×")
    _percentiles("question, filtered", alone(ask, bench.home, bench.documents, "dense", FILTER, _ASKED))
    _percentiles("question by words", alone(ask, bench.home, bench.documents, "keyword", "", _BY_WORDS))


def _moved(bench: _Bench) -> None:
    written = alone(pack, bench.home, bench.pack)
    _seconds("pack create", written)
    before = bench.measure_raw()
    taken = alone(install, bench.work / "other", bench.pack)
    _seconds("pack install", taken)
    after = bench.measure_raw()
    show("pack install / Chroma add", [taken["seconds"] / mean((before, after))], "×", "≤ 1.2")
    show("pack, a chunk", [bench.pack.stat().st_size / bench.chunks / 1000], "kB")
    shutil.rmtree(bench.work / "other")
    kept = bench.work / f"library{BACKUP_ENDING}"
    _seconds("backup", alone(backup, bench.home, kept))
    show("backup, a chunk", [kept.stat().st_size / bench.chunks / 1000], "kB")


def _mended(bench: _Bench) -> None:
    shutil.rmtree(bench.home / "chroma")
    rebuilt = alone(update, bench.home)
    assert not rebuilt["embedded"]
    _seconds("rebuild after damage", rebuilt)
    show(
        "rebuild after damage / Chroma add",
        [rebuilt["seconds"] / mean((bench.raw[-1], bench.measure_raw()))],
        "×",
        "≤ 1.3",
    )


def _disk(bench: _Bench) -> None:
    for name, folder in (("Chroma", "chroma"), ("Markdown", "markdown")):
        show(f"{name}, a chunk", [_size(bench.home / folder) / bench.chunks / 1000], "kB")
    sqlite = sum(file.stat().st_size for file in bench.home.glob("library.sqlite3*"))
    show("manifest and vectors, a chunk", [sqlite / bench.chunks / 1000], "kB")


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _seconds(name: str, done: dict[str, Any]) -> None:
    """One line: how long, and how much memory at the most."""
    wanted = "< 1000" if name != "Chroma add alone" else ""
    show(name, [done["seconds"]], "s")
    show("  memory at most", [done["memory"] / _MB], "MB", wanted)


def _percentiles(name: str, times: list[float]) -> tuple[float, float]:
    """One line with the middle of some milliseconds, and what nineteen of twenty stay below."""
    cuts = quantiles(times, n=20, method="inclusive")
    print(f"{name:44} p50 {cuts[9]:8.1f}  p95 {cuts[18]:8.1f} ms  ({len(times)})", flush=True)
    return cuts[9], cuts[18]


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--chunks", type=int, nargs="+", default=CHUNKS, help="about how many, a table for each")
    arguments.add_argument("--chinese", type=int, default=CHINESE_CHUNKS, help="chunks of the Chinese one; 0 for none")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    sizes, chinese = (QUICK_CHUNKS, QUICK_CHINESE) if given.quick else (given.chunks, given.chinese)
    for chunks, language in [*((size, ENGLISH) for size in sizes), *([(chinese, CHINESE)] if chinese else [])]:
        print(f"\nProse: {language.name}")
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            _measure(_Bench(work, write_prose(work / "documents", chunks, language)))


if __name__ == "__main__":
    main()
