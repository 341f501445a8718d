"""What holds for every splitter and text: exact slices in order that hold all of it, or count what they don't."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gangdan_gui.chunking.names import NAMES, SEMANTIC
from gangdan_gui.chunking.splitters import SPLITTERS, splitter
from gangdan_gui.chunking.validation import checked, usual
from gangdan_gui.domain.documents import ChunkSettings, Split
from gangdan_gui.domain.errors import InvalidChunking, NotAvailable
from gangdan_gui.domain.vectors import Vectors

LINES = [
    "# Guide", "## Set-up 安装", "#### Skipped a level", "Title\n===", "", "", "    ", "- item one", "- 第二项",
    "  - nested", "1. Open the file.", "> quoted. Yes.", "```python", "```", "~~~", "def f(x):", "    return x",
    "class A:", "| a | 列 |", "|---|---|", "| 1 | 二 |", "---", "title: x", "Two sentences. The e.g. third one!",
    "今天很冷。“走吧！”她说；他不肯……", "e\u0301\u0302 👩\u200d👧🇨🇳", "가각 한국어", "x" * 90, "字" * 90, "\u200b",
    "a, b: c",
]  # fmt: skip
texts = (
    st.builds(lambda lines, end: end.join(lines), st.lists(st.sampled_from(LINES), max_size=30),
              st.sampled_from(["\n", "\r\n", "\r"]))
    | st.text(st.sampled_from("a中。！.? \n\r\t#|`-\u0301\u200d👧🇨"), max_size=120)
    | st.text(max_size=80)
)  # fmt: skip
sizes = st.sampled_from([(1, 0), (2, 1), (7, 3), (50, 49), (50, 0), (100, 25)]) | st.integers(1, 120).flatmap(
    lambda size: st.tuples(st.just(size), st.integers(0, size - 1))
)
# Each is tried with every splitter.
_EXAMPLES = 40
every = pytest.mark.parametrize("name", NAMES)


def vectors_of(texts: Sequence[str]) -> Vectors:
    """A vector by the text's hash: alike for the same text, and no meaning in it."""
    assert all(text.strip() for text in texts)
    digests = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8] for text in texts]
    return Vectors.of([[byte - 127.5 for byte in digest] for digest in digests])


def cut(name: str, text: str, size: int, overlap: int, minimum: int) -> Split:
    return splitter(name, vectors_of)(text, ChunkSettings(name, size, overlap, minimum))


def visible(text: str) -> list[int]:
    return [match.start() for match in regex.finditer(r"[^\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]", text)]


@every
@settings(max_examples=_EXAMPLES, deadline=None)
@given(text=texts, setting=sizes, data=st.data())
@example(text="# A\n" * 40, setting=(20, 5), data=None)
@example(text="```\nnever closed\n" + "x = 1\n" * 30, setting=(50, 10), data=None)
@example(text="---\ntitle: x\ntags: [a]\n---\n# A\ntext", setting=(10, 9), data=None)
def test_every_character_is_in_a_piece_or_counted(
    name: str, text: str, setting: tuple[int, int], data: st.DataObject | None
) -> None:
    size, overlap = setting
    minimum = data.draw(st.integers(0, size)) if data else 0
    found = cut(name, text, size, overlap, minimum)
    assert [piece.ordinal for piece in found.pieces] == list(range(len(found.pieces)))
    held: set[int] = set()
    for piece in found.pieces:
        assert piece.text == text[piece.start : piece.end]
        held.update(range(piece.start, piece.end))
    lost = [at for at in visible(text) if at not in held]
    assert len(lost) == found.dropped_characters
    assert found.dropped or not lost
    assert minimum or not lost
    assert all(len(piece.text.strip()) >= minimum for piece in found.pieces)


@every
@settings(max_examples=_EXAMPLES, deadline=None)
@given(text=texts, setting=sizes)
def test_pieces_go_forward_keep_the_size_and_cut_no_cluster(name: str, text: str, setting: tuple[int, int]) -> None:
    size, overlap = setting
    pieces = cut(name, text, size, overlap, 0).pieces
    clusters = regex.findall(r"\X", text)
    longest = max(map(len, clusters), default=0)
    for piece in pieces:
        assert len(piece.text) <= (2 * max(size, longest) if name == "window" else max(size, longest))
    for before, after in pairwise(pieces):
        assert before.start < after.start
        assert before.end < after.end
    borders = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert {place for piece in pieces for place in (piece.start, piece.end)} <= borders


@every
@settings(max_examples=_EXAMPLES, deadline=None)
@given(text=texts, setting=sizes)
def test_the_same_text_is_always_cut_alike(name: str, text: str, setting: tuple[int, int]) -> None:
    assert cut(name, text, *setting, 0) == cut(name, text, *setting, 0)


@every
@settings(max_examples=_EXAMPLES, deadline=None)
@given(text=texts, size=st.integers(20, 120))
def test_neighbours_share_no_more_than_the_overlap(name: str, text: str, size: int) -> None:
    pieces = cut(name, text, size, 10, 0).pieces
    longest = max(map(len, regex.findall(r"\X", text)), default=0)
    assert all(before.end - after.start <= 10 + longest for before, after in pairwise(pieces))


@every
def test_blank_texts_have_no_pieces(name: str) -> None:
    for blank in ("", "\n" * 900, " \t\r\n" * 400, "\u200b\ufeff" * 400):
        assert cut(name, blank, 100, 20, 0) == Split(())


@every
def test_settings_that_do_not_fit_together_are_refused(name: str) -> None:
    for refused in (ChunkSettings(name, 0, 0, 0), ChunkSettings(name, 50, 50, 0), ChunkSettings(name, 50, 0, 51)):
        with pytest.raises(InvalidChunking):
            splitter(name, vectors_of)("text", refused)


@every
def test_what_is_usual_for_a_splitter_cuts(name: str) -> None:
    chosen = usual(name)
    assert chosen.splitter == name
    assert len(splitter(name, vectors_of)("word " * 400, chosen).pieces) >= 3


@pytest.mark.parametrize("name", ["", "Window", "window ", "markdown"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(NotAvailable) as caught:
        splitter(name, vectors_of)
    assert caught.value.facts["what"] == name


def test_what_is_offered_is_there_and_nothing_else_can_be_chosen() -> None:
    assert {*SPLITTERS, SEMANTIC} == set(NAMES)
    assert [checked(usual(name)).splitter for name in NAMES] == list(NAMES)
    with pytest.raises(NotAvailable):
        checked(ChunkSettings("markdown"))
    with pytest.raises(InvalidChunking):
        checked(ChunkSettings("headings", 10, 10, 0))


def test_without_vectors_there_is_no_semantic_splitter() -> None:
    assert SEMANTIC not in SPLITTERS
    with pytest.raises(NotAvailable):
        splitter(SEMANTIC)
