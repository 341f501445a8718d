"""What is not as it was written, or never was a pack, is refused, each for its reason."""

from __future__ import annotations

import math
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.documents import EmbeddedForm
from gangdan_gui.domain.errors import LocationMissing, PackRefused
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.head import read_head
from gangdan_gui.storing.packs.tables import PackChunk
from gangdan_gui.storing.packs.writing import PackWriter, seal
from tests.small_pack import CHUNKS, HASH, HEAD, ROWS, TEXTS, Ingredients, documents_of, write_pack

ANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def refusal(file: Path) -> str:
    """Why a file is refused."""
    with pytest.raises(PackRefused) as refused, checked(file):
        pass
    assert refused.value.facts["file"] == str(file)
    return refused.value.facts["reason"]


@ANY
@given(data=st.data())
def test_any_changed_byte_is_refused(small: Path, data: st.DataObject) -> None:
    whole = small.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != whole[at]))
    changed = small.with_name("changed")
    changed.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
    assert refusal(changed).startswith("pack-")


@ANY
@given(data=st.data())
def test_a_file_that_is_cut_off_anywhere_is_refused(small: Path, data: st.DataObject) -> None:
    whole = small.read_bytes()
    cut = small.with_name("cut")
    cut.write_bytes(whole[: data.draw(st.integers(1, len(whole) - 1))])
    assert refusal(cut) in ("pack-cut", "pack-none")


@ANY
@given(more=st.binary(min_size=1, max_size=200))
def test_what_is_longer_is_refused(small: Path, more: bytes) -> None:
    longer = small.with_name("longer")
    longer.write_bytes(small.read_bytes() + more)
    refusal(longer)
    longer.write_bytes(more + small.read_bytes())
    refusal(longer)


@ANY
@given(noise=st.binary(max_size=300))
def test_what_never_was_a_pack_is_refused(tmp_path: Path, noise: bytes) -> None:
    file = tmp_path / "noise"
    file.write_bytes(noise)
    assert refusal(file) in (("pack-none", "pack-cut") if noise else ("pack-empty",))
    file.write_bytes(b"PK\x03\x04" + noise)
    assert refusal(file) in ("pack-none", "pack-cut")


def test_files_of_other_kinds_say_what_they_are(tmp_path: Path) -> None:
    plain = tmp_path / "plain.gdpack"
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("pack.json", "{}")
    assert refusal(plain) == "pack-none"
    folder = tmp_path / "folder.gdpack"
    folder.mkdir()
    assert refusal(folder) == "pack-folder"
    with pytest.raises(LocationMissing), checked(tmp_path / "nowhere.gdpack"):
        pass


CHUNK = CHUNKS[0]
IN_PARTS = EmbeddedForm(20, 20)
LONG = "".join(f"{number:x}" for number in range(60_000)) * 2
(LONG_DOCUMENT,) = documents_of({"a": LONG})


def in_parts(cuts: tuple[int, ...], form: EmbeddedForm = IN_PARTS) -> Ingredients:
    """The last chunk, of 60 characters, cut there."""
    chunks = (*CHUNKS[:2], replace(CHUNKS[2], cuts=cuts))
    return Ingredients(chunks=chunks, rows=(*ROWS, *([ROWS[0]] * len(cuts))), form=form, cut=len(cuts))


