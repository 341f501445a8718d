"""The commands that README shows: they exist, are clean, and are the ones that are checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ["scripts/start", "scripts/test", "scripts/lock", "scripts/package", ".ci/run"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_can_be_run_and_stops_at_errors(script: str) -> None:
    text = (ROOT / script).read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert re.search(r"^set -e?uo pipefail$", text, re.MULTILINE)
    assert script == ".ci/run" or os.access(ROOT / script, os.X_OK)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
@pytest.mark.parametrize("script", [*SCRIPTS, "scripts/prepare.sh"])
def test_shellcheck_finds_nothing(script: str) -> None:
    done = subprocess.run(["shellcheck", "-x", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_the_two_commands_of_readme_are_the_ones_that_ci_runs(readme: str) -> None:
    shown = set(re.findall(r"^scripts/\w+", (ROOT / readme).read_text(encoding="utf-8"), re.MULTILINE))
    run = set(re.findall(r"scripts/\w+", (ROOT / ".ci/run").read_text(encoding="utf-8")))
    assert {"scripts/start", "scripts/test"} <= shown
    assert {"scripts/start", "scripts/test"} <= run
    assert all((ROOT / command).is_file() for command in shown)


@pytest.mark.skipif(shutil.which("bash") is None, reason="the scripts need bash")
@pytest.mark.parametrize(("locale", "expected"), [("zh_CN.UTF-8", "不行"), ("en_GB.UTF-8", "No."), ("", "No.")])
def test_messages_speak_the_language_of_the_terminal(locale: str, expected: str) -> None:
    command = 'source scripts/prepare.sh; fail "No." "不行"'
    environment = {"PATH": os.environ["PATH"], "LANG": locale}
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", expected)


@pytest.mark.skipif(shutil.which("bash") is None, reason="the scripts need bash")
def test_a_python_that_cannot_make_environments_is_not_taken(tmp_path: Path) -> None:
    fake = tmp_path / "python3.11"
    fake.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    fake.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "GANGDAN_PYTHON": str(fake)}
    done = subprocess.run(
        ["bash", "-c", "source scripts/prepare.sh; find_python"],
        cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout.strip() != str(fake)
