"""How long each splitter takes for a megabyte: `python -m benchmarks.split [FOLDER] [--quick]`.

The Markdown and text files of the folder one after the other, without one lessons of ours repeated; beside them texts
that are nothing but one thing, which a rule that goes back again and again would be slow on. Seconds are those of the
processor; the semantic splitter without the vectors of its sentences.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from benchmarks.figures import show
from gangdan_gui.chunking.names import NAMES
from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.chunking.validation import usual
from gangdan_gui.domain.vectors import Vectors

_LENGTH = 1_000_000
_OURS = Path(__file__).resolve().parents[1] / "tests" / "golden" / "chunking" / "given"
_MONOTONOUS = {
    "one word": "x", "words": "word ", "Chinese": "字", "sentences": "今天很冷。He left. ", "lines": "a line\n",
    "blank lines": "\n", "rows": "| 1 | 2 |\n", "emoji": "👩\u200d👧",
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=_OURS)
    parser.add_argument("--quick", action="store_true", help="a hundredth of a megabyte")
    asked = parser.parse_args()
    length = _LENGTH // 100 if asked.quick else _LENGTH
    prose = _repeated("\n\n".join(_read(asked.folder)), length)
    for name in NAMES:
        show(f"{name}: documents", [_seconds(name, prose)], "s", "≤ 1")
        for what, part in _MONOTONOUS.items():
            show(f"{name}: {what}", [_seconds(name, _repeated(part, length))], "s")


def _read(folder: Path) -> Iterator[str]:
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in (".md", ".txt"))
    return (path.read_text("utf-8", errors="replace") for path in files)


def _repeated(text: str, length: int) -> str:
    return (text * (length // max(len(text), 1) + 1))[:length]


def _seconds(name: str, text: str) -> float:
    begun = time.process_time()
    splitter(name, _hashed)(text, usual(name))
    return time.process_time() - begun


def _hashed(texts: Sequence[str]) -> Vectors:
    return Vectors.of([[byte - 127.5 for byte in sha256(text.encode()).digest()] for text in texts])


if __name__ == "__main__":
    main()
