"""Whole small documents beside how each splitter cuts them: what a change of a rule does is seen at a glance."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.chunking.splitters import SPLITTERS, splitter
from gangdan_gui.domain.documents import ChunkSettings, Split

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "chunking"
GIVEN = sorted((GOLDEN / "given").iterdir())
SETTINGS = {name: ChunkSettings(name, 300, 60, 20) for name in SPLITTERS}


@pytest.mark.parametrize("name", SPLITTERS)
@pytest.mark.parametrize("given", GIVEN, ids=lambda path: path.name)
def test_a_document_is_cut_as_expected(given: Path, name: str, update_golden: bool) -> None:
    made = shown(splitter(name)(given.read_text("utf-8"), SETTINGS[name]))
    expected = GOLDEN / "expected" / f"{given.stem}.{name}.txt"
    if update_golden:
        expected.write_text(made, encoding="utf-8", newline="\n")
    assert made == expected.read_text("utf-8")


def test_every_expected_file_has_its_given_one() -> None:
    names = {f"{given.stem}.{name}.txt" for given in GIVEN for name in SPLITTERS}
    assert {path.name for path in (GOLDEN / "expected").iterdir()} == names


def shown(split: Split) -> str:
    parts = [
        f"═══ {piece.ordinal} · {piece.start}–{piece.end} · {' › '.join(piece.heading)}\n"
        + (f"{piece.context}───\n" if piece.context else "")
        + piece.text
        for piece in split.pieces
    ]
    return "\n".join([*parts, f"═══ dropped {split.dropped}, {split.dropped_characters} characters\n"])
