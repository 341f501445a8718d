"""A passage of an earlier answer is found again in a document that has changed since, or said not to be there."""

from __future__ import annotations

import pytest

from gangdan_gui.ui.documents.passage_place import PassagePlace, passage_place

PASSAGE = "Rain falls on the hills.\nIt reaches the sea in the end."


@pytest.mark.parametrize(
    ("text", "shown", "whole"),
    [
        (f"0123{PASSAGE}", PASSAGE, True),
        (f"A new beginning.\n\n{PASSAGE}\n", PASSAGE, True),
        (PASSAGE, PASSAGE, True),
        (f"A\n{PASSAGE.replace(' ', '  ')}", PASSAGE.replace(" ", "  "), True),
        ("Snow falls on the hills.\nIt reaches the sea in the end.\n", "It reaches the sea in the end.", False),
        ("Quite another text, which is long enough.", "", False),
        ("", "", False),
    ],
)
def test_it_is_shown_where_it_stands_now(text: str, shown: str, whole: bool) -> None:
    place = passage_place(PASSAGE, 4, 4 + len(PASSAGE), text)
    assert text[place.start : place.end] == shown
    assert place.is_whole is whole


def test_of_several_the_nearest_is_meant_and_without_words_the_offsets_are() -> None:
    text = f"{PASSAGE}\n{'x' * 200}\n{PASSAGE}"
    assert passage_place(PASSAGE, 250, 250 + len(PASSAGE), text).start == len(text) - len(PASSAGE)
    assert passage_place("", 3, 5, text) == PassagePlace(3, 5)
