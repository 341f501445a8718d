"""Which answer of a stored conversation one on show is."""

from __future__ import annotations

from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import AssistantService


async def answer_number(assistant: AssistantService, conversation: str, answer: Answer) -> int | None:
    """Its number, counted from 1; of equal ones the last. Raises UnknownConversation, ConversationUnreadable."""
    kept = (await assistant.conversation(conversation)).exchanges
    return next((at for at in range(len(kept), 0, -1) if kept[at - 1].answer == answer), None)
