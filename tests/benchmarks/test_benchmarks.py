"""Every benchmark runs to its end and prints what it is for; its figures are for people."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_retrieval_without_its_sets_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.retrieval", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"There are no retrieval sets in {tmp_path}: name their folder.\n"


@pytest.mark.slow
@pytest.mark.shared
def test_retrieval_prints_a_figure_for_every_column(shared: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.retrieval", str(shared / "bench"), "--quick", "--only", "usual"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    (row,) = re.findall(r"^usual (.*)$", done.stdout, re.MULTILINE)
    assert len(re.findall(r"0\.\d{3}|1\.000", row)) == 11, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("build", ["whole build / slower part alone", "whole build / same batches alone", "one by one / whole build"]),
        ("chat", ["first passage", "first word", "our window", "bare loop beside it"]),
        ("question", ["during a build / idle"]),
        ("vocabulary", ["its vocabulary / the whole build", "a question's words, from then on"]),
        ("split", ["window: documents", "semantic: sentences", "structure: rows"]),
        (
            "store",
            ["no-change update", "question / Chroma", "pack install / Chroma add", "rebuild after damage / Chroma"],
        ),
        ("window", ["start to first paint", "our window", "bare loop beside it", "peak memory"]),
    ],
)
def test_a_quick_run_prints_its_figures(name: str, figures: list[str]) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", "--quick"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    for figure in figures:
        assert re.search(rf"^{re.escape(figure)}.*\d", done.stdout, re.MULTILINE), done.stdout
