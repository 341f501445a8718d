"""What is written into a pack is read out of it, by this program and by any other that reads ZIP and JSON."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np

from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.reading import open_pack
from tests.small_pack import CHUNKS, HASH, OTHER, ROWS, TEXTS, Ingredients, write_pack


def test_all_comes_out_as_it_went_in(small: Path) -> None:
    with checked(small) as found:
        pack = found.pack
        assert {document.path: pack.text(document) for document in pack.documents()} == TEXTS
        for generation, identity in zip(pack.head.generations, (HASH, OTHER), strict=True):
            assert generation.identity == identity
            assert pack.chunks(generation) == CHUNKS
            place = pack.vectors(generation)
            rows = np.frombuffer(pack.rows(place, 0, 9), np.float32).reshape(-1, 3)
            assert rows.tolist() == [list(row) for row in ROWS]
        assert found.sha256 == hashlib.sha256(small.read_bytes()).hexdigest()


def test_vectors_can_be_mapped_where_they_lie(small: Path) -> None:
    with open_pack(small) as pack:
        for generation in pack.head.generations:
            place = pack.vectors(generation)
            mapped = np.memmap(small, np.dtype("<f4"), "r", place.offset, (place.rows, place.dimension))
            assert mapped.flags.aligned
            assert place.offset % 64 == 0
            assert mapped.tolist() == [list(row) for row in ROWS]


def test_another_program_reads_it(small: Path) -> None:
    with zipfile.ZipFile(small) as archive:
        assert archive.testzip() is None
        said = json.loads(archive.read("pack.json"))
        for part in said["parts"]:
            data = archive.read(part["name"])
            assert (len(data), hashlib.sha256(data).hexdigest()) == (part["size"], part["sha256"])
        lines = archive.read(said["generations"][0]["table"]).splitlines()
    assert [json.loads(line)["end"] for line in lines] == [6, 28, 60]


def test_the_same_is_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert write_pack(one) == write_pack(other)
    assert one.read_bytes() == other.read_bytes()


def test_parts_of_later_programs_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "later"
    write_pack(file, Ingredients(more={"words.bin": b"what nobody knows yet"}))
    with checked(file) as found:
        assert len(found.pack.documents()) == len(TEXTS)
        assert found.pack.part("words.bin") == b"what nobody knows yet"


def test_a_text_that_packs_too_well_does_not_make_a_bomb(tmp_path: Path) -> None:
    file = tmp_path / "blank"
    write_pack(file, Ingredients(more={"blank": bytes(3_000_000)}))
    with checked(file) as found:
        assert len(found.pack.part("blank")) == 3_000_000
