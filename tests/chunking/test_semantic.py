"""The semantic splitter cuts where meaning changes, asks for each sentence once, and for no more than it must."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gangdan_gui.chunking import semantic
from gangdan_gui.chunking.semantic import Semantic, sentences_in
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.vectors import Vectors


class Asked:
    """Gives a vector by the topic word that a text holds, and remembers what it was asked."""

    def __init__(self, *topics: str) -> None:
        self.topics = topics
        self.texts: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return Vectors.of([[1.0 + 9 * (topic in text) for topic in self.topics] for text in texts])


def settings(size: int, overlap: int = 0) -> ChunkSettings:
    return ChunkSettings("semantic", size, overlap, 0)


def test_the_border_is_where_the_topic_changes() -> None:
    ice, fire = "The ice is cold today. ", "All fire is hot here. "
    text = ice * 6 + fire * 4
    assert [piece.text for piece in Semantic(Asked("ice", "fire"))(text, settings(200)).pieces] == [ice * 6, fire * 4]


def test_what_fits_is_not_asked_about() -> None:
    embed = Asked("x")
    text = "# A\n\nShort enough to stay whole. It fits.\n\n# B\n\n" + "One sentence more than fits. " * 10
    Semantic(embed)(text, settings(120))
    assert all("Short enough" not in asked for asked in embed.texts)
    assert len(embed.texts) == 10


def test_a_very_long_text_is_asked_about_in_stretches() -> None:
    embed = Asked("x")
    text = "A sentence of thirty letters. " * 20_000
    pieces = Semantic(embed)(text, settings(800)).pieces
    assert len(embed.texts) <= semantic.MOST_VECTORS
    assert (pieces[0].start, pieces[-1].end) == (0, len(text))
    assert max(len(piece.text) for piece in pieces) <= 800


def test_an_overlap_is_of_whole_sentences_and_within_the_size() -> None:
    text = "".join(f"Sentence number {number:02d} stands here. " for number in range(60))
    pieces = Semantic(Asked("0", "1"))(text, settings(300, 80)).pieces
    assert all(piece.text.startswith("Sentence number") and len(piece.text) <= 300 for piece in pieces)
    assert any(before.end > after.start for before, after in pairwise(pieces))


def test_the_cost_is_that_of_the_sentences_up_to_a_limit() -> None:
    assert sentences_in(6_000) == 100
    assert sentences_in(10**9) == semantic.MOST_VECTORS
