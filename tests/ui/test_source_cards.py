"""The cards of passages: what they say, lighting, opening, copying."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.ui.chat.card_delegate import LINES
from gangdan_gui.ui.chat.card_model import AT_ONCE, CardModel, CardRole
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.passages import CHINESE, PASSAGES, RULES, TITLES, passage


@pytest.fixture
def cards(qtbot: QtBot, theme: Theme) -> SourceCards:
    cards = SourceCards(theme)
    qtbot.addWidget(cards)
    cards.resize(336, 500)
    cards.show()
    return cards


def show(cards: SourceCards, count: int = 0) -> None:
    many = [passage(n, (RULES, CHINESE)[n % 2] * 5) for n in range(1, count + 1)]
    cards.show_passages(many or PASSAGES, "broadcasting 广播", TITLES)
    while cards.list.cards.busy:
        QApplication.processEvents()
    QApplication.processEvents()


def test_a_sentence_stands_where_there_are_no_cards(cards: SourceCards) -> None:
    assert cards.empty.isVisible()
    show(cards)
    assert cards.list.isVisible()
    assert not cards.empty.isVisible()
    cards.clear()
    assert cards.empty.isVisible()


def test_a_passage_that_is_last_by_far_names_no_relevance_of_nothing(cards: SourceCards) -> None:
    cards.show_passages([replace(passage(1, "Text."), score=0.004), passage(2, "Text.")], "q", TITLES)
    relevance = [cards.list.cards.index(row).data(CardRole.CARD).relevance for row in range(2)]
    assert relevance == ["", "relevance 0.88"]


def test_where_nothing_holds_what_was_asked_for_no_card_claims_relevance(cards: SourceCards) -> None:
    cards.show_passages(PASSAGES, "lunch", TITLES, held=False)
    for row in range(2):
        assert cards.list.cards.index(row).data(CardRole.CARD).relevance == ""
    assert cards.title.text() == "Nearest passages"
    cards.clear()
    assert cards.title.text() == "What it rests on"


def test_a_card_says_source_place_and_relevance(cards: SourceCards) -> None:
    show(cards)
    model = cards.list.cards
    second = model.index(1).data(CardRole.CARD)
    assert (second.source, second.trail, second.relevance) == (
        "Course 课程",
        "Broadcasting › 广播 › 规则",
        "relevance 0.88",
    )
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    for words in ("2.", "Course 课程", "广播 › 规则", "relevance 0.88", "广播规则：两个维度相等"):
        assert words in spoken
    assert "smb:" not in model.index(0).data(Qt.ItemDataRole.DisplayRole)


@pytest.mark.parametrize(("keyword_rank", "said"), [(3, "by words"), (None, "")])
def test_a_passage_without_a_distance_says_how_it_came(cards: SourceCards, keyword_rank: int | None, said: str) -> None:
    one = replace(passage(1, "Text."), distance=None, score=0.0, keyword_rank=keyword_rank)
    cards.show_passages([one], "q", TITLES)
    index = cards.list.cards.index(0)
    assert index.data(CardRole.CARD).relevance == said
    place = ", ".join(filter(None, ("NumPy 用户指南", "Broadcasting › Rules", said)))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == f"1. {place}. Text."


def test_a_title_is_not_said_twice(cards: SourceCards) -> None:
    one = passage(1, "Text.", heading=("Broadcasting", "Rules"))
    cards.show_passages([one], "q", {"numpy": "Broadcasting"})
    card = cards.list.cards.index(0).data(CardRole.CARD)
    assert (card.source, card.trail) == ("Broadcasting", "Rules")


def test_the_model_is_a_correct_model(qtbot: QtBot) -> None:
    model = CardModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.show(PASSAGES, "q", TITLES)
    model.light(2)
    model.show([], "q", {})
    assert tester.model() is model
    assert model.rowCount() == 0


def test_lighting_a_card_brings_it_into_view_and_dims_the_last(qtbot: QtBot, cards: SourceCards) -> None:
    show(cards, 50)
    model = cards.list.cards
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _last, _roles: changed.append(first.row()))
    cards.light(48)
    area = cards.list.visualRect(model.index(47))
    assert cards.list.viewport().rect().contains(area.center())
    assert model.index(47).data(CardRole.LIT) is True
    cards.light(2)
    assert sorted(changed) == [1, 47, 47]
    cards.light(0)
    assert not any(model.index(row).data(CardRole.LIT) for row in range(50))
    cards.light(99)
    assert model.lit == 99


def test_cards_are_as_high_as_their_lines_and_do_not_overlap(cards: SourceCards) -> None:
    show(cards, 50)
    rects = [cards.list.visualRect(cards.list.cards.index(row)) for row in range(50)]
    assert all(one.bottom() < other.top() for one, other in pairwise(rects))
    assert all(rect.width() <= cards.list.viewport().width() for rect in rects)
    cards.show_passages([passage(1, "Short.")], "q", TITLES)
    QApplication.processEvents()
    assert cards.list.visualRect(cards.list.cards.index(0)).height() < min(rect.height() for rect in rects)


def test_many_cards_come_in_slices_and_give_way_to_new_ones(cards: SourceCards) -> None:
    many = [passage(n, RULES) for n in range(1, 51)]
    cards.show_passages(many, "q", TITLES)
    assert cards.list.cards.rowCount() == AT_ONCE
    cards.show_passages(PASSAGES, "q", TITLES)
    QApplication.processEvents()
    assert cards.list.cards.rowCount() == 2
    assert not cards.list.cards.busy
    show(cards, 50)
    assert [cards.list.cards.index(row).data(CardRole.CARD).passage.number for row in range(50)] == list(range(1, 51))


def test_the_sign_that_there_is_more_is_not_marked(cards: SourceCards) -> None:
    cards.show_passages([passage(1, "广播" * 400)], "广播", TITLES)
    card = cards.list.cards.index(0).data(CardRole.CARD)
    layout = cards.list.delegate._layout(card, 280)

    assert layout.text().endswith("…")
    marked = max(part.start + part.length for part in layout.formats())
    assert marked == len(layout.text()) - 1


def test_a_layout_is_made_once_for_a_width(cards: SourceCards) -> None:
    show(cards, 10)
    delegate = cards.list.delegate
    card = cards.list.cards.index(0).data(CardRole.CARD)
    first = delegate._layout(card, 280)
    assert delegate._layout(card, 280) is first
    assert first.lineCount() <= LINES
    assert first.text().endswith("…")
    assert delegate._layout(card, 200) is not first


def test_a_double_click_or_enter_opens_the_document_at_the_passage(qtbot: QtBot, cards: SourceCards) -> None:
    show(cards)
    opened: list[tuple[str, str, int, int, str]] = []
    cards.open_requested.connect(lambda *place: opened.append(place))
    index = cards.list.cards.index(1)
    place = cards.list.visualRect(index).center()
    qtbot.mouseClick(cards.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(cards.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    expected = ("course", "guide/2.md", 20, 20 + len(CHINESE), CHINESE)
    assert opened == [expected]
    qtbot.keyClick(cards.list, Qt.Key.Key_Return)
    qtbot.keyClick(cards.list, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert opened == [expected] * 3


def test_pointing_at_a_card_tells_its_number(qtbot: QtBot, cards: SourceCards) -> None:
    show(cards)
    pointed: list[int] = []
    cards.card_hovered.connect(pointed.append)
    second = cards.list.visualRect(cards.list.cards.index(1)).center()
    qtbot.mouseMove(cards.list.viewport(), QPoint(5, cards.list.viewport().height() - 5))
    qtbot.mouseMove(cards.list.viewport(), second)
    qtbot.waitUntil(lambda: pointed[-1:] == [2])
    cards.list.setCurrentIndex(cards.list.cards.index(0))
    assert pointed[-1] == 1


def test_a_passage_is_copied_with_its_place(qtbot: QtBot, cards: SourceCards) -> None:
    show(cards)
    cards.list.setCurrentIndex(cards.list.cards.index(1))
    qtbot.keyClick(cards.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == f"**[2] Course 课程 › Broadcasting › 广播 › 规则**\n\n{CHINESE}"


@pytest.mark.parametrize("dark", [False, True])
def test_cards_can_be_painted_in_every_state(qtbot: QtBot, cards: SourceCards, theme: Theme, dark: bool) -> None:
    theme.apply(dark=dark)
    show(cards)
    plain = cards.grab().toImage()
    cards.light(2)
    lit = cards.grab().toImage()
    assert plain != lit
    accent = theme.tokens.color("accent")
    edge = cards.list.visualRect(cards.list.cards.index(1))
    at = cards.list.viewport().mapTo(cards, QPoint(edge.center().x(), edge.top()))
    assert lit.pixelColor(at) == accent
    theme.apply(dark=False)


def test_names_and_language(cards: SourceCards, translation: Translation) -> None:
    show(cards)
    assert cards.list.accessibleName() == "Passages"
    before = cards.title.text()
    translation.use("zh_CN")
    QApplication.processEvents()
    translation.use("en")
    QApplication.processEvents()
    assert cards.title.text() == before
