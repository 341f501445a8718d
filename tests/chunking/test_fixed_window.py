"""The window splitter: exact slices, full coverage, strictly forward, overlap as set, an end."""

from __future__ import annotations

import itertools

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from gangdan_gui.chunking.fixed_window import split, windows
from gangdan_gui.chunking.pieces import says_something
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import InvalidChunking

ALPHABETS = [
    "a",
    "a \n",
    "\n",
    "\r\n",
    "中文字",
    "中。文，",
    "👨\u200d👩\u200d👧🇨🇳❤\ufe0f",
    "e\u0301\u0302",
    "가각ㅏ\u1100\u1161",
    "\u200b\ufeff \u00ad",
]
texts = st.sampled_from(ALPHABETS).flatmap(lambda letters: st.text(st.sampled_from(letters), max_size=300)) | st.text()
sizes = st.sampled_from([(50, 49), (50, 25), (1, 0), (2, 1), (100, 0), (7, 3)]) | st.integers(1, 80).flatmap(
    lambda size: st.tuples(st.just(size), st.integers(0, size - 1))
)


def is_visible(character: str) -> bool:
    return bool(regex.match(r"[^\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]", character))


def longest_cluster(text: str) -> int:
    return max((len(cluster) for cluster in regex.findall(r"\X", text)), default=0)


@given(texts, sizes)
@example("abc\n" * 50, (50, 49))
@example("a" * 500, (50, 25))
@example("a" * 51, (50, 0))
@example("a" * 250, (50, 25))
@example("\r\n" * 100, (1, 0))
def test_windows_cover_the_text_and_go_strictly_forward(text: str, setting: tuple[int, int]) -> None:
    size, overlap = setting
    cut = list(windows(text, size, overlap))
    assert [start for start, _ in cut[:1]] == ([0] if text else [])
    assert [end for _, end in cut[-1:]] == ([len(text)] if text else [])
    for (start, end), (next_start, next_end) in itertools.pairwise(cut):
        assert start < next_start <= end < next_end


@given(texts, sizes)
def test_size_and_overlap_are_as_set_up_to_one_cluster(text: str, setting: tuple[int, int]) -> None:
    size, overlap = setting
    slack = max(longest_cluster(text) - 1, 0)
    cut = list(windows(text, size, overlap))
    assert all(end - start <= max(size, slack + 1) for start, end in cut)
    for (start, end), (next_start, _) in itertools.pairwise(cut):
        assert end - start >= size - slack
        assert overlap - 2 * slack <= end - next_start <= overlap + slack


@given(texts, sizes)
def test_no_cluster_is_cut(text: str, setting: tuple[int, int]) -> None:
    whole = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert {offset for window in windows(text, *setting) for offset in window} <= whole


@given(texts, sizes, st.data())
def test_pieces_are_exact_slices_and_everything_else_is_counted(
    text: str, setting: tuple[int, int], data: st.DataObject
) -> None:
    size, overlap = setting
    minimum = data.draw(st.integers(0, size))
    result = split(text, ChunkSettings(size=size, overlap=overlap, minimum=minimum))
    assert [piece.ordinal for piece in result.pieces] == list(range(len(result.pieces)))
    covered: set[int] = set()
    for piece in result.pieces:
        assert piece.text == text[piece.start : piece.end]
        assert any(map(is_visible, piece.text))
        covered.update(range(piece.start, piece.end))
    lost = [at for at, character in enumerate(text) if is_visible(character) and at not in covered]
    assert len(lost) == result.dropped_characters
    assert not lost or result.dropped


@given(texts)
def test_without_a_minimum_every_visible_character_is_in_a_piece(text: str) -> None:
    result = split(text, ChunkSettings(size=20, overlap=5, minimum=0))
    assert (result.dropped, result.dropped_characters) == (0, 0)


def test_the_usual_window() -> None:
    text = "".join(f"{number:06d} " for number in range(300))
    pieces = split(text, ChunkSettings()).pieces
    assert [(piece.start, piece.end) for piece in pieces] == [(0, 800), (650, 1450), (1300, 2100)]


def test_no_last_window_inside_the_one_before() -> None:
    assert [(p.start, p.end) for p in split("x" * 800, ChunkSettings()).pieces] == [(0, 800)]
    assert [(p.start, p.end) for p in split("x" * 801, ChunkSettings()).pieces] == [(0, 800), (650, 801)]


def test_a_document_under_the_minimum_is_dropped_and_counted() -> None:
    result = split("考试：六月三日。\n", ChunkSettings())
    assert (result.pieces, result.dropped, result.dropped_characters) == ((), 1, 8)


def test_a_short_tail_without_overlap_is_counted_and_with_overlap_is_held_by_the_last_window() -> None:
    text = "x" * 810
    alone = split(text, ChunkSettings(overlap=0))
    assert (len(alone.pieces), alone.dropped, alone.dropped_characters) == (1, 1, 10)
    assert split(text, ChunkSettings(overlap=150)).dropped == 0


