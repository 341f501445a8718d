"""Documents in sections: nothing is left out, each fits, and what is noted on them keeps to real passages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.answering.citations import renumbered
from gangdan_gui.answering.context import answer_room
from gangdan_gui.answering.prompt import fenced
from gangdan_gui.answering.section_prompt import (
    condensed_note,
    fits,
    merge_messages,
    note_of,
    note_room,
    section_messages,
    section_room,
    with_new_numbers,
)
from gangdan_gui.answering.sections import Section, beginnings, sections
from gangdan_gui.answering.tokens import MESSAGE_TOKENS, count_tokens
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.search import Passage
from tests.answering.given import passage

TITLES = {"s": "Source"}
TEXTS = st.text(alphabet=st.sampled_from("ab 。.\n中文"), min_size=1, max_size=900)


def document(texts: list[str], *, chapter: int = 3) -> list[Passage]:
    made, start = [], 0
    for place, text in enumerate(texts):
        head = ("Book", f"Chapter {place // chapter}")
        one = replace(passage(1, text), source="s", path="a.md", title="Book", heading=head, start=start)
        made.append(replace(one, end=start + len(text)))
        start += len(text)
    return made


@given(st.lists(TEXTS, min_size=1, max_size=12), st.integers(80, 600))
def test_sections_hold_all_of_it_in_order_and_each_fits(texts: list[str], room: int) -> None:
    found = sections(document(texts), TITLES, room)
    passages = [one for part in found for one in part.passages]
    assert "".join(one.text for one in passages) == "".join(texts)
    assert [one.number for one in passages] == list(range(1, len(passages) + 1))
    assert [one.end for one in passages[:-1]] == [one.start for one in passages[1:]]
    for part in found:
        assert sum(count_tokens(fenced(one, "Source", "x" * 12)) + 1 for one in part.passages) <= room


def test_a_chapter_begins_a_section_where_the_one_before_is_half_full() -> None:
    found = sections(document(["word " * 60] * 9), TITLES, 600)
    assert [part.title for part in found] == [f"Book › Chapter {number}" for number in range(3)]
    small = sections(document(["word " * 8] * 9), TITLES, 5000)
    assert [len(part.passages) for part in small] == [9], "small chapters are read together"


def test_beginnings_are_of_each_document_in_turn() -> None:
    one = document([f"one {number}" for number in range(9)])
    other = [replace(item, path="b.md") for item in document([f"other {number}" for number in range(3)])]
    found = beginnings([*one, *other], 3)
    assert [(item.number, item.path, item.text) for item in found] == [
        (1, "a.md", "one 0"),
        (2, "a.md", "one 3"),
        (3, "b.md", "other 0"),
    ]


def test_a_note_names_passages_of_its_section_only() -> None:
    part = Section("Book", tuple(replace(passage(number, "x"), number=number) for number in (4, 5)))
    note = note_of(part, "So it is [4], 来源5 and [9].", 400)
    assert (note.text, note.numbers) == ("So it is [4], [5] and [9].", (4, 5))
    assert note_of(part, "It names none.", 400).numbers == (4,)
    assert count_tokens(note_of(part, "word " * 4000, 100).text) <= 100


def test_notes_are_numbered_anew_and_what_named_no_passage_names_none_then() -> None:
    parts = [
        Section(f"Part {start}", tuple(replace(passage(n, "x"), number=n) for n in range(start, start + 3)))
        for start in (1, 4)
    ]
    notes = [note_of(parts[0], "First [3], not [2026] nor `a[3]`.", 400), note_of(parts[1], "Then [5] [1].", 400)]
    told, passages = with_new_numbers(notes, [one for part in parts for one in part.passages])
    # The first passage is of another section, and nobody's by its number now.
    assert [note.text for note in told] == ["First [1], not [2026] nor `a[3]`.", "Then [2] ."]
    assert [(one.number, one.text) for one in passages] == [(1, "x"), (2, "x")]
    merged = condensed_note("All", "Both [1][2], and [7].", told, 400)
    assert merged.numbers == (1, 2)


@pytest.mark.parametrize("context", [2048, 4096, 32_768])
def test_questions_about_sections_and_their_notes_fit(context: int) -> None:
    question = "Summarise this book in ten sentences for beginners, please."
    room = section_room(question, "zh", context)
    found = sections(document(["word and more. " * 100] * 30), TITLES, room)
    for number, part in enumerate(found, 1):
        messages = section_messages(question, part, number, len(found), TITLES, "zh")
        used = sum(count_tokens(one.content) + MESSAGE_TOKENS for one in messages)
        assert used + note_room(context) <= context
    notes = [note_of(part, "word " * 4000, note_room(context, len(found))) for part in found]
    assert fits(merge_messages(question, notes[:3], "zh", condense=False), context)
    assert note_room(context) < answer_room(context)


def test_a_question_that_leaves_no_room_for_passages_is_refused() -> None:
    with pytest.raises(QuestionTooLong):
        section_room("字" * 3000, "zh", 2048)


def test_other_numbers_go_where_they_have_none() -> None:
    assert renumbered("a [2] b [3][7] `c[2]`", {2: 1, 3: 5}) == "a [1] b [5] `c[2]`"
