"""The measurement of conversion counts what is lost, and nothing that was never to be seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.convert import Share, compared
from benchmarks.originals import original

ROOT = Path(__file__).resolve().parents[2]
RST = b"""Tides
=====

.. index:: sea

The :term:`moon` pulls the water.

.. code-block:: python

   height = 3

+---+---+
| a | b |
+---+---+
"""
KEPT = "# Tides\n\nThe moon pulls the water.\n\n```python\nheight = 3\n```\n\n| a | b |\n|---|---|\n"


def shares(text: str) -> dict[str, Share]:
    found = original("rst", RST, "utf-8")
    assert found
    measured = compared("tides.rst", "rst", 0.0, found, text)
    return {part: getattr(measured, part) for part in ("words", "noise", "code", "headings", "tables")}


def test_all_is_kept() -> None:
    kept = shares(KEPT)
    assert kept["words"].found == kept["words"].wanted > 4
    assert kept["noise"].found == 0
    assert kept["code"] == kept["headings"] == kept["tables"] == Share(1, 1)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("moon", "", "words"),
        ("height = 3", "height  = 3", "code"),
        ("# Tides", "Tides", "headings"),
        ("|---|---|\n", "", "tables"),
    ],
)
def test_what_is_lost_is_counted(old: str, new: str, part: str) -> None:
    lost = shares(KEPT.replace(old, new))
    assert lost[part].found < lost[part].wanted
    assert all(share.found == share.wanted for name, share in lost.items() if name not in (part, "noise"))


@pytest.mark.parametrize(
    "noise", [":term:`moon`", "{ref}`moon`", "<div class='a'>", ".. index:: sea\n", "{{ page }}", "A" * 300]
)
def test_markup_that_is_left_is_noise(noise: str) -> None:
    assert shares(f"{KEPT}\n{noise}\n")["noise"].found > 0
    assert shares(f"{KEPT}\n```\n{noise}\n```\n")["noise"].found == 0


@pytest.mark.slow
def test_a_run_prints_each_format() -> None:
    command = [sys.executable, "-m", "benchmarks.convert", "--worst", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    named = {line.split(" ")[0] for line in done.stdout.splitlines()}
    assert {"cpp", "html", "ipynb", "java", "matlab", "md", "py", "rst", "txt"} <= named
