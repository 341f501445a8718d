"""A note's file says again what was written into it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from gangdan_gui.exporting.clean import clean, clean_line
from gangdan_gui.services.notes.note_text import NoteText, new_note, read_note, written

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TITLES = WORDS.map(clean_line).filter(bool)
# What is cleaned already; a head of its own is another matter.
TEXTS = WORDS.map(lambda text: clean(f"x{text}").strip("\n"))


@given(TITLES, TEXTS, st.lists(TITLES.map(lambda tag: clean_line(tag).lstrip("#").strip()).filter(bool), unique=True))
def test_a_file_is_read_as_it_was_written(title: str, text: str, tags: list[str]) -> None:
    more = {"question": title, "answer": 3, "machine-written": True, "sources": [title, text]}
    note = NoteText(title, text, tuple(tags), "2026-11-30", more)
    assert read_note(written(note)) == note


@given(st.text(max_size=200), st.text(max_size=40))
def test_whatever_is_typed_can_be_kept_and_read_again(text: str, title: str) -> None:
    note = new_note(title, text, (title,), "2026-11-30")
    file = written(note)
    file.encode()
    again = read_note(file)
    assert (again.title, again.text, again.tags) == (note.title, note.text.strip("\n"), note.tags)
    if not note.is_empty:
        assert convert(file.encode(), "note.md").encoding


def test_facts_are_in_the_form_that_documents_state_them_in() -> None:
    made = convert(written(new_note("T", "Some words.", ("a", "第三章", "b, c"), "2026-11-30")).encode(), "note.md")
    assert (made.title, made.facts.date) == ("T", "2026-11-30")
    assert set(made.facts.tags) >= {"a", "第三章"}
