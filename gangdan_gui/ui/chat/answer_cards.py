"""Joins the answers in the middle of the window with the cards of their passages on the right."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from gangdan_gui.domain.search import Answer, Passage, SearchResult, Support
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.passage_text import source_titles
from gangdan_gui.ui.explaining.presenter import ExplainPresenter
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.sources.model import SourceModel


class AnswerCards(QObject):
    """Shows the cards of one answer at a time, and lights what belongs together on both sides.

    `wanted` asks the window to show the right pane.
    """

    wanted = Signal()

    def __init__(
        self, pane: ConversationPane, cards: SourceCards, model: SourceModel, explaining: ExplainPresenter
    ) -> None:
        super().__init__(pane)
        self._pane, self._cards, self._model, self._explaining = pane, cards, model, explaining
        self._shown: tuple[Passage, ...] = ()
        self._held = True
        pane.passage_hovered.connect(self._hover_chip)
        pane.passage_clicked.connect(self._choose_chip)
        cards.card_hovered.connect(self._hover_card)
        cards.how_requested.connect(self._show_how)

    @property
    def numbers(self) -> range:
        """The numbers of the passages that are shown."""
        return range(1, len(self._shown) + 1)

    def show_result(self, result: SearchResult, question: str) -> None:
        """Show what was found for a question, whose words are marked."""
        self._show(result.passages, question, self._titles(), held=result.supported is not Support.NO)

    def show_answer(self, answer: Answer, question: str) -> None:
        """Show what an answer rests on."""
        # Nothing rests on what is shown where nothing was written.
        held = answer.supported is not Support.NO and bool(answer.model or answer.text.strip())
        self._show(answer.passages, question, self._titles() | source_titles(answer), held=held)

    def clear(self) -> None:
        """Show none."""
        self._show((), "", {}, held=True)

    def _titles(self) -> dict[str, str]:
        return {summary.source.id: summary.source.title for summary in self._model.summaries}

    def _show(self, passages: tuple[Passage, ...], question: str, titles: Mapping[str, str], *, held: bool) -> None:
        if (passages, held) != (self._shown, self._held) or not passages:
            self._shown, self._held = passages, held
            self._cards.show_passages(passages, question, titles, held=held)
        self._cards.offer_how(offered=self._message() is not None)

    def _message(self) -> AnswerMessage | None:
        """The message whose passages the cards show, where it is known how they were found."""
        found = (one for one in self._pane.messages if one.trace is not None and one.passages == self._shown)
        return next(found, None) if self._shown else None

    def _show_how(self) -> None:
        message = self._message()
        if message is not None and message.trace is not None:
            over = self._pane.window()
            self._explaining.show_found(message.trace, message.question, self._titles(), over)

    def _hover_chip(self, answer: Answer | None, number: int) -> None:
        """Light the card of a chip; an older answer first brings its own cards."""
        found = (message for message in self._pane.messages if message.answer is answer)
        message = next(found, None) if answer and number else None
        if message is not None and message.answer is not None:
            self.show_answer(message.answer, message.marked)
        self._cards.light(number)

    def _choose_chip(self, answer: Answer | None, number: int) -> None:
        self.wanted.emit()
        self._hover_chip(answer, number)

    def _hover_card(self, number: int) -> None:
        for message in self._pane.messages:
            shown = message.answer is not None and message.answer.passages == self._shown
            message.view.mark_chip(number if shown else 0)
        self._cards.list.cards.light(number)
