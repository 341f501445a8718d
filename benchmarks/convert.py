"""How much of documents arrives in their Markdown: `python -m benchmarks.convert [FOLDER] [--worst N]`.

Every file of the folder is converted, without one the documents that the tests of the converters use. By format it
tells how many were converted and how fast, which share of the visible words, the lines of code (exactly as written),
the headings and the tables of the originals is there (`originals` reads those by other means), and which share of
the result is markup, data or navigation that a reader should not see.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.originals import Original, original

OURS = Path(__file__).resolve().parents[1] / "tests" / "golden" / "converting" / "given"
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff\u3040-\u30ff]{3,}|[\u3400-\u9fff]")
_FENCED = re.compile(r"^([ \t>]*(?:[-*+] |\d+[.)] )?)(`{3,}|~{3,}).*?^[ \t>]*\2[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
# What stands behind the name of a role is none of our code.
_INLINE_CODE = re.compile(r"(?<![\w`][:}])(`+)(?!`).+?(?<!`)\1(?!`)|\$\$.*?\$\$|\$[^$\n]+\$", re.DOTALL)
_NOISE = re.compile(
    r"(?<!\\)</?[a-z][a-z0-9]*(?:\s[^<>\n]*)?/?>|(?::[\w+-]+:|\{[\w:+-]+\})`"
    r"|^\s*\.\. [\w:-]+::?|[A-Za-z0-9+/]{200,}={0,2}"
    r"|\{\{|\{%|%\}|\}\}"
    r"|^\s*(?:Previous topic|Next topic|Table of Contents|Skip to (?:main )?content|Edit this page|Show Source)\s*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    found: int = 0
    wanted: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.found + other.found, self.wanted + other.wanted)

    def __str__(self) -> str:
        return f"{100 * self.found / self.wanted:7.2f}" if self.wanted else "      –"


@dataclass(frozen=True, slots=True)
class Measured:
    """One file. `reason` says why it was not converted; `format` is empty where its name calls for none."""

    path: str
    format: str
    seconds: float = 0.0
    reason: str = ""
    words: Share = Share()
    noise: Share = Share()
    code: Share = Share()
    headings: Share = Share()
    tables: Share = Share()


def measure(path: str) -> Measured:
    """Convert one file and set it against its original; run in a process of its own."""
    from gangdan_gui.converting.conversion import convert, format_of
    from gangdan_gui.domain.errors import UnreadableFile

    name, data = format_of(path), Path(path).read_bytes()
    begun = time.perf_counter()
    try:
        result = convert(data, path)
    except UnreadableFile as error:
        return Measured(path, name, time.perf_counter() - begun, error.reason.code)
    seconds = time.perf_counter() - begun
    found = original(name, data, result.encoding)
    return compared(path, name, seconds, found, result.text) if found else Measured(path, name, seconds)


def compared(path: str, name: str, seconds: float, found: Original, text: str) -> Measured:
    """The shares of one file."""
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    lines = Counter(map(_unquoted, text.split("\n")))
    headings = re.findall(r"^[ >]*#{1,6} (.+)$", plain, re.MULTILINE)
    prose = _INLINE_CODE.sub("", _FENCED.sub("", text))
    tables = len(re.findall(r"^[ >]*\|(?: ?:?-+:? ?\|)+$", text, re.MULTILINE)) + text.count("<table")
    return Measured(
        path,
        name,
        seconds,
        words=_kept(Counter(_WORD.findall(found.text)), Counter(_WORD.findall(plain))),
        noise=Share(sum(len(match[0]) for match in _NOISE.finditer(prose)), len(text)),
        code=_kept(Counter(filter(None, map(_unquoted, found.code))), lines),
        headings=_kept(Counter(map(_bare, found.headings)), Counter(map(_bare, headings))),
        tables=Share(min(tables, found.tables), found.tables),
    )


def _unquoted(line: str) -> str:
    """A line of code without what it stands in: quotes and lists."""
    return line.lstrip("> \t").rstrip()


def _bare(heading: str) -> str:
    """A heading's letters: marks, links and numbers are written in many ways."""
    heading = re.sub(r"\]\([^)]*\)|:[\w:+-]+:(?=`)|<[^<>]*>|\{[^}]*\}|(?<=`)[~!][\w.]*\.(?=\w+`)", "", heading)
    return "".join(re.findall(r"[^\W\d_]", heading)).lower()


def _kept(wanted: Counter[str], found: Counter[str]) -> Share:
    return Share(sum(min(count, found[item]) for item, count in wanted.items()), wanted.total())


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """The most bytes that this process and its children held at once, looked at five times a second."""
    peak, done, top = [0], threading.Event(), psutil.Process()

    def look() -> None:
        while not done.wait(0.2):
            total = 0
            for process in [top, *top.children(recursive=True)]:
                try:
                    total += process.memory_info().rss
                except psutil.Error:
                    continue  # it ended meanwhile
            peak[0] = max(peak[0], total)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def show(results: list[Measured]) -> None:
    """A line for each format, then what was not converted and why."""
    print(f"{'format':10} files  done docs/s   words   noise    code headings tables   (% of the original)")
    by_format = defaultdict[str, list[Measured]](list)
    for result in results:
        by_format[result.format].append(result)
    for name in sorted(filter(None, by_format)):
        some = by_format[name]
        done = [result for result in some if not result.reason]
        rate = len(done) / max(sum(result.seconds for result in done), 0.001)
        shares = (sum((getattr(result, part) for result in done), Share()) for part in _PARTS)
        print(f"{name:10} {len(some):5} {len(done):5} {rate:6.1f}", " ".join(map(str, shares)))
    for (name, reason), count in sorted(Counter((r.format, r.reason) for r in results if r.reason).items()):
        print(f"not converted: {count:4} {name or 'no format'}: {reason}")


_PARTS = ("words", "noise", "code", "headings", "tables")


def show_worst(results: list[Measured], count: int) -> None:
    """For each format the files that lose most words and code, and those with the most noise."""
    for name in sorted({result.format for result in results if result.format}):
        for part in _PARTS:
            some = [(getattr(result, part), result) for result in results if result.format == name]
            lost = [(s.found if part == "noise" else s.wanted - s.found, s, result) for s, result in some]
            for missing, share, result in sorted(lost, key=lambda entry: -entry[0])[:count]:
                if missing:
                    print(f"{name:8} {part:8} {share} {missing:6} {result.path}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=OURS)
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N worst files of each format")
    chosen = parser.parse_args()
    files = [str(file) for file in sorted(chosen.folder.rglob("*")) if file.is_file() and not file.is_symlink()]
    begun = time.perf_counter()
    with (
        peak_memory() as peak,
        ProcessPoolExecutor(min(4, os.cpu_count() or 1), mp_context=multiprocessing.get_context("spawn")) as pool,
    ):
        results = list(pool.map(measure, files, chunksize=4))
    elapsed = time.perf_counter() - begun
    show(results)
    print(
        f"{len(results)} files in {elapsed:.1f} s (comparing included), at most {peak[0] / 1e6:.0f} MB in all processes"
    )
    show_worst(results, chosen.worst)


if __name__ == "__main__":
    main()
