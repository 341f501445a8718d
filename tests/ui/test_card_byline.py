"""Cards, tips and copied answers say who wrote what they show."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.search import Citation
from gangdan_gui.ui.chat.card_model import CardRole
from gangdan_gui.ui.chat.passage_text import answer_markdown, passage_tip
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.theme import Theme
from tests.ui.passages import answer, passage

PAPER = DocumentFacts(("Jane Doe", "王小明"), "2023-05", "Letters on Ice", "10.1000/a")
LINE = "Jane Doe、王小明 (2023). Letters on Ice. https://doi.org/10.1000/a"


def test_a_card_names_authors_and_year_and_its_tip_the_rest(qtbot: QtBot, theme: Theme) -> None:
    cards = SourceCards(theme)
    qtbot.addWidget(cards)
    model = cards.list.cards
    plain = passage(1, "Ice floats.")
    cards.show_passages((plain, replace(plain, number=2, facts=PAPER)), "q", {})
    first, second = model.index(0), model.index(1)
    before = model.data(first, CardRole.CARD).trail
    assert model.data(second, CardRole.CARD).trail == f"Jane Doe、王小明 (2023) · {before}"
    assert "doi.org" not in model.data(first, Qt.ItemDataRole.ToolTipRole)
    assert "https://doi.org/10.1000/a" in model.data(second, Qt.ItemDataRole.ToolTipRole)


def test_the_tip_of_a_number_and_a_copied_answer_say_it_too() -> None:
    found = replace(passage(1, "Ice floats."), facts=PAPER)
    assert passage_tip(found, "Course").splitlines()[1] == LINE
    assert passage_tip(passage(1, "Ice floats."), "Course").splitlines()[1] == ""
    given = replace(
        answer(), text="Ice floats [1].", model="m", passages=(found,), citations=(Citation.of(found, None),)
    )
    assert LINE in answer_markdown(given)
