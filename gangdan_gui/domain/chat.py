"""What is said to a chat model and what comes back from it, piece by piece."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a chat."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What a model is asked. `context_tokens` hold the messages and the answer, of at most `answer_tokens`.

    One that thinks is to leave it with `thinks` False, as far as it can.
    """

    model: str
    messages: Sequence[ChatMessage]
    context_tokens: int
    answer_tokens: int
    temperature: float
    thinks: bool = True


@dataclass(frozen=True, slots=True)
class ChatText:
    """More of the reply, never empty, without the model's thinking."""

    text: str


@dataclass(frozen=True, slots=True)
class ChatThinking:
    """The model thinks."""


@dataclass(frozen=True, slots=True)
class ChatWithdrawn:
    """All text so far was thinking after all."""


@dataclass(frozen=True, slots=True)
class ChatDone:
    """The end of a whole reply. `reason` is the server's word for it (`stop`, `length`).

    `prompt_tokens` is how many the server says it read; None where it does not say.
    """

    reason: str
    prompt_tokens: int | None = None


ChatEvent = ChatText | ChatThinking | ChatWithdrawn | ChatDone


@dataclass(frozen=True, slots=True)
class ChatModelFacts:
    """What a server knows of a model: how many tokens it takes at once (0: not known), and whether it is in memory."""

    context_tokens: int
    loaded: bool

    def reads(self, most: int) -> int:
        """How many tokens it is given at once, of at most that many."""
        return min(most, self.context_tokens or most)


@dataclass(frozen=True, slots=True)
class PullProgress:
    """How far a model's download is. `status` is the server's word for what it does, `layer` the part that it loads.

    `done` and `total` are bytes of that part; both are 0 while there is nothing to count.
    """

    status: str
    layer: str = ""
    done: int = 0
    total: int = 0


class ChatModel(Protocol):
    """Answers messages with any of the models that a server has."""

    async def names(self) -> tuple[str, ...]:
        """The models that are there and can chat, as far as can be told. Raises OllamaFailure."""

    async def embedding_names(self) -> tuple[str, ...]:
        """The models that are there and only embed, as far as can be told. Raises OllamaFailure."""

    def pull(self, model: str) -> AsyncGenerator[PullProgress, None]:
        """Download a model; it is there when this ends. Closing it stops the download, which goes on where it was.

        Raises OllamaFailure.
        """

    async def facts(self, model: str) -> ChatModelFacts:
        """Raises OllamaFailure, ModelMissing among them."""

    def reply(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """The reply as it comes, ChatDone last. Closing it ends the model's work. Raises OllamaFailure."""

    async def close(self) -> None:
        """End what it started. May be called twice."""
