"""Fits rules, history, passages and question into what a model reads at once, with room for its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.answering.citations import without_citations
from gangdan_gui.answering.prompt import fenced, new_mark, quoted, system_prompt, title_of, user_message
from gangdan_gui.answering.tokens import MESSAGE_TOKENS, count_tokens
from gangdan_gui.answering.trimming import trimmed
from gangdan_gui.domain.chat import ChatMessage, Role
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Exchange, Passage

_ANSWER_SHARE = 4
_ANSWER_MOST = 1024
# Of one passage at least this much should be read, or the question is too long to be asked.
_LEAST_PASSAGE = 320
# How long passages may be, in characters, where longer ones do not all fit.
_SHORTENED = (1400, 1200, 1000, 800, 650, 500, 400)
# Where even short ones do not all fit, so many of the first are to be read. Measured on two sets in Chinese, at 2,048
# tokens: what answers is read for .97 and .73 of questions, with all as they were for .90 and .68.
_AT_LEAST = 2


@dataclass(frozen=True, slots=True)
class Context:
    """What a model is given, by our own count `tokens` long. `passages` are those that are in it, as they are in it."""

    messages: tuple[ChatMessage, ...]
    passages: tuple[Passage, ...]
    tokens: int
    notices: tuple[Reason, ...] = ()


def answer_room(context_tokens: int) -> int:
    """How many tokens are kept free for the answer."""
    return min(_ANSWER_MOST, context_tokens // _ANSWER_SHARE)


def fit(
    question: str,
    passages: Sequence[Passage],
    titles: Mapping[str, str],
    history: Sequence[Exchange],
    *,
    language: str,
    context_tokens: int,
) -> Context:
    """Take the passages in their order as far as there is room, then the newest of the history.

    Where not all fit, the longest are shortened to the sentences that matter before any is left out; where that is not
    enough, as far as the first two need it. Raises QuestionTooLong.
    """
    mark = new_mark([question, *(passage.text for passage in passages)])
    bare = user_message(question, [], mark, language)
    used = count_tokens(system_prompt()) + count_tokens(bare) + 2 * MESSAGE_TOKENS
    room = context_tokens - answer_room(context_tokens) - used
    if room < (_LEAST_PASSAGE if passages else 0):
        asked = count_tokens(question)
        raise QuestionTooLong(
            tokens=str(asked), room=str(max(0, asked + room - _LEAST_PASSAGE)), context=str(context_tokens)
        )
    taken = _taken(_shared_out(passages, titles, mark, room), titles, mark, room)
    room -= sum(count_tokens(block) + 1 for _, block in taken)
    past = _past(history, room)
    given = tuple(passage for passage, _ in taken)
    messages = (
        ChatMessage(Role.SYSTEM, system_prompt()),
        *past,
        ChatMessage(Role.USER, user_message(question, [block for _, block in taken], mark, language)),
    )
    tokens = sum(count_tokens(message.content) + MESSAGE_TOKENS for message in messages)
    return Context(messages, given, tokens, _notices(passages, given, left_out=len(_turns(history)) - len(past) // 2))


def fit_whole(
    question: str,
    passages: Sequence[Passage],
    rest: Sequence[Passage],
    titles: Mapping[str, str],
    history: Sequence[Exchange],
    *,
    language: str,
    context_tokens: int,
    notice: str = "whole-library",
) -> Context:
    """As `fit`, with the rest of the library after the passages where all of it has room beside the same history.

    That is said then, with the code `notice`. Raises QuestionTooLong.
    """
    found = fit(question, passages, titles, history, language=language, context_tokens=context_tokens)
    if not rest or found.passages != tuple(passages):
        return found
    everything = (*passages, *rest)
    whole = fit(question, everything, titles, history, language=language, context_tokens=context_tokens)
    if whole.passages != everything or whole.notices != found.notices:
        return found
    return replace(whole, notices=(*whole.notices, Reason(notice)))


def _shared_out(passages: Sequence[Passage], titles: Mapping[str, str], mark: str, room: int) -> Sequence[Passage]:
    """Passages that fit together, none shorter than need be; where that is not all of them, then the first ones."""
    too_long: list[tuple[Sequence[Passage], list[int]]] = []
    for longest in (None, *_SHORTENED):
        some = passages if longest is None else [trimmed(passage, longest) for passage in passages]
        costs = [count_tokens(fenced(passage, title_of(passage, titles), mark)) + 1 for passage in some]
        if sum(costs) <= room:
            return some
        too_long.append((some, costs))
    first = (some for count in (_AT_LEAST, 1) for some, costs in too_long if sum(costs[:count]) <= room)
    return next(first, passages)


def _taken(passages: Sequence[Passage], titles: Mapping[str, str], mark: str, room: int) -> list[tuple[Passage, str]]:
    taken: list[tuple[Passage, str]] = []
    for passage in passages:
        title = title_of(passage, titles)
        block = fenced(passage, title, mark)
        if not taken and count_tokens(block) + 1 > room:
            passage, block = _shortened(passage, title, mark, room)
        cost = count_tokens(block) + 1
        if cost <= room:
            taken.append((passage, block))
            room -= cost
    return taken


def _shortened(passage: Passage, title: str, mark: str, room: int) -> tuple[Passage, str]:
    """The longest beginning of a passage that fits, by halving."""
    low, high = 0, len(passage.text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(fenced(passage, title, mark, passage.text[:middle])) + 1 <= room:
            low = middle
        else:
            high = middle - 1
    part = replace(passage, text=passage.text[:low], end=passage.start + low)
    return part, fenced(part, title, mark)


def _turns(history: Sequence[Exchange]) -> list[Exchange]:
    """What a model said before: passages that were shown as they are would only fill the room."""
    return [exchange for exchange in history if exchange.answer.model and exchange.answer.text]


def _past(history: Sequence[Exchange], room: int) -> list[ChatMessage]:
    """The newest turns that fit, oldest first. Their citations are left out: they count other passages."""
    past: list[ChatMessage] = []
    for exchange in reversed(_turns(history)):
        turn = [
            ChatMessage(Role.USER, quoted(exchange.question)),
            ChatMessage(Role.ASSISTANT, quoted(without_citations(exchange.answer.text))),
        ]
        room -= sum(count_tokens(message.content) + MESSAGE_TOKENS for message in turn)
        if room < 0:
            break
        past[:0] = turn
    return past


def _notices(passages: Sequence[Passage], given: Sequence[Passage], *, left_out: int) -> tuple[Reason, ...]:
    notices = []
    texts = {passage.number: passage.text for passage in passages}
    if shortened := [str(one.number) for one in given if one.text != texts[one.number]]:
        notices.append(Reason("passage-shortened", ", ".join(shortened)))
    if missing := len(passages) - len(given):
        notices.append(Reason("passages-left-out", str(missing)))
    if left_out:
        notices.append(Reason("history-left-out", str(left_out)))
    return tuple(notices)
