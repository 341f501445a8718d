"""Quotes are found again where the text around them has changed, and what they take out stands in no piece."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import ChunkSettings, Piece
from gangdan_gui.services.building.anchoring import anchor, anchored, moved, without


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        (Quote("rain", 0), "rain and rain", (0, 4)),
        (Quote("rain", 13), "rain and rain", (9, 13)),
        (Quote("rain", 4), "rain and rain", (0, 4)),
        (Quote("rain", 900), "rain and rain", (9, 13)),
        (Quote("rain", -5), "rain and rain", (0, 4)),
        (Quote("雨落在山上", 3), "然后\n雨落在\n山上。", (3, 9)),
        (Quote("a  b\nc", 0), "x a b c y a b c", (2, 7)),
        (Quote("a+b (c)", 0), "see a+b(c)", (4, 10)),
        (Quote("snow", 0), "rain", None),
        (Quote(" \n", 0), " \n", None),
        (Quote("", 0), "rain", None),
    ],
)
def test_a_quote_is_found_nearest_to_where_it_was(quote: Quote, text: str, found: tuple[int, int] | None) -> None:
    assert anchor(quote, text) == found


def test_what_is_lost_is_told_once() -> None:
    spans, lost = anchored([Quote("b", 0), Quote("gone", 1), Quote("a", 0), Quote("gone", 9), Quote("a", 1)], "ab")
    assert (spans, lost) == ([(0, 1), (1, 2)], [Quote("gone", 1)])


TEXT = st.text("ab \n字", min_size=1, max_size=120)


@settings(deadline=None, max_examples=150)
@given(TEXT, st.integers(5, 30), st.data())
def test_nothing_that_was_taken_out_is_in_a_piece_and_all_else_stays(text: str, size: int, data: st.DataObject) -> None:
    chunking = ChunkSettings(size=size, overlap=data.draw(st.integers(0, size - 1)), minimum=1)
    pieces = splitter("window")(text, chunking).pieces
    out = data.draw(st.lists(st.sampled_from(pieces), max_size=3)) if pieces else []
    spans = sorted({(piece.start, piece.end) for piece in out})
    left = without(pieces, spans, text, 1)
    assert all(text[piece.start : piece.end] == piece.text for piece in left)
    covered = {place for piece in left for place in range(piece.start, piece.end)}
    gone = {place for start, end in spans for place in range(start, end)}
    assert not covered & gone
    before = {place for piece in pieces for place in range(piece.start, piece.end)}
    assert {place for place in before - covered - gone if not text[place].isspace()} == set()


def test_a_quote_inside_of_a_piece_takes_it_out_whole() -> None:
    text = "one two three four five six seven eight"
    pieces = splitter("window")(text, ChunkSettings(size=20, overlap=0, minimum=1)).pieces
    start = text.index("two")
    assert without(pieces, [(start, start + 3)], text, 1) == pieces[1:]


def test_a_header_that_was_taken_out_stands_before_no_row_of_its_table() -> None:
    header, other = "| Pupil | Mark |\n|---|---|\n", "| City | River |\n|---|---|\n"
    text = f"{header}| Ann | 1 |\n\n{other}| Ulm | Danube |\n"
    rows = [Piece(0, 28, 39, text[28:39], context=header), Piece(1, 69, 85, text[69:85], context=other)]
    assert [piece.context for piece in without(rows, [(0, len(header))], text, 1)] == ["", other]
    assert without(rows, [], text, 1) == tuple(rows)


def test_pages_are_found_again_by_their_first_words() -> None:
    pages = [f"Page {number} begins here and says something of its own, number {number}.\n" for number in range(5)]
    before = "".join(pages)
    places = [before.index(page) for page in pages]
    after = before.replace("Page 2 begins here", "The second").replace("number 0", "a longer end of the first page")
    found = moved(places, before, after)
    assert [after[place:].startswith(page[:6]) for place, page in zip(found, pages, strict=True)] == [
        True, True, False, True, True,
    ]  # fmt: skip
    assert list(found) == sorted(found)
    assert moved(places, before, "short") == (0, 5, 5, 5, 5)
    assert moved(places, before, before) == tuple(places)
