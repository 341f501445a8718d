"""The passages behind an answer as a list: one row a passage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gangdan_gui.domain.byline import byline, written_by
from gangdan_gui.domain.search import Passage
from gangdan_gui.exporting.source_entries import kind_word
from gangdan_gui.ui.chat.card_excerpt import Excerpt, excerpt_of
from gangdan_gui.ui.chat.passage_text import trail
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.reading.highlight_words import QuestionWords
from gangdan_gui.ui.reading.ink_queue import InkQueue
from gangdan_gui.ui.told import export_labels

Index = QModelIndex | QPersistentModelIndex
AT_ONCE = 8


class CardRole(IntEnum):
    """What a row knows besides Qt's own roles."""

    CARD = Qt.ItemDataRole.UserRole + 1
    LIT = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Card:
    """A passage ready to be painted; `held` says whether the sources seem to hold what was asked for."""

    passage: Passage
    source: str
    trail: str
    excerpt: Excerpt
    held: bool = True

    @property
    def relevance(self) -> str:
        """How near the passage is to the question, in the window's language, or that words alone found it.

        Empty for one that was not found but given to the model with the rest of the library, for one that is last by
        far, and where nothing holds what was asked for: the nearest of strangers is no relative.
        """
        if not self.held:
            return ""
        if self.passage.distance is None:
            return QCoreApplication.translate("Card", "by words") if self.passage.keyword_rank else ""
        if (score := f"{self.passage.score:.2f}") == "0.00":
            return ""
        return QCoreApplication.translate("Card", "relevance {score}").format(score=score)

    @property
    def found(self) -> str:
        """By what the passage was found, in plain words; empty for one that was not found."""
        words = QCoreApplication.translate("Card", ", ").join(self.passage.terms)
        if self.passage.distance is None:
            said = QCoreApplication.translate("Card", "Found by the words {words}") if words else ""
        elif words:
            said = QCoreApplication.translate("Card", "Found by meaning and by the words {words}")
        else:
            said = QCoreApplication.translate("Card", "Found by meaning")
        return said.format(words=words)


class CardModel(QAbstractListModel):
    """Cards in the order of their numbers. One of them may be lit."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: list[Card] = []
        self._queue = InkQueue(self)
        self._lit = 0

    def show(self, passages: Sequence[Passage], question: str, titles: Mapping[str, str], *, held: bool = True) -> None:
        """Replace all cards, the first at once and the others in slices; `titles` are those of sources, by id."""
        words = QuestionWords.of(question)

        def card(passage: Passage) -> Card:
            return _card(passage, titles.get(passage.source, passage.source), words, held=held)

        self._queue.clear()
        self.beginResetModel()
        self._lit = 0
        self._cards = [card(passage) for passage in passages[:AT_ONCE]]
        self.endResetModel()
        self._queue.add(partial(self._append, card, passage) for passage in passages[AT_ONCE:])

    @property
    def busy(self) -> bool:
        """Whether cards are still to come."""
        return self._queue.busy

    def _append(self, card: Callable[[Passage], Card], passage: Passage) -> None:
        row = len(self._cards)
        self.beginInsertRows(QModelIndex(), row, row)
        self._cards.append(card(passage))
        self.endInsertRows()

    def light(self, number: int) -> QModelIndex:
        """Light up the card of a passage, none for 0; its index, which is invalid where there is no such card."""
        before, self._lit = self._row(self._lit), number
        now = self._row(number)
        for row in {before, now} - {-1}:
            self.dataChanged.emit(self.index(row), self.index(row), [CardRole.LIT])
        return self.index(now) if now >= 0 else QModelIndex()

    @property
    def lit(self) -> int:
        """The number of the lit card, 0 for none."""
        return self._lit

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        card = self._cards[index.row()]
        match role:
            case CardRole.CARD:
                return card
            case CardRole.LIT:
                return card.passage.number == self._lit
            case Qt.ItemDataRole.DisplayRole:
                return card.excerpt.text
            case Qt.ItemDataRole.ToolTipRole:
                passage = card.passage
                lines = (card.found, byline(passage.facts), passage.url or passage.path)
                return plain_tip("\n".join(filter(None, lines)))
            case Qt.ItemDataRole.AccessibleTextRole:
                place = ", ".join(filter(None, (card.source, card.trail, card.relevance)))
                return f"{card.passage.number}. {place}. {card.excerpt.text}"
            case _:
                return None

    def _row(self, number: int) -> int:
        return next((row for row, card in enumerate(self._cards) if card.passage.number == number), -1)


def _card(passage: Passage, source: str, words: QuestionWords, *, held: bool) -> Card:
    mark = kind_word(passage.kind, export_labels())
    where = " · ".join(filter(None, (mark, written_by(passage.facts), trail(passage, source))))
    return Card(passage, source, where, excerpt_of(passage.text, words), held)
