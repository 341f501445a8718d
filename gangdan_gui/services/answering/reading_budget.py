"""Whether a passage that was found comes to be read by the chat model of the settings."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.answering.context import fit
from gangdan_gui.answering.left_out import as_given
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.search import SearchResult
from gangdan_gui.domain.trace import Candidate, Fate
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings


def budget_step(result: SearchResult, found: Candidate, titles: Mapping[str, str], settings: Settings) -> Check:
    """Of a chunk that is shown, in a new conversation."""
    facts = {"number": str(found.passage), "found": str(len(result.passages)), "tokens": str(settings.context_tokens)}
    if not settings.chat_model.strip():
        return Check("budget", NOT_CHECKED, facts)
    try:
        read = fit(
            result.question, result.passages, titles, (), language=settings.answer_language,
            context_tokens=settings.context_tokens,
        ).passages  # fmt: skip
    except QuestionTooLong:
        return Check("budget", PROBLEM, {**facts, "given": "0"})
    facts["given"] = str(len(read))
    (told,) = as_given([found], result.passages, read)
    if told.fate is Fate.NO_ROOM:
        cut = any(passage.number == found.passage for passage in read)
        return Check("budget", PROBLEM, {**facts, "case": "cut"} if cut else facts)
    return Check("budget", OK, {**facts, "case": "shortened"} if told.fate is Fate.SHORTENED else facts)