def test_a_dropped_piece_counts_only_what_no_neighbour_holds() -> None:
    text = "x" * 800 + "y" * 10 + " " * 780
    result = split(text, ChunkSettings(overlap=20))
    assert (len(result.pieces), result.dropped, result.dropped_characters) == (1, 1, 10)


@pytest.mark.parametrize(
    "blank", ["", "\n" * 900, " \t\r\n" * 400, "\u200b\ufeff\u00ad" * 400, "\x00\x1b" * 500, "\u3000" * 900]
)
def test_blank_pieces_are_never_made(blank: str) -> None:
    result = split(blank, ChunkSettings(minimum=0))
    assert (result.pieces, result.dropped, result.dropped_characters) == ((), 0, 0)


def test_pieces_know_their_headings() -> None:
    text = "# Guide\n\n" + "a" * 100 + "\n\n## Setup\n\n" + "b" * 100 + "\n"
    pieces = split(text, ChunkSettings(size=60, overlap=0, minimum=1)).pieces
    assert pieces[0].heading == ("Guide",)
    assert pieces[-1].heading == ("Guide", "Setup")


def test_a_heading_after_blank_lines_is_that_of_the_piece_that_begins_with_it() -> None:
    assert split("\n\n# Guide\ntext", ChunkSettings(minimum=1)).pieces[0].heading == ("Guide",)


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        (ChunkSettings(size=0, overlap=0, minimum=0), "size-range"),
        (ChunkSettings(size=-5, overlap=0, minimum=0), "size-range"),
        (ChunkSettings(size=10**9), "size-range"),
        (ChunkSettings(size=50, overlap=50), "overlap-range"),
        (ChunkSettings(size=50, overlap=80), "overlap-range"),
        (ChunkSettings(size=100, overlap=-5), "overlap-range"),
        (ChunkSettings(minimum=-1), "minimum-range"),
        (ChunkSettings(size=40, overlap=0, minimum=50), "minimum-range"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused(settings: ChunkSettings, rule: str) -> None:
    with pytest.raises(InvalidChunking) as caught:
        split("text", settings)
    assert caught.value.facts == {
        "size": str(settings.size),
        "overlap": str(settings.overlap),
        "minimum": str(settings.minimum),
        "rule": rule,
    }


def test_long_documents_of_any_script_take_few_steps_a_window() -> None:
    for letter in ("中文，", "ไทย", "한국어 ", "🇨🇳", "👨\u200d👩\u200d👧", "e\u0301"):
        text = letter * (500_000 // len(letter))
        assert sum(1 for _ in windows(text, 800, 150)) <= len(text) // 640 + 1


def test_a_window_of_headings_alone_is_one_with_the_next() -> None:
    text = (
        "# Guide\n\n## Setup\n\n"
        + " " * 40
        + "Unpack the archive and start the program; it asks for a folder then. " * 2
    )
    first, *_ = split(text, ChunkSettings(size=50, overlap=10, minimum=1)).pieces
    assert (first.start, first.text) == (0, text[: first.end])
    assert 50 < first.end <= 100
    assert "Unpack the archive" in first.text


def test_a_last_window_of_a_heading_alone_is_one_with_the_one_before() -> None:
    text = "word " * 19 + "end.\n\n" + "## More to come"
    pieces = split(text, ChunkSettings(size=101, overlap=0, minimum=1)).pieces
    assert [(piece.start, piece.end) for piece in pieces] == [(0, len(text))]


def test_a_text_of_one_heading_is_a_piece_all_the_same() -> None:
    (piece,) = split("# Nothing but this", ChunkSettings(minimum=1)).pieces
    assert piece.text == "# Nothing but this"


def test_headings_in_a_row_make_no_endless_piece() -> None:
    text = "".join(f"## Part {number}\n" for number in range(500))
    pieces = split(text, ChunkSettings(size=100, overlap=20, minimum=0)).pieces
    assert max(len(piece.text) for piece in pieces) <= 200
    assert (pieces[0].start, pieces[-1].end) == (0, len(text))


def test_twenty_characters_beside_the_heading_are_text_of_its_own() -> None:
    heading, body = "# Title\n\n", "x" * 20
    alone = split(heading + body + "y" * 40, ChunkSettings(size=len(heading) + 20, overlap=0, minimum=0)).pieces
    assert alone[0].text == heading + body
    joined = split(heading + body + "y" * 40, ChunkSettings(size=len(heading) + 19, overlap=0, minimum=0)).pieces
    assert joined[0].end == 2 * (len(heading) + 19)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("考试：六月三日。\n", True),
        ("# 作业\n\n第三课练习一到五题。\n", True),
        ("Bring a ruler on Monday.\n", True),
        ("내일 시험 있어요", True),
        ("# 作业\n", False),
        ("# Homework for next week\n\nsee above\n", False),
        ("Too short.", False),
        ("考试。", False),
    ],
)
def test_a_text_says_something_or_next_to_nothing(text: str, says: bool) -> None:
    assert says_something(text) is says
