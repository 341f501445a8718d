"""Scenes of models: one answers, one is missing and being downloaded, none can be reached, another is chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QApplication, QDialog, QToolTip, QWidget

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation
from gangdan_gui.ollama.failures import ModelMissing, Unreachable
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_remedy import Remedy
from gangdan_gui.ui.models.model_help import OllamaHelp
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.told import told
from gangdan_gui.ui.window import Window
from tests.ui.stand_in_assistant import StandInAssistant

ADDRESS = "http://127.0.0.1:11434"
MODEL = "qwen2.5:3b"
QUESTIONS = {
    "zh_CN": "NumPy 的广播规则是什么？给一个适合高一学生的例子。",
    "en": "What are the broadcasting rules of NumPy?",
}
TEXTS = {
    "zh_CN": "广播让形状不同的数组可以直接运算：NumPy 从**最后一个维度**开始逐维比较，两个维度相等，或其中一个为 1，"
    "就是兼容的。[1]\n\n例如给全班 30 人的两科成绩各加平时分：\n\n"
    "```python\nscores = np.random.randint(60, 100, (30, 2))\n"
    "bonus = np.array([5, 3])\nprint(scores + bonus)\n```\n\n广播不会真的复制数据，所以又快又省内存。[2]",
    "en": "NumPy compares shapes **from the last axis on**: two axes fit when they are equal or one is 1. [1]\n\n"
    "```python\nscores = np.random.randint(60, 100, (30, 2))\nprint(scores + np.array([5, 3]))\n```\n\n"
    "Nothing is copied, so it is quick. [2]",
}


def _assistant(window: Window) -> StandInAssistant:
    assistant = window.services.assistant
    assert isinstance(assistant, StandInAssistant)
    return assistant


def _answer(window: Window, language: str, text: str = "", cited: int = 2) -> Answer:
    passages = _assistant(window).passages
    citations = tuple(
        Citation(one.number, one.source, one.title, one.path, one.url, one.heading, one.start, one.end)
        for one in passages[:cited]
    )
    seconds = {"embed": 0.1, "search": 0.2, "wait": 1.4, "write": 6.3, "total": 8.0}
    whole = _assistant(window)._answer()
    return replace(whole, text=text or TEXTS[language], model=MODEL, citations=citations, seconds=seconds)


async def _turn(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110 (the window tells of it by what it shows)
        await asyncio.sleep(0)


def _message(window: Window) -> AnswerMessage:
    return window.conversation.messages[-1]


async def answered(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    _assistant(window).given = _answer(window, language)
    await window.ask.ask(QUESTIONS[language])
    await _turn(lambda: not _message(window).view.busy)


async def uncited(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    _assistant(window).given = _answer(window, language, TEXTS[language].replace("[1]", "").replace("[2]", ""), 0)
    await window.ask.ask(QUESTIONS[language])
    await _turn(lambda: not _message(window).view.busy)


async def partial(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    whole = _answer(window, language, TEXTS[language].partition("```")[0])
    _assistant(window).given = replace(whole, complete=False, incomplete=Reason("answer-length"))
    await window.ask.ask(QUESTIONS[language])
    await _turn(lambda: not _message(window).view.busy)


async def loading(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    _assistant(window).gate.clear()
    window.ask.ask(QUESTIONS[language])
    await _turn(lambda: window.cards.list.cards.rowCount())
    _message(window).show_stage(AnswerStage.LOADING, MODEL)


async def missing(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    _assistant(window).error = ModelMissing(address=ADDRESS, model=MODEL)
    await window.ask.ask(QUESTIONS[language])


async def downloading(window: Window, language: str) -> None:
    _assistant(window).pull_gate.clear()
    await missing(window, language)
    failure = _message(window).failure
    failure.buttons[Remedy.DOWNLOAD].click()
    await _turn(lambda: failure.pull.bar.value())


async def down(window: Window, language: str) -> None:
    window.preferences.change(chat_model=MODEL)
    _assistant(window).error = Unreachable(address=ADDRESS, why="connection refused")
    await window.ask.ask(QUESTIONS[language])


async def words_only(window: Window, language: str) -> None:
    assistant = _assistant(window)
    assistant.notices = (Reason("words-only", "NumPy 用户指南"),)
    first, *others = assistant.passages
    assistant.passages = (replace(first, distance=None, keyword_rank=1), *others)
    await window.ask.ask(QUESTIONS[language])


async def menu(window: Window, language: str) -> QWidget:
    window.preferences.change(chat_model=MODEL)
    menu = window.conversation.box.model.menu_of_models
    menu.show_models([MODEL, "qwen3:4b", "llama3.2:3b"])
    return menu


async def settings(window: Window, language: str) -> QDialog:
    dialog = SettingsDialog(window.preferences, window.main)
    for field in dialog.model_fields:
        field.show_models(["nomic-embed-text"] if field.for_embedding else ["llama3.2:3b"])
        if not field.for_embedding:
            field.set_text(MODEL)
    return dialog


async def settings_away(window: Window, language: str) -> QDialog:
    dialog = SettingsDialog(window.preferences, window.main)
    for field in dialog.model_fields:
        field.show_failure(told(Unreachable(address=ADDRESS, why="connection refused")))
    dialog.more_button.click()
    return dialog


async def ollama_help(window: Window, language: str) -> QDialog:
    return OllamaHelp(window.main)


async def tip(window: Window, language: str) -> QWidget:
    await answered(window, language)
    view = _message(window).view
    view.highlighted.emit("gangdan:passage/1")
    QToolTip.showText(view.mapToGlobal(view.rect().center()), view.toolTip(), view)
    await asyncio.sleep(0.3)
    (label,) = [one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel"]
    return label
