"""Makes the catalogues of translations: a step of building the wheel, and a command for whoever writes them.

python scripts/build_translations.py update     take new strings from the sources into the .ts files
python scripts/build_translations.py compile    write the .qm files that the window loads
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script, in an environment that builds nothing
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "resources" / "translations"
SHIPPED = ("resources", "sources.yaml")
# English is the language of the sources: its catalogue holds nothing but plurals.
PLURALS_ONLY = ("gangdan_en.ts",)


class CustomBuildHook(BuildHookInterface):
    """Compiles the catalogues before hatchling gathers the files, and puts shipped files into the wheel's package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling. An editable installation finds the shipped files in the checkout."""
        compile_catalogues()
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"].update({name: f"gangdan_gui/{name}" for name in SHIPPED})


def compile_catalogues(folder: Path | None = None) -> list[Path]:
    """Write a .qm for each .ts, into `folder` or beside it; returns them."""
    made = []
    for catalogue in sorted(CATALOGUES.glob("*.ts")):
        target = (folder or CATALOGUES) / f"{catalogue.stem}.qm"
        _run("lrelease", "-silent", str(catalogue), "-qm", str(target))
        made.append(target)
    return made


def update_catalogues(folder: Path = CATALOGUES) -> None:
    """Take new strings into each catalogue and drop those that are gone."""
    sources = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "gangdan_gui").rglob("*.py"))]
    for catalogue in sorted(folder.glob("*.ts")):
        plurals = ["-pluralonly"] if catalogue.name in PLURALS_ONLY else []
        _run("lupdate", "-silent", "-no-obsolete", "-locations", "none", *plurals, *sources, "-ts", str(catalogue))


def _run(tool: str, *arguments: str) -> None:
    """Run one of Qt's linguist tools as PySide6 ships them, without the wrapper that a console script needs."""
    import PySide6

    folder = Path(PySide6.__file__).parent
    name = f"{tool}.exe" if sys.platform == "win32" else tool
    program = next(path for path in (folder / name, folder / "Qt" / "libexec" / name) if path.is_file())
    result = subprocess.run([str(program), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        raise SystemExit(f"{tool} failed: {result.stderr or result.stdout}")
    if result.stderr.strip():
        print(result.stderr.strip(), file=sys.stderr)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the catalogues of translations.")
    parser.add_argument("command", choices=("update", "compile"))
    command = parser.parse_args().command
    if command == "update":
        update_catalogues()
    else:
        for path in compile_catalogues():
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
