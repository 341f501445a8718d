"""What the package imports is what it declares."""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


# What is imported only where the extra `ocr` is installed, and the distribution of it that brings it.
RECOGNITION = {"rapidocr": "rapidocr", "PIL": "pillow"}


def imported() -> dict[str, set[str]]:
    """The top-level names that are imported from outside, each with the files that do, at any level of a file."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "gangdan_gui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(file.relative_to(ROOT / "gangdan_gui").as_posix())
    return {name: files for name, files in found.items() if name not in {*sys.stdlib_module_names, "gangdan_gui"}}


def test_every_import_from_outside_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    extra = {canonicalize_name(Requirement(line).name) for line in project["optional-dependencies"]["ocr"]}
    providers = packages_distributions()
    undeclared = {
        name: files
        for name, files in imported().items()
        if not declared & {canonicalize_name(provider) for provider in providers.get(name, [])}
        and not (RECOGNITION.get(name) in extra and all(file.startswith("converting/recognition/") for file in files))
    }
    assert undeclared == {}