WRONG: dict[str, tuple[Ingredients, str]] = {
    "a vector is nothing": (Ingredients(rows=(*ROWS[:2], [0.0, 0.0, 0.0])), "pack-vectors"),
    "a vector is no number": (Ingredients(rows=(*ROWS[:2], [math.nan, 1.0, 1.0])), "pack-vectors"),
    "a vector has no end": (Ingredients(rows=([math.inf, 1.0, 1.0], *ROWS[1:])), "pack-vectors"),
    "a vector is too long to measure": (Ingredients(rows=([3e38, 3e38, 1.0], *ROWS[1:])), "pack-vectors"),
    "vectors are missing": (Ingredients(rows=ROWS[:2]), "pack-unfit"),
    "there are too many vectors": (Ingredients(rows=(*ROWS, ROWS[0])), "pack-unfit"),
    "vectors have another length": (Ingredients(rows=[row[:2] for row in ROWS]), "pack-unfit"),
    "a chunk ends outside of its text": (Ingredients(chunks=(replace(CHUNK, end=999), *CHUNKS[1:])), "pack-unfit"),
    "a chunk ends before it begins": (Ingredients(chunks=(replace(CHUNK, start=6), *CHUNKS[1:])), "pack-unfit"),
    "a chunk begins before its text": (Ingredients(chunks=(replace(CHUNK, start=-1), *CHUNKS[1:])), "pack-unfit"),
    "two chunks have one number": (Ingredients(chunks=(CHUNK, CHUNK, CHUNKS[2])), "pack-unfit"),
    "a document's chunks are apart": (Ingredients(chunks=(CHUNK, CHUNKS[2], CHUNKS[1])), "pack-unfit"),
    "a chunk is of no document": (Ingredients(chunks=(*CHUNKS[:2], replace(CHUNK, path="x"))), "pack-unfit"),
    "there are fewer chunks than it says": (Ingredients(counted=4), "pack-unfit"),
    "a text is missing": (Ingredients(texts={}), "pack-unfit"),
    "a text is longer than it says": (
        Ingredients(documents=tuple(replace(one, characters=2000) for one in documents_of(TEXTS))),
        "pack-unfit",
    ),
    "a document is there twice": (Ingredients(documents=(*documents_of(TEXTS)[:1] * 2,)), "pack-unfit"),
    "a document is missing": (Ingredients(documents=documents_of(TEXTS)[:1]), "pack-unfit"),
    "a document has no name": (
        Ingredients(documents=(*documents_of(TEXTS), replace(documents_of(TEXTS)[0], path=" "))),
        "pack-unfit",
    ),
    "an address is none of the web": (
        Ingredients(documents=tuple(replace(one, url="javascript:alert(1)") for one in documents_of(TEXTS))),
        "pack-unfit",
    ),
    "a title is no text": (
        Ingredients(documents=tuple(replace(one, title="\ud800") for one in documents_of(TEXTS))),
        "pack-unfit",
    ),
    "a heading is no text": (Ingredients(chunks=(replace(CHUNK, heading=("\udc00",)), *CHUNKS[1:])), "pack-unfit"),
    "its licence is no text": (Ingredients(replace(HEAD, licence="\ud83d")), "pack-unfit"),
    "an embedder's name is no text": (Ingredients(identities=(replace(HASH, label="\ud800"),)), "pack-unfit"),
    "it has no chunk": (Ingredients(chunks=(), rows=(), counted=0), "pack-unfit"),
    "vectors are so short that they have no direction": (Ingredients(rows=[[1e-15, 0.0, 0.0]] * 3), "pack-vectors"),
    "vectors are too long to be measured": (Ingredients(rows=[[1e18, 1e18, 0.0]] * 3), "pack-vectors"),
    "one text is there many times": (
        Ingredients(
            documents=tuple(replace(LONG_DOCUMENT, path=f"{number}.md") for number in range(400)),
            texts={"a": LONG},
        ),
        "pack-bomb",
    ),
    "each chunk is the whole text": (
        Ingredients(
            documents=(LONG_DOCUMENT,),
            texts={"a": LONG},
            chunks=[PackChunk("a", number, 0, len(LONG)) for number in range(400)],
            rows=[[1.0, 0.0, 0.0]] * 400,
            counted=400,
        ),
        "pack-bomb",
    ),
    "a cut is outside of its chunk": (in_parts((61,)), "pack-unfit"),
    "a cut is at the beginning": (in_parts((0,)), "pack-unfit"),
    "a cut is at the end": (in_parts((60,)), "pack-unfit"),
    "cuts are in no order": (in_parts((40, 20)), "pack-unfit"),
    "a cut is there twice": (in_parts((20, 20)), "pack-unfit"),
    "a cut is before its chunk": (in_parts((-5,)), "pack-unfit"),
    "a cut is no number": (in_parts(("20",)), "pack-unfit"),  # type: ignore[arg-type]
    "there are more cuts than the form makes": (in_parts(tuple(range(10, 18))), "pack-unfit"),
    "there are cuts in chunks that are embedded whole": (in_parts((30,), form=EmbeddedForm()), "pack-unfit"),
    "there are more cuts than it says": (replace(in_parts((30,)), cut=0), "pack-unfit"),
    "there are fewer cuts than it says": (replace(in_parts((30,)), cut=2), "pack-unfit"),
    "there is no vector for a part": (replace(in_parts((30,)), rows=ROWS), "pack-unfit"),
    "its form means nothing": (Ingredients(form=EmbeddedForm(narrow=-1)), "pack-unfit"),
    "its form is endless": (Ingredients(form=EmbeddedForm(narrow=10**9)), "pack-unfit"),
    "what stands before a chunk is no text": (
        Ingredients(chunks=(replace(CHUNK, context="\ud800"), *CHUNKS[1:])),
        "pack-unfit",
    ),
    "what stands before a chunk is a book": (
        Ingredients(chunks=(replace(CHUNK, context="a book " * 2000), *CHUNKS[1:])),
        "pack-unfit",
    ),
    "one embedder is there twice": (Ingredients(identities=(HASH, HASH)), "pack-unfit"),
    "vectors are endless": (Ingredients(identities=(replace(HASH, dimension=1 << 40),)), "pack-unfit"),
    "there are no vectors": (Ingredients(identities=()), "pack-unfit"),
    "it has no title": (Ingredients(replace(HEAD, title=" ")), "pack-unfit"),
    "it is of a later format": (Ingredients(replace(HEAD, format=3)), "pack-newer"),
    "it is of no format": (Ingredients(replace(HEAD, format=0)), "pack-unfit"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_pack_that_is_sealed_and_does_not_fit_together_is_refused(tmp_path: Path, what: str) -> None:
    ingredients, reason = WRONG[what]
    file = tmp_path / "wrong.gdpack"
    write_pack(file, ingredients)
    assert refusal(file) == reason


def sealed_again(file: Path, change: Callable[[zipfile.ZipFile, zipfile.ZipFile], None]) -> Path:
    """Another ZIP file with the seal of a pack, as somebody makes it who knows the format."""
    made = file.with_name("made.gdpack")
    with zipfile.ZipFile(file) as before, made.open("w+b") as stream:
        after = zipfile.ZipFile(stream, "w")
        change(before, after)
        after.comment = before.comment
        after.close()
        seal(stream)
    return made


def test_parts_that_nobody_announced_are_refused(small: Path) -> None:
    def smuggle(before: zipfile.ZipFile, after: zipfile.ZipFile) -> None:
        for info in before.infolist():
            after.writestr(info, before.read(info))
        after.writestr("../../evil.py", "print()")

    assert refusal(sealed_again(small, smuggle)) == "pack-unfit"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_that_is_there_twice_is_refused(small: Path) -> None:
    def twice(before: zipfile.ZipFile, after: zipfile.ZipFile) -> None:
        for info in before.infolist():
            after.writestr(info, before.read(info))
        after.writestr("documents.jsonl", before.read("documents.jsonl"))

    assert refusal(sealed_again(small, twice)) == "pack-unfit"


def test_a_bomb_is_not_unpacked(small: Path) -> None:
    def blow_up(before: zipfile.ZipFile, after: zipfile.ZipFile) -> None:
        for info in before.infolist():
            if info.filename == "pack.json":
                info.compress_type = zipfile.ZIP_DEFLATED
                after.writestr(info, before.read(info) + b" " * 200_000_000)
            else:
                after.writestr(info, before.read(info))

    assert refusal(sealed_again(small, blow_up)) == "pack-bomb"


@ANY
@given(seed=st.integers(0, 1 << 32))
def test_what_a_pack_says_of_itself_may_be_anything(small: Path, seed: int) -> None:
    """Whatever stands in the JSON of a sealed pack: it is refused as a pack, and nothing else happens."""
    chance = random.Random(seed)

    def scramble(before: zipfile.ZipFile, after: zipfile.ZipFile) -> None:
        for info in before.infolist():
            data = before.read(info)
            if info.filename in ("pack.json", "documents.jsonl") and (
                info.filename == "pack.json" or chance.random() < 0.5
            ):
                words = data.decode().split('"')
                at = chance.randrange(len(words))
                words[at] = chance.choice(["", "null", ": [", "-1", "1e999", "{}", "\\ud800", "../..", words[0]])
                data = '"'.join(words).encode()
            after.writestr(info, data)

    made = sealed_again(small, scramble)
    with suppress(PackRefused), checked(made) as found:
        assert read_head(found.pack._archive.read("pack.json")) == found.pack.head


def test_vectors_of_another_length_than_announced_are_not_written(tmp_path: Path) -> None:
    with (tmp_path / "x").open("w+b") as stream, pytest.raises(ValueError, match="announced"):
        PackWriter(stream).add_rows("vectors", 12, [b"1234"])
