"""Scenes of questions that are asked of chosen documents: the chips, what is read section by section, nothing found."""

from __future__ import annotations

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, SearchResult, Support
from gangdan_gui.ui.chat.chosen_scope import ChosenDocument, ChosenScope
from gangdan_gui.ui.window import Window
from tests.ui.passages import PASSAGES

CHAPTERS = (
    ChosenDocument("NumPy 用户指南", "broadcasting.rst", "Broadcasting"),
    ChosenDocument("NumPy 用户指南", "3.md", "第三章 数组"),
)
NOTES = """**第三章 数组 › 形状**

- 形状从最后一个轴开始对齐 [1]
- 长度为 1 的轴会被拉伸 [2]"""


async def chosen(window: Window, language: str) -> None:
    window.ask.ask_about(CHAPTERS)


async def reading(window: Window, language: str) -> None:
    window.ask.ask_about(CHAPTERS)
    message = window.conversation.add_question("比较这些文档")
    message.show_found(SearchResult("q", "zh", (), Support.YES))
    message.show_stage(AnswerStage.SECTION, "qwen3:4b", 1, 14)
    message.add_text(NOTES, (1, 2))
    message.show_stage(AnswerStage.SECTION, "qwen3:4b", 2, 14)


async def refused(window: Window, language: str) -> None:
    """What only the sources may answer, and may hold in part."""
    message = window.conversation.add_question("NumPy 的广播规则会不会复制数据？")
    found = Answer("", True, Support.WEAK, "", (), PASSAGES, notices=(Reason("held-in-part"),))
    message.show_found(SearchResult("q", "zh", PASSAGES, Support.WEAK))
    message.show_answer(found)


async def filtered_out(window: Window, language: str) -> None:
    window.conversation.box.filter.choose(ChosenScope(since="2024", kinds=("pdf",)))
    message = window.conversation.add_question("NumPy 的广播规则是什么？")
    message.show_found(SearchResult("q", "zh", (), Support.NO, notices=(Reason("filtered-out"),)))
    message.waiting.end()
