"""Chunks as bands over the Markdown: which is where, and that only what is in view is painted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import Chunk, ChunkLengths, MarkdownDocument, Piece
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests.documents import CutDocument, VectorOrigin
from gangdan_gui.ui.documents.chunk_bands import Band, Bands, bands_of
from gangdan_gui.ui.documents.chunk_pane import ChunkPane
from gangdan_gui.ui.documents.correction_difference import differences
from gangdan_gui.ui.documents.source import DocumentSource
from gangdan_gui.ui.passage_lengths import PassageLengths
from gangdan_gui.ui.theme import Theme, ThemeMode
from gangdan_gui.ui.translation import Translation

TEXT = "".join(f"第 {n} 行 😀 some words that fill the line a little.\n" for n in range(400))


def cut(text: str, size: int = 300, overlap: int = 60, out: int = -1) -> CutDocument:
    """A text in windows, one of which is taken out."""
    document = MarkdownDocument("s", "a.md", "A", text, "en", "utf-8")
    spans = [(at, min(at + size, len(text))) for at in range(0, max(1, len(text) - overlap), size - overlap)]
    chunks = tuple(
        Chunk(str(n), "s", "a.md", n, (), start, end, text[start:end])
        for n, (start, end) in enumerate(spans)
        if n != out
    )
    gone = tuple(Piece(n, start, end, text[start:end]) for n, (start, end) in enumerate(spans) if n == out)
    return CutDocument(document, chunks, gone)


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme, translation: Translation) -> ChunkPane:
    pane = ChunkPane(theme)
    qtbot.addWidget(pane)
    pane.resize(420, 500)
    pane.show()
    return pane


def show(pane: ChunkPane, cut_document: CutDocument) -> None:
    pane.view.show_markdown(cut_document.document.text, 0, 0)
    pane.view.queue.finish()
    pane.show_bands(bands_of(cut_document))


def test_bands_tell_what_they_share_and_what_is_out() -> None:
    bands = bands_of(cut(TEXT[:900], out=1)).all
    assert [(band.number, band.shared, band.excluded) for band in bands[:3]] == [
        (1, 0, False),
        (2, 60, True),
        (3, 60, False),
    ]


@given(
    st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)), max_size=30),
    st.integers(0, 250),
    st.integers(1, 50),
)
def test_bands_between_are_all_that_touch(spans: list[tuple[int, int]], start: int, length: int) -> None:
    made = [Band(at, at + size, number, "") for number, (at, size) in enumerate(sorted(spans), 1)]
    touching = [band for band in made if band.start < start + length and band.end > start]
    assert [band for _, band in Bands(tuple(made)).between(start, start + length)] == touching


def test_other_colours_leave_whoever_reads_where_they_are(qtbot: QtBot, pane: ChunkPane, theme: Theme) -> None:
    show(pane, cut(TEXT))
    pane.view.step(4)
    source = DocumentSource(theme)
    qtbot.addWidget(source)
    source.resize(400, 300)
    source.show()
    source.show_markdown(TEXT, 0, 20)
    source.queue.finish()
    source.verticalScrollBar().setValue(60)
    light = source.extraSelections()
    before = QColor(light[0].format.background().color())
    theme.set_mode(ThemeMode.DARK)
    assert pane.view.current is not None
    assert pane.view.current.number == 5
    assert source.verticalScrollBar().value() == 60
    dark = source.extraSelections()
    assert dark[0].format.background().color() != before
    theme.set_mode(ThemeMode.LIGHT)


def test_the_caret_chooses_a_passage_and_its_words_say_which(qtbot: QtBot, pane: ChunkPane) -> None:
    show(pane, cut(TEXT, out=2))
    assert pane.words.text().startswith("Passage 1 of ")
    qtbot.mouseClick(pane.after, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(pane.after, Qt.MouseButton.LeftButton)
    band = pane.view.current
    assert band is not None
    assert band.number == 3
    assert band.excluded
    assert "left out" in pane.words.text()
    assert pane.view.accessibleDescription() == pane.words.text()
    asked: list[Band] = []
    pane.toggled.connect(asked.append)
    pane.button.click()
    assert asked == [band]


def test_places_in_the_text_and_in_the_view_agree(pane: ChunkPane) -> None:
    show(pane, cut(TEXT))
    for offset in (0, 7, 8, 50, 333, len(TEXT) - 1):
        assert pane.view.offset(pane.view.position(offset)) == offset


def test_only_what_is_in_view_has_strips(pane: ChunkPane) -> None:
    show(pane, cut(TEXT))
    strips = tuple(pane.view.strips())
    assert {strip.band.number for strip in strips} < {band.number for band in pane.view.bands.all}
    assert 0 < len(strips) < 120
    firsts = [strip.band.number for strip in strips if strip.first]
    assert firsts == sorted(set(firsts))


def test_overlap_is_painted_twice(pane: ChunkPane, qtbot: QtBot) -> None:
    show(pane, cut("word " * 200, size=400, overlap=200))
    strips = tuple(pane.view.strips())
    by_place: dict[float, set[int]] = {}
    for strip in strips:
        by_place.setdefault(strip.rect.top(), set()).add(strip.index)
    assert any(len(indexes) == 2 for indexes in by_place.values())


@given(st.lists(st.sampled_from("abcde"), max_size=12), st.lists(st.sampled_from("abcde"), max_size=12))
def test_differences_leave_the_same_lines(one: list[str], other: list[str]) -> None:
    mine, theirs = ("".join(f"{line}\n" for line in lines) for lines in (one, other))
    removed, added = differences(mine, theirs)

    def without(text: str, bands: Bands) -> str:
        for band in reversed(bands.all):
            text = text[: band.start] + text[band.end :]
        return text

    assert without(mine, removed) == without(theirs, added)
    assert (not removed.all and not added.all) == (one == other)


IDENTITY = EmbedderIdentity("ollama:bge-m3", "bge-m3", "0123456789abcdef", 4)


def cut_with_headings() -> CutDocument:
    """Two passages, the second of which is embedded with its heading before it."""
    text = "First words of a text.\nSecond words of a text."
    document = MarkdownDocument("s", "a.md", "A", text, "en", "utf-8")
    first = Chunk("a" * 32, "s", "a.md", 0, (), 0, 23, text[:23])
    second = Chunk("b" * 32, "s", "a.md", 1, ("Rain", "Rivers"), 23, 46, text[23:], context="Rain > Rivers\n")
    return CutDocument(document, (first, second), (), IDENTITY)


def test_how_a_passage_is_found_comes_first_and_its_vector_is_for_who_asks(qtbot: QtBot, pane: ChunkPane) -> None:
    show(pane, cut_with_headings())
    facts = pane.facts
    facts.show_origins(IDENTITY, {})
    assert facts.found.text() == "Found by its words and by its meaning"
    assert facts.heading.isHidden()
    assert facts.more.isHidden()
    assert facts.details.isHidden()
    qtbot.mouseClick(facts.details_button, Qt.MouseButton.LeftButton)
    assert facts.details.isVisible()
    assert facts.details.text().splitlines() == [
        "Vector by Ollama: bge-m3 (0123456789ab) · embedded as it is shown",
        f"Characters 0 to 23 · id {'a' * 32}",
    ]
    facts.show_origins(IDENTITY, {"a" * 32: VectorOrigin(kept=True, stored=True)})
    assert "· kept · in the collection ·" in facts.details.text()
    facts.show_origins(IDENTITY, {"a" * 32: VectorOrigin(kept=False, stored=False)})
    assert "· not kept · missing in the collection ·" in facts.details.text()
    assert facts.found.text().startswith("Found by its words only; build the source again")
    facts.show_origins(IDENTITY, {"a" * 32: VectorOrigin(kept=True, stored=None)})
    assert "collection" not in facts.details.text()
    qtbot.mouseClick(facts.details_button, Qt.MouseButton.LeftButton)
    assert facts.details.isHidden()


def test_what_was_embedded_is_shown_beside_what_is_shown_where_it_is_another(qtbot: QtBot, pane: ChunkPane) -> None:
    show(pane, cut_with_headings())
    qtbot.mouseClick(pane.after, Qt.MouseButton.LeftButton)
    facts = pane.facts
    facts.show_origins(IDENTITY, {})
    assert facts.heading.text() == "Rain › Rivers"
    assert "as it is shown" not in facts.details.text()
    assert facts.embedded.isHidden()
    qtbot.mouseClick(facts.more, Qt.MouseButton.LeftButton)
    assert facts.embedded.isVisible()
    assert facts.embedded.toPlainText() == "Rain > Rivers\nSecond words of a text."
    qtbot.mouseClick(pane.before, Qt.MouseButton.LeftButton)
    assert facts.embedded.isHidden()


def test_a_passage_that_was_embedded_in_parts_shows_them(qtbot: QtBot, pane: ChunkPane) -> None:
    made = cut_with_headings()
    first, second = made.chunks
    show(pane, replace(made, chunks=(replace(first, cuts=(12,)), replace(second, cuts=(13,)))))
    facts = pane.facts
    facts.show_origins(IDENTITY, {})
    assert facts.found.text() == "Found by its words and by the meaning of each of its 2 parts"
    assert "embedded in 2 parts" in facts.details.text()
    assert "as it is shown" not in facts.details.text()
    qtbot.mouseClick(facts.more, Qt.MouseButton.LeftButton)
    assert facts.embedded.toPlainText() == "First words \n― ― ―\nof a text.\n"
    qtbot.mouseClick(pane.after, Qt.MouseButton.LeftButton)
    assert facts.embedded.toPlainText() == "Rain > Rivers\nSecond words \n― ― ―\nRain > Rivers\nof a text."


def test_a_passage_that_is_left_out_says_so_in_its_facts(qtbot: QtBot, pane: ChunkPane) -> None:
    show(pane, cut(TEXT, out=1))
    qtbot.mouseClick(pane.after, Qt.MouseButton.LeftButton)
    assert pane.facts.found.text() == "Left out: no question finds it"
    assert "id" not in pane.facts.details.text().split()
    assert "Vector" not in pane.facts.details.text()
    assert pane.button.text() == "Take this passage in again"


def test_in_a_low_and_narrow_pane_nothing_below_the_passages_is_cut_off(pane: ChunkPane) -> None:
    made = cut_with_headings()
    show(pane, replace(made, chunks=(replace(made.chunks[0], cuts=(12,)), *made.chunks[1:])))
    pane.facts.show_origins(IDENTITY, {})
    pane.offer_why()
    pane.resize(280, 300)
    pane.layout().activate()
    label = pane.facts.found
    assert label.height() >= label.heightForWidth(label.width())
    for button in (pane.why, pane.button, pane.facts.more, pane.facts.details_button):
        assert button.width() >= button.sizeHint().width()
        assert button.geometry().right() < pane.width()


@pytest.mark.usefixtures("translation")
def test_lengths_are_told_in_words() -> None:
    words = PassageLengths()
    told = words.words(ChunkLengths.of([1200, 80, 301]))
    assert told == "3 passages · 80 to 1,200 characters, 527 on average"
    assert words.words(ChunkLengths()) == ""
