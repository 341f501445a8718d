"""One answer: passages, a text that arrives, chips, and what it must never do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from gangdan_gui.ui.chat.answer_view import AnswerView
from gangdan_gui.ui.reading.highlight_words import QuestionWords
from gangdan_gui.ui.reading.markdown_parts import split_parts
from gangdan_gui.ui.reading.reading_view import chips_of, plain_selection
from gangdan_gui.ui.theme import DARK, LIGHT, Theme
from tests.ui.passages import PASSAGES, TITLES, passage


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> AnswerView:
    view = AnswerView(theme)
    qtbot.addWidget(view)
    view.resize(600, 10)
    view.show()
    return view


def show(view: AnswerView, question: str = "broadcasting rules 广播") -> None:
    view.show_passages(PASSAGES, QuestionWords.of(question), TITLES)
    view.draw_now()


def words_with(view: AnswerView, color: str) -> list[str]:
    """The stretches whose background is a colour."""
    found = []
    block = view.document().firstBlock()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            if fragment.charFormat().background().color() == QColor(color):
                found.append(fragment.text())
            fragments += 1
        block = block.next()
    return found


def selected_all(view: AnswerView) -> str:
    cursor = view.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    return plain_selection(cursor)


def numbers(document: QTextDocument) -> list[int]:
    found = []
    block = document.firstBlock()
    while block.isValid():
        found += [number for _, _, number in chips_of(block)]
        block = block.next()
    return found


def test_passages_stand_under_their_numbers_and_places(view: AnswerView) -> None:
    show(view)
    text = selected_all(view)
    assert numbers(view.document()) == [1, 2]
    assert text.index("[1]") < text.index("NumPy 用户指南") < text.index("Broadcasting › Rules")
    assert text.index("General rules") < text.index("[2]") < text.index("Course 课程") < text.index("广播 › 规则")
    assert "x = np.arange(4)\n\ny = x.reshape(4, 1)" in text
    assert "\u2029" not in text


def test_the_words_of_the_question_are_marked(view: AnswerView, theme: Theme) -> None:
    show(view, "What are the rules of 广播?")
    assert words_with(view, LIGHT.highlight) == ["rules", "广播"]


def test_it_is_as_high_as_its_text(view: AnswerView) -> None:
    show(view)
    high = view.height()
    assert high == pytest.approx(view.document().size().height(), abs=2)
    view.resize(300, high)
    assert view.height() > high


def test_a_passage_cut_out_of_code_stays_in_its_box(view: AnswerView) -> None:
    cut = "import numpy as np\nx = np.ones(3)\n```\nAfter the *code*.\n\n```python\ny = 1"
    view.show_passages([passage(1, cut), passage(2, "Next *passage*")], QuestionWords(), TITLES)
    view.draw_now()
    text = selected_all(view)
    assert "import numpy as np\nx = np.ones(3)\n" in text
    assert "After the code." in text
    assert "Next passage" in text
    assert len(view.document().rootFrame().childFrames()) == 2


@pytest.mark.parametrize("kind", [QTextDocument.ResourceType.ImageResource.value, 3, 99])
@pytest.mark.parametrize("address", ["http://evil.example/?q=1", "file:///etc/hostname", "//host/share/x.png", "x.css"])
def test_nothing_is_ever_loaded(view: AnswerView, kind: int, address: str) -> None:
    assert view.loadResource(kind, QUrl(address)) is None
    assert view.document().resource(kind, QUrl(address)) is None


def test_links_are_told_and_never_followed(view: AnswerView) -> None:
    show(view)
    before = selected_all(view)
    told: list[str] = []
    clicked: list[int] = []
    view.link_requested.connect(told.append)
    view.passage_clicked.connect(clicked.append)
    for address in (
        "https://numpy.org/doc",
        "smb://server/share",
        "file:///etc/passwd",
        "FILE://server/x.exe",
        "ms-msdt:/id",
        "javascript:alert(1)",
        "//host/share",
        "gangdan:passage/2",
        "gangdan:other/2",
    ):
        view.anchorClicked.emit(QUrl(address))
    assert told == ["https://numpy.org/doc"]
    assert clicked == [2]
    assert not view.openLinks()
    assert not view.openExternalLinks()
    assert view.source().isEmpty()
    assert selected_all(view) == before


def test_pointing_at_a_chip_tells_its_number(view: AnswerView) -> None:
    pointed: list[int] = []
    view.passage_hovered.connect(pointed.append)
    view.highlighted.emit(QUrl("gangdan:passage/2"))
    view.highlighted.emit(QUrl())
    view.highlighted.emit(QUrl("https://numpy.org/doc"))
    assert pointed == [2, 0, 0]
    assert view.toolTip() == "<qt>https://numpy.org/doc</qt>"
    view.highlighted.emit(QUrl("https://x.example/<img src='file:///x.png'>"))
    assert "<img" not in view.toolTip()


def test_a_marked_chip_can_be_told_apart(view: AnswerView) -> None:
    show(view)
    view.mark_chip(2)
    lit = [selection.cursor.selectedText().strip() for selection in view.extraSelections()]
    assert lit == ["2"]
    view.mark_chip(0)
    assert view.extraSelections() == []


def test_another_theme_draws_again_in_its_colours(view: AnswerView, theme: Theme) -> None:
    show(view)
    before = selected_all(view)
    theme.apply(dark=True)
    view.draw_now()
    assert selected_all(view) == before
    assert words_with(view, DARK.highlight)
    assert not words_with(view, LIGHT.highlight)
    theme.apply(dark=False)


LONG = (
    "Intro [1] and text.\n\n| a | b |\n|---|---|\n"
    + "".join(f"| row {n} | 说明 {n} |\n" for n in range(300))
    + "\n"
    + "".join(f"Paragraph {n} with `code` and **bold** words [2].\n\n" for n in range(80))
    + "```python\n"
    + "".join(f"x{n} = call({n})  # 注释\n" for n in range(300))
)


def test_a_long_text_that_arrives_in_pieces_is_drawn_about_once(qtbot: QtBot, view: AnswerView) -> None:
    """A 300-row table and a fence that is never closed, in 1,500 pieces."""
    assert len(LONG) > 16_000
    step = len(LONG) // 1500 + 1
    view.begin_answer(cited=(1, 2))
    for at in range(0, len(LONG), step):
        view.append_text(LONG[at : at + step])
        if at % (50 * step) == 0:
            view.draw_now()
    view.finish_answer()
    view.draw_now()
    parts = list(split_parts(LONG))
    assert view.text == LONG
    assert view.drawn <= len(parts) + 1500 // 50 + 1
    arrived = selected_all(view)
    view.begin_answer(cited=(1, 2))
    view.append_text(LONG)
    view.finish_answer()
    view.draw_now()
    assert view.drawn == len(parts)
    assert arrived == selected_all(view)
    assert "x299 = call(299)  # 注释" in arrived


def test_what_has_arrived_is_shown_before_its_end(qtbot: QtBot, view: AnswerView) -> None:
    view.begin_answer()
    view.append_text("# Title\n\nfirst words")
    qtbot.waitUntil(lambda: "first words" in view.toPlainText())
    view.append_text(" and more")
    qtbot.waitUntil(lambda: "first words and more" in view.toPlainText())
    with qtbot.waitSignal(view.finished):
        view.finish_answer()
    assert selected_all(view).split("\n") == ["Title", "first words and more"]


def test_a_new_answer_takes_the_place_of_one_that_arrives(view: AnswerView) -> None:
    view.begin_answer()
    view.append_text("old " * 1000)
    view.begin_answer()
    view.append_text("new")
    view.finish_answer()
    view.draw_now()
    assert selected_all(view).strip() == "new"
