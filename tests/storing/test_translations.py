"""Translations of questions outlive the program, are few, and are begun anew where their file is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangdan_gui.storing.translations import MOST, Translations

ASKED = ("qwen3", "en", "什么是熵？")
SAID = "What is entropy?"


def test_it_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "home" / "translations.json"
    Translations(file).keep(*ASKED, SAID)
    again = Translations(file)
    assert again.find(*ASKED) == SAID
    assert again.find("other", *ASKED[1:]) == ""
    assert again.find("qwen3", "zh", ASKED[2]) == ""
    again.keep(*ASKED, "What is the entropy?")
    assert Translations(file).find(*ASKED) == "What is the entropy?"


def test_those_used_last_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "translations.json"
    entries = [{"model": "m", "language": "en", "question": f"{n}", "text": f"t{n}"} for n in range(MOST)]
    file.write_text(json.dumps(entries), "utf-8")
    kept = Translations(file)
    assert kept.find("m", "en", "0") == "t0"
    kept.keep("m", "en", "new", "t")
    again = Translations(file)
    assert (again.find("m", "en", "1"), again.find("m", "en", "0"), again.find("m", "en", "new")) == ("", "t0", "t")
    assert len(json.loads(file.read_bytes())) == MOST


def test_what_only_passes_is_read_and_not_written(tmp_path: Path) -> None:
    file = tmp_path / "translations.json"
    Translations(file).keep(*ASKED, SAID)
    before = file.read_bytes()
    passing = Translations(file, passing=True)
    assert passing.find(*ASKED) == SAID
    passing.keep("qwen3", "en", "为什么？", "Why?")
    assert passing.find("qwen3", "en", "为什么？") == "Why?"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe", b"[1]", b"[{}]", b"{}", b"null", b"5", b'[{"model": "m"}]', b"[" * 100_000, b'"text"'],
)
def test_a_damaged_file_is_begun_anew(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "translations.json"
    file.write_bytes(data)
    kept = Translations(file)
    assert kept.find(*ASKED) == ""
    kept.keep(*ASKED, SAID)
    assert Translations(file).find(*ASKED) == SAID


def test_what_can_not_be_written_is_kept_for_now(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be", "utf-8")
    kept = Translations(tmp_path / "home" / "translations.json")
    kept.keep(*ASKED, SAID)
    assert kept.find(*ASKED) == SAID


def test_half_a_sign_of_a_question_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "translations.json"
    Translations(file).keep("m", "en", "\ud800?", "What?")
    assert json.loads(file.read_bytes().decode("utf-8", "surrogatepass"))[0]["text"] == "What?"
    assert Translations(file).find("m", "en", "\ud800?") in ("What?", "")
