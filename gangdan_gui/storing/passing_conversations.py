"""Conversations of a library that is only read: those on disk, and new ones for as long as the program runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.search import Conversation
from gangdan_gui.storing.conversations import ConversationFolder, Conversations


class PassingConversations(ConversationFolder):
    """What is begun or continued is not written; it can be continued and exported until the program ends."""

    passing = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._passing: dict[str, Conversation] = {}

    def read(self, conversation: str) -> Conversation:
        """One conversation, whole. Raises UnknownConversation, ConversationUnreadable."""
        return self._passing.get(conversation) or super().read(conversation)

    def list(self) -> Conversations:
        """All conversations, whole."""
        found = super().list()
        kept = [one for one in found.readable if one.id not in self._passing]
        every = sorted((*kept, *self._passing.values()), key=lambda one: (one.updated, one.id), reverse=True)
        return replace(found, readable=tuple(every))

    def _write(self, conversation: Conversation) -> None:
        self._passing[conversation.id] = conversation
