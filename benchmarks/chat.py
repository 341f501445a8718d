"""Answers in the real window, from a server of our own that talks at a set pace: `python -m benchmarks.chat`.

Printed: what the product itself adds, beyond the search and the server, until the first passage and the first word are
painted; and the gaps of the window's loop while a long answer arrives (a table of 300 rows, then a fence that is never
closed), beside those of a bare loop in another process at the same time. Runs offscreen unless QT_QPA_PLATFORM says
otherwise.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.chat_window import first_moments, streaming
from benchmarks.documents import write_documents
from benchmarks.figures import show, show_gaps
from benchmarks.one_run import alone
from benchmarks.served import CHAT, served
from benchmarks.whole import OLLAMA, settle, whole_build

CHUNKS = 200
QUESTIONS, QUICK_QUESTIONS = 16, 2
SOON = "≤ 50 ms"
# The server's first token of each short answer; what comes before it is not ours.
BEFORE = 0.3
SHORT = "The tide rises and falls **twice a day** [1]. The moon pulls the sea [2].\n"
TOKENS_A_SECOND = 120
CHARACTERS, ROWS = 16_000, 300
QUICK_CHARACTERS, QUICK_ROWS = 900, 10
SMOOTH = "p99 ≤ 50, max ≤ 100"


def long_answer(characters: int, rows: int) -> str:
    """Some prose, a table, and code to the end, whose fence is not closed."""
    prose = "".join(f"Step {n} rests on **passage {n}** [{n}], which says why.\n\n" for n in range(1, 9))
    table = "| hour | height | seen by |\n|---|---|---|\n"
    table += "".join(f"| {n} | {n % 13}.{n % 7} m | pupil {n} |\n" for n in range(rows))
    code, number = "\n```python\n", 0
    while len(prose) + len(table) + len(code) < characters:
        code += f'heights[{number}] = measure("mark {number}", hour={number % 24})  # {number % 13} m\n'
        number += 1
    return prose + table + code


def _first_moments(home: Path, work: Path, questions: int) -> None:
    (work / "short.md").write_text(SHORT, "utf-8")
    with served([f"paced={TOKENS_A_SECOND}:{BEFORE}:{work / 'short.md'}"]) as address:
        settle(home, address, chat_model=CHAT)
        first, *others = alone(first_moments, home, questions, BEFORE)
    print("\nFrom the question to the screen, beyond the search and the server")
    for name in ("passage", "word"):
        show(f"first {name}", [moments[name] for moments in others], "ms", SOON)
        show("  of a session's first question", [first[name]], "ms")


def _streaming(home: Path, work: Path, characters: int, rows: int, runs: int) -> None:
    (work / "long.md").write_text(long_answer(characters, rows), "utf-8")
    with served([f"paced={TOKENS_A_SECOND}:0:{work / 'long.md'}"]) as address:
        settle(home, address, chat_model=CHAT)
        seen = [alone(streaming, home) for _ in range(runs)]
    print(f"\nThe loop while {seen[0]['characters']} characters arrive, {TOKENS_A_SECOND} tokens a second wanted")
    for one in seen:
        show_gaps("our window", one["ours"], SMOOTH)
        show_gaps("bare loop beside it", one["bare"])
    show("answer arrived", [one["seconds"] for one in seen], "s")
    show("drawn to its end after that", [one["drawn"] * 1000 for one in seen], "ms")


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=Path, metavar="FOLDER", help="Markdown to ask instead of made-up text")
    arguments.add_argument("--runs", type=int, default=2, help="of the long answer")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    long = (QUICK_CHARACTERS, QUICK_ROWS, 1) if given.quick else (CHARACTERS, ROWS, given.runs)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        home = work / "home"
        write_documents(work / "documents", CHUNKS, given.documents)
        with served() as address:
            alone(whole_build, home, work / "documents", OLLAMA, address)
        _first_moments(home, work, QUICK_QUESTIONS if given.quick else QUESTIONS)
        _streaming(home, work, *long)


if __name__ == "__main__":
    main()
