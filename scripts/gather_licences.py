"""Gathers the licences of everything a frozen build carries, from the environment it is built in."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path

_COMMON = Path(__file__).resolve().parent / "licences"
_MARKS = ("LICEN", "COPYING", "NOTICE", "AUTHORS", "COPYRIGHT")
# Tools of the build that leave nothing in what is built. PyInstaller stays: its boot loader is in it.
_TOOLS = frozenset({"altgraph", "hatchling", "macholib", "pefile", "pip", "pyinstaller-hooks-contrib", "setuptools"})
_HEADER = """\
GangDan Desktop itself is under the MIT licence (see gangdan-gui/LICENSE).

Qt for Python (pyside6_essentials, shiboken6) and Qt are under the LGPL, version 3; they are separate shared libraries
in this folder and may be replaced by other builds of the same version. pandoc (pypandoc_binary) is under the GPL,
version 2 or later; it is a program of its own that is started as a separate process. The texts of these licences are
in LGPL-3.txt, GPL-3.txt and GPL-2.txt. All other parts are listed here with the terms that their authors state; the
texts that came with them are in the folders beside this file.
"""


def gather(folder: Path) -> None:
    """Make `folder`: NOTICES.txt, the common licences, and a folder of texts for each installed distribution."""
    shutil.copytree(_COMMON, folder)
    parts = sorted(_shipped(distributions()), key=lambda part: part.name.lower())
    lines = [_HEADER]
    for part in parts:
        lines.append(f"{part.name} {part.version}: {_terms(part)}")
        for text in _texts(part):
            target = folder / part.name / text.name
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(text, target)
    (folder / "NOTICES.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _shipped(parts: Iterable[Distribution]) -> Iterable[Distribution]:
    return (part for part in parts if part.name.lower() not in _TOOLS)


def _terms(part: Distribution) -> str:
    """A distribution's own statement of its licence, on one line."""
    facts = part.metadata
    stated = facts.get("License-Expression") or facts.get("License") or ""
    classified = [line.rpartition(" :: ")[2] for line in facts.get_all("Classifier", []) if line.startswith("License")]
    return (stated.strip().splitlines() or classified or ["see its texts"])[0]


def _texts(part: Distribution) -> list[Path]:
    """The licence files that a distribution installed."""
    named = (file for file in part.files or () if any(mark in str(file).upper() for mark in _MARKS))
    return [file for file in (Path(str(part.locate_file(name))) for name in named) if _is_text(file)]


def _is_text(file: Path) -> bool:
    return file.suffix.lower() not in {".py", ".pyc", ".pyi"} and file.is_file()


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
