"""What the user is told of rerankers: what one could lift, and what the one that was asked does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from gangdan_gui.domain.golden import Lift
from gangdan_gui.translating import QT_TRANSLATE_NOOP, Translate, untranslated
from gangdan_gui.wording import reason_sentence, sentences

_FOUND = QT_TRANSLATE_NOOP(
    "rerankers",
    "What is expected is among the first 50 for {deep} of {questions} questions, among the first 5 for {near}:",
)
_ROOM = QT_TRANSLATE_NOOP("rerankers", "a reranker can lift at most {room}.")
_NO_ROOM = QT_TRANSLATE_NOOP("rerankers", "a reranker can't help.")
_UNUSED = QT_TRANSLATE_NOOP("rerankers", "“{reranker}” could not be used: {why}.")
_DONE = QT_TRANSLATE_NOOP(
    "rerankers", "“{reranker}” lifts {lifted} and lowers {lowered}: {after} are among the first 5 with it."
)
_FAILED = QT_TRANSLATE_NOOP("rerankers", "For {failed} of them it gave no order: {why}.")
_NO_HELP = QT_TRANSLATE_NOOP("rerankers", "It does not help here: leave it out.")


def lift_sentences(lift: Lift, translate: Translate = untranslated) -> str:
    """Whether a reranker can help at all comes first; empty where no question has an answer."""
    if not lift.questions:
        return ""
    why = reason_sentence(lift.why, translate) if lift.why else ""
    facts = {**asdict(lift), "room": lift.room, "why": why}
    texts = (_FOUND, _ROOM if lift.room else _NO_ROOM, *_done(lift))
    return sentences(*(translate("rerankers", text).format_map(facts) for text in texts))


def _done(lift: Lift) -> Iterator[str]:
    if not lift.reranker:
        return
    if lift.failed == lift.questions:
        yield _UNUSED
        return
    yield _DONE
    if lift.failed:
        yield _FAILED
    if lift.after <= lift.near:
        yield _NO_HELP
