"""What is said around an answer: how far to trust it, what was done in another way than usual, and what it took."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Support
from gangdan_gui.services.sources.notices import FILTERED_OUT
from gangdan_gui.ui.told import sentences
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

# The stages of an answer, in their order, and where a search has other names for its own.
_STAGES = ("search", "wait", "write")
_STOP = {True: "。", False: "."}


def support_words(answer: Answer) -> str:
    """A warning where the sources may not hold the answer, else nothing."""
    if answer.supported is Support.YES:
        return ""
    if not answer.passages:
        if any(notice.code == FILTERED_OUT for notice in answer.notices):
            return ""  # it is not the words of the question, and what is left out is said
        return QCoreApplication.translate(
            "AnswerMessage", "Nothing in your sources matches this question. Try other words, or tick more sources."
        )
    if answer.supported is Support.NO:
        return QCoreApplication.translate(
            "AnswerMessage", "Your sources do not seem to answer this. These are the nearest passages."
        )
    return QCoreApplication.translate(
        "AnswerMessage", "Your sources may not answer this. Check the passages before you rely on them."
    )


def notice_words(notices: Iterable[Reason]) -> str:
    """One line a notice, each as a sentence with what can be done; what was said twice is said once."""
    return "\n".join(_told(notice) for notice in dict.fromkeys(notices))


def summary_words(answer: Answer) -> str:
    """What an answer rests on, who wrote it and how long that took."""
    count = len(answer.passages)
    passages = QCoreApplication.translate("AnswerMessage", "{count} passages").format(count=count)
    if count == 1:
        passages = QCoreApplication.translate("AnswerMessage", "1 passage")
    unfinished = "" if answer.complete else QCoreApplication.translate("AnswerMessage", "not complete")
    return " · ".join(part for part in (passages, answer.model, _seconds(answer), unfinished) if part)


def _seconds(answer: Answer) -> str:
    """The whole, and where a model was waited for, its stages."""
    seconds = answer.seconds
    if "total" not in seconds:
        return ""
    total = QCoreApplication.translate("AnswerMessage", "{seconds} s").format(seconds=f"{seconds['total']:.1f}")
    if "write" not in seconds:
        return total
    spent = {**seconds, "search": seconds.get("search", 0.0) + seconds.get("embed", 0.0)}
    names = {
        "search": QCoreApplication.translate("AnswerMessage", "search {seconds}"),
        "wait": QCoreApplication.translate("AnswerMessage", "wait {seconds}"),
        "write": QCoreApplication.translate("AnswerMessage", "write {seconds}"),
    }
    comma = QCoreApplication.translate("AnswerMessage", ", ")
    stages = comma.join(names[stage].format(seconds=f"{spent.get(stage, 0.0):.1f}") for stage in _STAGES)
    return QCoreApplication.translate("AnswerMessage", "{total} ({stages})").format(total=total, stages=stages)


def _told(notice: Reason) -> str:
    said = _sentence(reason_sentence(notice, translate))
    if notice.code != "words-only":
        return said
    advice = QCoreApplication.translate(
        "AnswerMessage", "See that Ollama runs and has its model, then ask again to search by meaning as well."
    )
    return sentences(said, advice)


def _sentence(clause: str) -> str:
    """A reason is written to follow a colon."""
    if not clause or clause[-1] in ".!?。！？":
        return clause
    return clause[0].upper() + clause[1:] + _STOP["\u4e00" <= clause[-1] <= "\u9fff"]
