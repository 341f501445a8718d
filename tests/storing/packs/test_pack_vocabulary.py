"""A vocabulary travels in a pack, and one that does not fit together is refused with its pack."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gangdan_gui.domain.errors import PackRefused
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.reading import open_pack
from gangdan_gui.storing.packs.vocabulary import VECTORS, WORDS, packed_vocabulary, vocabulary_parts
from gangdan_gui.storing.vocabulary_table import Vocabulary
from tests.small_pack import Ingredients, write_pack

ROWS = np.array([[1, 0], [0, 1], [0.6, 0.8]], "<f2").tobytes()
KEPT = Vocabulary("digest", ("ice", "water", "secret"), (3, 2, 1), 9, ROWS)
PARTS = dict(vocabulary_parts(KEPT, {"ice": 2, "water": 1, "float": 1}, 3))
SAID = json.loads(PARTS[WORDS])


def test_only_words_of_what_is_packed_go_in(tmp_path: Path) -> None:
    write_pack(tmp_path / "p.gdpack", Ingredients(more=PARTS))
    with checked(tmp_path / "p.gdpack") as found:
        assert packed_vocabulary(found.pack) == Vocabulary("digest", ("ice", "water"), (2, 1), 3, ROWS[:8])
    assert list(vocabulary_parts(KEPT, {"float": 1}, 3)) == []


def test_a_pack_without_one_has_none(tmp_path: Path) -> None:
    write_pack(tmp_path / "p.gdpack")
    with open_pack(tmp_path / "p.gdpack") as pack:
        assert packed_vocabulary(pack) is None


@pytest.mark.parametrize(
    "parts",
    [
        {WORDS: PARTS[WORDS]},
        {VECTORS: PARTS[VECTORS]},
        {VECTORS: PARTS[VECTORS][:-2]},
        {VECTORS: np.array([[1, 0], [np.nan, 1]], "<f2").tobytes()},
        {VECTORS: np.array([[1, 0], [np.inf, 1]], "<f2").tobytes()},
        {WORDS: b"{"},
        {WORDS: b"[1]"},
        {"digest": 5},
        {"dimension": 0},
        {"dimension": -2},
        {"dimension": True},
        {"words": ["ice", "ice"]},
        {"words": ["ice", ""]},
        {"words": ["ice", 7]},
        {"words": ["ice", "\ud800"]},
        {"words": [["ice"], "water"]},
        {"words": 7},
        {"counts": [1]},
        {"counts": [1, -1]},
        {"counts": [1, 1.5]},
        {"chunks": "many"},
    ],
)
def test_what_does_not_fit_together_is_refused(tmp_path: Path, parts: dict[str, object]) -> None:
    alone = len(PARTS) > 1 and next(iter(parts)) in PARTS
    if alone:
        given = {name: data for name, data in parts.items() if isinstance(data, bytes)}
        more = given if given.get(WORDS) == PARTS[WORDS] or given.get(VECTORS) == PARTS[VECTORS] else PARTS | given
    else:
        more = PARTS | {WORDS: json.dumps(SAID | parts).encode()}
    write_pack(tmp_path / "p.gdpack", Ingredients(more=more))
    with pytest.raises(PackRefused), checked(tmp_path / "p.gdpack"):
        pass
