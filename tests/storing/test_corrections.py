"""What the user has put right comes back as it was, and a file of it that is damaged is never written over."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, Quote
from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.errors import CannotWrite, CorrectionChanged, LibraryNewer
from gangdan_gui.storing.correction_json import from_json, to_json
from gangdan_gui.storing.corrections import Corrections

MINE = Correction(title="水循环", text="# 水\n", original="ab", quotes=(Quote("雨", 3),))
TEXTS = st.text(max_size=20)
FACTS = st.builds(
    DocumentFacts,
    authors=st.lists(TEXTS).map(tuple),
    date=TEXTS,
    venue=TEXTS,
    doi=TEXTS,
    tags=st.lists(TEXTS).map(tuple),
)
CORRECTIONS = st.builds(
    Correction,
    title=TEXTS,
    facts=FACTS,
    text=st.none() | TEXTS.filter(bool),
    original=TEXTS,
    file=TEXTS,
    excluded=st.booleans(),
    quotes=st.lists(st.builds(Quote, TEXTS, st.integers(0, 10**9))).map(tuple),
)


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(TEXTS, CORRECTIONS.filter(bool), max_size=4))
def test_corrections_come_back_as_they_were(corrections: dict[str, Correction]) -> None:
    assert from_json(to_json(corrections)) == corrections


def test_what_is_no_valid_unicode_comes_back_too() -> None:
    corrections = {"a\udcff.md": Correction(title="\ud83d")}
    assert from_json(to_json(corrections)) == corrections


def test_paths_that_are_twins_by_case_or_by_unicode_form_stay_apart(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    paths = ["Å.md", "A\u030a.md", "a.md", "A.md"]
    for path in paths:
        kept.put("course", path, Correction(title=path))
    assert {path: one.title for path, one in Corrections(tmp_path).read("course").corrections.items()} == {
        path: path for path in paths
    }


def test_what_says_nothing_is_forgotten_and_leaves_no_file(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    kept.put("course", "a.md", MINE)
    kept.put("other", "a.md", MINE)
    kept.put("course", "a.md", NO_CORRECTION)
    assert not kept.read("course").corrections
    assert [file.name for file in tmp_path.iterdir()] == ["other.json"]
    kept.put("course", "b.md", NO_CORRECTION)
    kept.remove("other")
    assert list(tmp_path.iterdir()) == []


def test_a_correction_that_was_not_seen_is_not_written_over(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    kept.put("course", "a.md", MINE, NO_CORRECTION)
    with pytest.raises(CorrectionChanged):
        kept.put("course", "a.md", Correction(title="Other"), NO_CORRECTION)
    kept.put("course", "a.md", Correction(title="Other"), MINE)
    assert kept.read("course").corrections == {"a.md": Correction(title="Other")}


@pytest.mark.parametrize(
    "damage",
    [
        b"", b"\x00" * 40, b"{", b"[]", b'{"version": "1", "documents": {}}', b'{"version": 1, "documents": []}',
        b'{"version": 1, "documents": {"a.md": 3}}', b'{"version": 1, "documents": {"a.md": {"text": 3}}}',
        b'{"version": 1, "documents": {"a.md": {"quotes": [{"text": "x"}]}}}', b"[" * 100_000, b"\xff\xfe{}",
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_and_put_aside_before_anything_is_written(tmp_path: Path, damage: bytes) -> None:
    kept, file = Corrections(tmp_path), tmp_path / "course.json"
    file.write_bytes(damage)
    assert kept.read("course").unreadable == (file,)
    assert file.read_bytes() == damage
    kept.put("course", "a.md", MINE)
    found = kept.read("course")
    assert found.corrections == {"a.md": MINE}
    assert [aside.read_bytes() for aside in found.unreadable] == [damage]
    assert kept.read("other").unreadable == ()
    kept.remove("course")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path)
    file, data = tmp_path / "s.json", b'{"version": 2, "documents": {"a.md": {"title": "Mine"}}}'
    file.write_bytes(data)
    assert corrections.read("s").unreadable == (file,)
    for write in (lambda: corrections.put("s", "b.md", Correction(title="Other")), lambda: corrections.move("s", "t")):
        with pytest.raises(LibraryNewer):
            write()
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("s.json", data)]


def test_names_that_a_later_version_knows_are_passed_over(tmp_path: Path) -> None:
    raw = {"version": 1, "documents": {"a.md": {"title": "Mine", "colour": "red", "facts": {"edition": 2}}}}
    (tmp_path / "course.json").write_text(json.dumps(raw))
    assert Corrections(tmp_path).read("course").corrections == {"a.md": Correction(title="Mine")}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="the owner may read everything")
def test_a_file_that_may_not_be_read_is_told_and_stays(tmp_path: Path) -> None:
    kept, file = Corrections(tmp_path), tmp_path / "course.json"
    kept.put("course", "a.md", MINE)
    file.chmod(0)
    assert kept.read("course").unreadable == (file,)
    with pytest.raises(CannotWrite):
        kept.put("course", "b.md", MINE)
    file.chmod(0o600)
    assert kept.read("course").corrections == {"a.md": MINE}


def test_where_a_folder_lies_in_its_place_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "course.json").mkdir()
    kept = Corrections(tmp_path)
    with pytest.raises(CannotWrite):
        kept.put("course", "a.md", MINE)
    assert kept.read("course").unreadable == (tmp_path / "course.json",)
