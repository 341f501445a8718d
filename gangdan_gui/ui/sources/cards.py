"""The right of the window: what the answer rests on, one card a passage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.search import Passage
from gangdan_gui.ui.chat.card_delegate import CardDelegate
from gangdan_gui.ui.chat.card_model import Card, CardModel, CardRole, Index
from gangdan_gui.ui.chat.passage_text import passage_markdown
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HEAD_HEIGHT, MARGIN, Theme

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CardList(QListView):
    """Cards under each other; tells which one the pointer or the keyboard is on."""

    card_hovered = Signal(int)
    open_requested = Signal(str, str, int, int, str)
    question_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bare")
        self.cards = CardModel(self)
        self.setModel(self.cards)
        self.delegate = CardDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.entered.connect(self._hovered)
        self.viewportEntered.connect(self._left)
        self.doubleClicked.connect(self.open_card)
        theme.changed.connect(self.viewport().update)

    def card_at(self, index: Index) -> Card | None:
        """The card of a row, where there is one."""
        return index.data(CardRole.CARD) if index.isValid() else None

    def open_card(self, index: Index) -> None:
        """Ask for the document of a card, at its passage."""
        card = self.card_at(index)
        if card is not None:
            passage = card.passage
            self.open_requested.emit(passage.source, passage.path, passage.start, passage.end, passage.text)

    def copy_card(self) -> None:
        """Put the passage of the current card on the clipboard, with where it comes from."""
        card = self.card_at(self.currentIndex())
        if card is not None:
            QGuiApplication.clipboard().setText(passage_markdown(card.passage, card.source) + "\n")

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._hovered(current)

    def focusInEvent(self, focus: QFocusEvent) -> None:
        """Who comes by the keyboard stands on the first card."""
        if not self.currentIndex().isValid() and self.cards.rowCount():
            self.setCurrentIndex(self.cards.index(0))
        super().focusInEvent(focus)

    def keyPressEvent(self, key: QKeyEvent) -> None:
        if key.key() in _RETURN:
            self.open_card(self.currentIndex())
        elif key.matches(QKeySequence.StandardKey.Copy):
            self.copy_card()
        else:
            super().keyPressEvent(key)

    def leaveEvent(self, leave: QEvent) -> None:
        self._left()
        super().leaveEvent(leave)

    def resizeEvent(self, resize: QResizeEvent) -> None:
        super().resizeEvent(resize)
        self.scheduleDelayedItemsLayout()

    def contextMenuEvent(self, click: QContextMenuEvent) -> None:
        index = self.indexAt(click.pos()) if click.reason() is QContextMenuEvent.Reason.Mouse else self.currentIndex()
        if index.isValid():
            self.setCurrentIndex(index)
            self._menu().popup(click.globalPos())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = QAction(self.tr("Open document"), menu)
        show.triggered.connect(lambda: self.open_card(self.currentIndex()))
        copy = QAction(self.tr("Copy passage"), menu)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.triggered.connect(self.copy_card)
        test = QAction(self.tr("Make this a test question…"), menu)
        test.triggered.connect(self._make_question)
        menu.addActions([show, copy, test])
        return menu

    def _make_question(self) -> None:
        card = self.card_at(self.currentIndex())
        if card is not None:
            self.question_requested.emit(card.passage)

    def _hovered(self, index: Index) -> None:
        card = self.card_at(index)
        if card is not None:
            self.card_hovered.emit(card.passage.number)

    def _left(self) -> None:
        self.card_hovered.emit(0)


class SourceCards(QFrame):
    """A title, the cards, and one sentence while there are none."""

    card_hovered = Signal(int)
    how_requested = Signal()
    open_requested = Signal(str, str, int, int, str)
    question_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self.title = PlainLabel(role="title")
        self.how_button = QPushButton()
        self.how_button.setProperty("kind", "link")
        self.how_button.clicked.connect(self.how_requested)
        self.how_button.hide()
        self._held = True
        self.empty = PlainLabel(role="secondary", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = CardList(theme)
        self.list.hide()
        self.list.card_hovered.connect(self.card_hovered)
        self.list.open_requested.connect(self.open_requested)
        self.list.question_requested.connect(self.question_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, 0)
        self.title.setMinimumHeight(HEAD_HEIGHT)
        column.setSpacing(GAP)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.how_button)
        column.addLayout(head)
        column.addWidget(self.empty, 1)
        column.addWidget(self.list, 1)
        self._retranslate()

    def show_passages(
        self, passages: Sequence[Passage], question: str, titles: Mapping[str, str], *, held: bool = True
    ) -> None:
        """Show passages as cards; `titles` are those of sources, by id. `held`: as `Card` has it."""
        self._held = held
        self._name()
        self.list.cards.show(passages, question, titles, held=held)
        self.list.scrollToTop()
        self.list.setVisible(bool(passages))
        self.empty.setVisible(not passages)

    def offer_how(self, *, offered: bool) -> None:
        """Offer to show how the passages were found, where that was followed."""
        self.how_button.setVisible(offered)

    def clear(self) -> None:
        """Show that there is nothing yet."""
        self.show_passages((), "", {})

    def light(self, number: int) -> None:
        """Light up the card of a passage and bring it into view; 0 for none."""
        index = self.list.cards.light(number)
        if index.isValid():
            self.list.scrollTo(index)

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _name(self) -> None:
        self.title.setText(self.tr("What it rests on") if self._held else self.tr("Nearest passages"))

    def _retranslate(self) -> None:
        self._name()
        self.how_button.setText(self.tr("How was this found?"))
        self.empty.setText(self.tr("The passages behind an answer appear here, each with the place it comes from."))
        self.list.setAccessibleName(self.tr("Passages"))
        self.list.setToolTip("")
        self.list.viewport().update()
