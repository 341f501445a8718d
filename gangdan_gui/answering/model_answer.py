"""The answer that a model wrote, bound to the passages that it was given."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.answering.citations import bind
from gangdan_gui.answering.context import Context
from gangdan_gui.answering.tokens import fewest_tokens
from gangdan_gui.domain.chat import ChatDone, ChatRequest
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, SearchResult


def answer_from_model(
    text: str,
    model: str,
    context: Context,
    result: SearchResult,
    sources: Mapping[str, Source],
    incomplete: Reason | None,
) -> Answer:
    """`sources` as for `answer_from_passages`; `incomplete` says why there is no more of it."""
    given = {passage.number: passage for passage in context.passages}
    bound = bind(text.strip(), given)
    return Answer(
        text=bound.text,
        complete=incomplete is None,
        supported=result.supported,
        model=model,
        citations=tuple(Citation.of(given[number], sources.get(given[number].source)) for number in bound.cited),
        passages=context.passages,
        seconds=dict(result.seconds),
        incomplete=incomplete,
        notices=(*result.notices, *context.notices),
    )


def shortfall(text: str, done: ChatDone) -> Reason | None:
    """Why a reply that came to its end is no complete answer; None where it is."""
    if not text.strip():
        return Reason("answer-empty")
    return Reason("answer-length") if done.reason == "length" else None


def cut_by_server(request: ChatRequest, done: ChatDone) -> Reason | None:
    """What to say where the server's own count tells that it did not read all it was sent."""
    read = done.prompt_tokens
    if read is None:
        return None
    fewest = sum(fewest_tokens(message.content) for message in request.messages)
    return Reason("prompt-cut", str(read)) if read < fewest or read >= request.context_tokens else None
