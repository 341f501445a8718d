"""Chats with the models of an Ollama server."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from gangdan_gui.domain.chat import (
    ChatDone,
    ChatEvent,
    ChatModelFacts,
    ChatRequest,
    ChatText,
    ChatThinking,
    ChatWithdrawn,
    PullProgress,
)
from gangdan_gui.ollama.address import chosen_address
from gangdan_gui.ollama.chat_thinking import Heard, Thoughts
from gangdan_gui.ollama.failures import Dropped, NotOllama, Refused
from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.ollama.server import OllamaServer
from gangdan_gui.way_out import WayOut

# A server says nothing while it checks what it has downloaded: minutes, for a large model on a slow disk.
_CHECKING = 600.0


class OllamaChat:
    """A ChatModel of one server, which it closes."""

    def __init__(self, server: OllamaServer) -> None:
        self._server = server
        self._lengths: dict[str, int] = {}

    async def facts(self, model: str) -> ChatModelFacts:
        """See `ChatModel.facts`. What never changes of a model is asked once."""
        if model not in self._lengths:
            self._lengths[model] = await self._length(model)
        return ChatModelFacts(self._lengths[model], await self._is_loaded(model))

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """See `ChatModel.reply`."""
        thoughts = Thoughts()
        async with aclosing(self._server.stream("/api/chat", _payload(request))) as entries:
            async for entry in entries:
                for event in _events(entry, thoughts):
                    yield event
                if entry.get("done") is True:
                    for event in _heard(thoughts.end()):
                        yield event
                    yield ChatDone(str(entry.get("done_reason") or "stop"), _count(entry.get("prompt_eval_count")))
                    return
        raise Dropped(address=str(self._server.address), why="the reply has no end", seconds="0")

    async def names(self) -> tuple[str, ...]:
        """See `ChatModel.names`."""
        return tuple(model.name for model in await self._server.models() if not model.embeds_only)

    async def embedding_names(self) -> tuple[str, ...]:
        """See `ChatModel.embedding_names`."""
        return tuple(model.name for model in await self._server.models() if model.embeds_only)

    async def pull(self, model: str) -> AsyncGenerator[PullProgress, None]:
        """See `ChatModel.pull`."""
        payload = {"model": model, "stream": True}
        async with aclosing(self._server.stream("/api/pull", payload, between=_CHECKING)) as entries:
            async for entry in entries:
                yield _progress(entry)
                if entry.get("status") == "success":
                    return
        raise Dropped(address=str(self._server.address), why="the download has no end", seconds="0")

    async def close(self) -> None:
        """See `ChatModel.close`."""
        await self._server.close()

    async def _length(self, model: str) -> int:
        try:
            return await self._server.context_length(model) or 0
        except Refused:  # it may chat all the same
            return 0

    async def _is_loaded(self, model: str) -> bool:
        try:
            return has_model(await self._server.loaded(), model)
        except (Refused, NotOllama):  # a server of before it could be asked that
            return True


def open_chat(address: str, way_out: Callable[[], WayOut] = WayOut) -> OllamaChat:
    """Chats with the server at an address; an empty one means `OLLAMA_HOST`, else Ollama's own.

    Nothing is asked before its first use. Raises InvalidSetting for what is no address.
    """
    return OllamaChat(OllamaServer(chosen_address(address), way_out=way_out))


def _payload(request: ChatRequest) -> dict[str, Any]:
    # A model that does not think takes the word that it shall not.
    unthinking = {} if request.thinks else {"think": False}
    return unthinking | {
        "model": request.model,
        "messages": [{"role": str(message.role), "content": message.content} for message in request.messages],
        "stream": True,
        "options": {
            "num_ctx": request.context_tokens,
            "num_predict": request.answer_tokens,
            "temperature": request.temperature,
        },
    }


def _progress(entry: dict[str, Any]) -> PullProgress:
    done, total = (_count(entry.get(name)) or 0 for name in ("completed", "total"))
    return PullProgress(str(entry.get("status", "")), str(entry.get("digest") or ""), done, total)


def _events(entry: dict[str, Any], thoughts: Thoughts) -> list[ChatEvent]:
    """What a line of the reply says. A line may hold thinking without any content, or neither."""
    message = entry.get("message")
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    events = _heard(thoughts.feed(content)) if isinstance(content, str) and content else []
    return [ChatThinking(), *events] if message.get("thinking") else events


def _heard(heard: Heard) -> list[ChatEvent]:
    events: list[ChatEvent] = [ChatWithdrawn()] if heard.withdrawn else []
    if heard.thinking:
        events.append(ChatThinking())
    return [*events, ChatText(heard.text)] if heard.text else events


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None
