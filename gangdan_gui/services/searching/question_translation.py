"""Has the chat model put a question into another language, in a few seconds or not at all."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import dataclass

from gangdan_gui.answering.translation import can_be_translated, leaves_it_as_it_is, translation_in, translation_request
from gangdan_gui.domain.chat import ChatDone, ChatModel, ChatText, ChatWithdrawn
from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.ollama.model_names import plain_name
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.settings import Settings

_log = logging.getLogger(__name__)

AWAY, LATE, UNUSABLE = "translation-away", "translation-late", "translation-unusable"
_MISSING = frozenset({AWAY, LATE, UNUSABLE})
# A server that is away is not waited for with each question; that it is away is said with the first.
_PAUSE_SECONDS = 60.0
_WHOLE = "stop"
# Characters of what it said that go into the log.
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Attempt:
    """A translation, or none, and then what is to be said of it, if anything is; `cached`: no model was asked."""

    text: str = ""
    why: Reason | None = None
    cached: bool = False


class QuestionTranslation:
    """Translates the questions of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._unusable: dict[tuple[str, str, str], Reason | None] = {}
        self._away_until: dict[tuple[str, str], float] = {}

    async def translate(self, question: str, language: str, model: str) -> Attempt:
        """The question as a model puts it into a language, of those that `answering.translation` knows.

        Nothing is raised: a search goes on without.
        """
        key = (plain_name(model).casefold(), language, " ".join(question.split()))
        kept = await asyncio.to_thread(self._parts.translations.find, *key)
        if kept:
            return Attempt(kept, cached=True)
        if key in self._unusable:
            return Attempt(why=self._unusable[key])
        settings = self._parts.settings()
        place = settings.ollama_address, model
        if not can_be_translated(question) or time.monotonic() < self._away_until.get(place, 0.0):
            return Attempt()
        said, why = await self._asked(question, language, model, settings)
        if why and why.code == AWAY:
            self._away_until[place] = time.monotonic() + _PAUSE_SECONDS
        if why:
            return Attempt(why=why)
        text = translation_in(said, question, language)
        if text:
            await asyncio.to_thread(self._parts.translations.keep, *key, text)
            return Attempt(text)
        _log.info("no translation of the question: %r", said[:_SHOWN])
        # Of a question of names alone it is no fault; of one in Chinese it is.
        named = language == "zh" and leaves_it_as_it_is(said, question)
        self._unusable[key] = None if named else Reason(UNUSABLE, model)
        return Attempt(why=self._unusable[key])

    async def _asked(self, question: str, language: str, model: str, settings: Settings) -> tuple[str, Reason | None]:
        """What the model says, or why it says nothing."""
        patience = settings.translation_seconds
        try:
            async with asyncio.timeout(patience):
                chat = self._parts.chats.get(settings.ollama_address)
                return await _said(chat, question, language, model, settings.context_tokens), None
        except TimeoutError:
            return "", Reason(LATE, f"{patience}")
        except (OllamaFailure, InvalidSetting) as error:
            _log.info("searching without a translation: %s", error)
            return "", Reason(AWAY, model)


def is_missing(notice: Reason) -> bool:
    """Whether a notice says that a question was to be translated and was not."""
    return notice.code in _MISSING


async def _said(chat: ChatModel, question: str, language: str, model: str, most: int) -> str:
    """All that the model says; empty where it does not come to an end. Raises OllamaFailure."""
    facts = await chat.facts(model)
    request = translation_request(question, language, model, facts.reads(most))
    text, reason = "", ""
    async with aclosing(chat.reply(request)) as events:
        async for event in events:
            match event:
                case ChatText(more):
                    text += more
                case ChatWithdrawn():
                    text = ""
                case ChatDone():
                    reason = event.reason
                case _:
                    pass
    return text if reason == _WHOLE else ""
