"""Whole small documents of each format beside the Markdown that a reader should get."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.converting.conversion import convert

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "converting"
GIVEN = sorted((GOLDEN / "given").iterdir())


@pytest.mark.parametrize("given", GIVEN, ids=lambda path: path.name)
def test_document_becomes_the_expected_markdown(given: Path, update_golden: bool) -> None:
    result = convert(given.read_bytes(), given.name)
    made = f"<!-- {result.title} | {result.language} | {result.encoding} -->\n{result.text}"
    expected = GOLDEN / "expected" / f"{given.name}.md"
    if update_golden:
        expected.write_text(made, encoding="utf-8", newline="\n")
    assert made == expected.read_text("utf-8")
    # A file by itself includes nothing, and says so.
    assert {warning.code for warning in result.warnings} <= {"not-included"}


def test_every_expected_file_has_its_given_one() -> None:
    assert {path.name for path in (GOLDEN / "expected").iterdir()} == {f"{path.name}.md" for path in GIVEN}
