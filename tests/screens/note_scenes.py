"""Scenes of notes: one is written, a very large text was pasted, and an answer rests on what is no documentation."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QDialog

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.search import Passage
from gangdan_gui.ui.notes.edit import LONGEST_SHOWN
from gangdan_gui.ui.window import Window
from tests.screens import model_scenes
from tests.ui.stand_in_assistant import StandInAssistant
from tests.ui.waiting import until

TEXT = """# 第三章 课后反思

学生最容易混淆的是 **广播** 与复制：

- 先讲形状，再讲规则
- 用成绩表做例子

```python
scores + np.array([5, 3])
```
"""


async def written(window: Window, language: str) -> QDialog:
    dialog = window.notes.write()
    dialog.title.setText("广播：课后反思")
    dialog.edit.set_text(TEXT)
    dialog.tags.setText("高一, NumPy")
    return dialog


async def pasted(window: Window, language: str) -> QDialog:
    dialog = window.notes.write()
    dialog.edit.set_text(TEXT + "\n" + "广播不会真的复制数据。" * LONGEST_SHOWN)
    return dialog


async def cited(window: Window, language: str) -> None:
    assistant = window.services.assistant
    assert isinstance(assistant, StandInAssistant)
    assistant.passages = tuple(map(_as_own, assistant.passages))
    await model_scenes.answered(window, language)


async def kept(window: Window, language: str) -> None:
    await model_scenes.answered(window, language)
    message = window.conversation.messages[-1]
    (exchanges,) = window.services.assistant.kept.values()  # type: ignore[attr-defined]
    assert exchanges[-1].answer == message.answer
    message.keep_button.click()
    await until(lambda: window.notices.text and not window.library.queue.running)


def _as_own(passage: Passage) -> Passage:
    return replace(passage, kind={2: SourceKind.NOTES, 3: SourceKind.ANSWERS}.get(passage.number, passage.kind))
