"""File names that every system takes."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gangdan_gui.exporting.file_name import LONGEST_BYTES, safe_file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("教案：第一课", "教案：第一课.md"),
        ("How do I index an array?", "How do I index an array.md"),
        ("a/b\\c:d*e|f<g>h", "a b c d e f g h.md"),
        ("two\nlines\tand  blanks", "two lines and blanks.md"),
        ("ends with dots...", "ends with dots.md"),
        (".hidden", "hidden.md"),
        ("../../etc/passwd", "etc passwd.md"),
        ("con", "_con.md"),
        ("CON.txt", "_CON.txt.md"),
        ("Com1 ", "_Com1.md"),
        ("lpt¹", "_lpt¹.md"),
        ("console", "console.md"),
        ("e\u0301te\u0301", "été.md"),
        ("photo\u202egpj.exe", "photogpj.exe.md"),
        ("\ufeffzero\u200bwidth", "zerowidth.md"),
        ("half \ud800 pair", "half pair.md"),
        ("👩\u200d🏫 lesson", "👩\u200d🏫 lesson.md"),
        ("", "conversation.md"),
        ("???", "conversation.md"),
        ("\u200d", "conversation.md"),
    ],
)
def test_names(title: str, name: str) -> None:
    assert safe_file_name(title, ".md") == name


def test_another_name_for_nothing() -> None:
    assert safe_file_name("/", ".json", otherwise="对话") == "对话.json"


@pytest.mark.parametrize("letter", ["a", "中", "👩\u200d🏫", "e\u0301"])
def test_long_titles_are_cut_between_characters(letter: str) -> None:
    name = safe_file_name(letter * 300, ".md")
    assert len(name.encode()) <= LONGEST_BYTES
    whole = unicodedata.normalize("NFC", letter)
    assert name.removesuffix(".md") == whole * (len(name.removesuffix(".md")) // len(whole))


@given(st.text(), st.sampled_from([".md", ".json", ""]))
@example("con" + "\u0301", ".md")
@example("aux .h", ".md")
@example("con." + "x" * 200, ".md")
@example("a" * 146 + ". .", ".md")
def test_every_name_is_a_file_s_name_everywhere(title: str, ending: str) -> None:
    name = safe_file_name(title, ending)
    assert Path(name).name == name
    assert 0 < len(name.encode()) <= LONGEST_BYTES
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in name)
    assert name == name.strip(" ")
    assert not name.endswith(".")
    assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)", name.split(".")[0].strip())
