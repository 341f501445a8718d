"""The wheel: whole, and enough by itself in an environment that has never seen the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from gangdan_gui import __version__

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout, made as `pip install .` makes it."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


def run(*command: str | Path, **options: object) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, encoding="utf-8", check=False, **options  # type: ignore[call-overload]
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def test_the_wheel_holds_what_the_product_needs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = run("git", "ls-files", "-z", "resources", cwd=ROOT).split("\0")[:-1]
    assert tracked
    assert [file for file in tracked if f"gangdan_gui/{file}" not in names] == []
    translations = [file for file in tracked if file.endswith(".ts")]
    assert translations
    assert [file for file in translations if f"gangdan_gui/{file[:-3]}.qm" not in names] == []
    assert {"gangdan_gui/sources.yaml", "gangdan_gui/py.typed"} <= names
    assert not any(name.startswith(("tests/", "scripts/", "benchmarks/")) for name in names)


def test_the_wheel_names_its_commands_and_licence(wheel: Path) -> None:
    facts = f"gangdan_gui-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        commands = archive.read(f"{facts}/entry_points.txt").decode()
        described = archive.read(f"{facts}/METADATA").decode()
        assert f"{facts}/licenses/LICENSE" in archive.namelist()
    assert "gangdan-gui = gangdan_gui.__main__:main" in commands
    assert "License-Expression: MIT" in described


@pytest.mark.timeout(900)
def test_the_installed_wheel_passes_its_self_test(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "elsewhere"
    venv.create(environment, with_pip=True)
    folder = environment / ("Scripts" if sys.platform == "win32" else "bin")
    python = folder / "python"
    surroundings = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "GANGDAN_HOME"}}
    surroundings |= {"GANGDAN_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}
    pip = (python, "-m", "pip")
    run(*pip, "install", "--quiet", "--require-hashes", "-r", ROOT / "requirements.lock", env=surroundings)
    run(*pip, "install", "--quiet", "--no-deps", wheel, env=surroundings)
    run(*pip, "check", env=surroundings)
    where = run(python, "-c", "import gangdan_gui; print(gangdan_gui.__file__)", cwd=tmp_path, env=surroundings)
    assert Path(where.strip()).is_relative_to(environment)
    run(folder / "gangdan-gui", "--self-test", cwd=tmp_path, env=surroundings)
