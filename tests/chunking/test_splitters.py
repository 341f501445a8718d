"""Splitters are found by name."""

from __future__ import annotations

import pytest

from gangdan_gui.chunking.splitters import SPLITTERS, splitter
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import NotAvailable


def test_the_default_settings_name_a_splitter_that_cuts() -> None:
    settings = ChunkSettings()
    assert len(splitter(settings.splitter)("word " * 400, settings).pieces) == 3


@pytest.mark.parametrize("name", ["headings", "", "Window", "window "])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(NotAvailable) as caught:
        splitter(name)
    assert caught.value.facts == {"what": name}


def test_every_splitter_gives_exact_slices() -> None:
    text = "# One\n\nalpha beta\n\n# Two\n\ngamma delta\n" * 40
    for cut in SPLITTERS.values():
        assert all(piece.text == text[piece.start : piece.end] for piece in cut(text, ChunkSettings()).pieces)
