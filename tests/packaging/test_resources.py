"""Files that are shipped: everything the code names is there, and the first source is what it should be."""

from __future__ import annotations

import ast
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gangdan_gui.bundled import SOURCES_YAML, resource
from gangdan_gui.domain.language import detect_language

ROOT = Path(__file__).resolve().parents[2]
FIRST_SOURCE = resource("first_source")


def named_resources() -> set[tuple[str, ...]]:
    """The literal arguments of every call of `resource` in the package."""
    found = set()
    for file in (ROOT / "gangdan_gui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "resource":
                literals = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                if literals and len(literals) == len(node.args):
                    found.add(tuple(str(part) for part in literals))
    return found


def test_every_resource_that_the_code_names_exists() -> None:
    named = named_resources()
    assert named
    assert [parts for parts in sorted(named) if not resource(*parts).exists()] == []
    assert SOURCES_YAML.is_file()


def test_the_word_document_s_parts_are_small_and_well_formed() -> None:
    parts = [file for file in resource("pandoc", "docx").rglob("*") if file.is_file()]
    assert {file.name for file in parts} >= {"styles.xml", "fontTable.xml", "document.xml", "document.xml.rels"}
    assert all(ElementTree.parse(file) for file in parts)
    assert sum(file.stat().st_size for file in parts) < 20_000


def test_the_first_source_comes_in_pairs() -> None:
    pairs = {
        language: {file.name for file in (FIRST_SOURCE / language).iterdir() if file.is_file()}
        for language in ("en", "zh")
    }
    assert pairs["en"] == pairs["zh"]
    assert 5 <= len(pairs["en"]) <= 10


@pytest.mark.parametrize("file", sorted(FIRST_SOURCE.rglob("*.*")), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_document_of_the_first_source_is_short_and_in_its_folders_language(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert detect_language(text) == file.parent.name
    assert 150 < len(text) < 3_000
    assert "\t" not in text
