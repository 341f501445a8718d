"""What the screens show: a library, its states, and an answer, as a teacher might have them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QDialog, QWidget

from gangdan_gui.domain.documents import FileState, SourceState
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import FileReport, SourceReport, SourceSummary
from gangdan_gui.domain.search import Bridged, Support
from gangdan_gui.domain.trace import Translated
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.ui.crash_dialog import CrashDialog
from gangdan_gui.ui.doctor.dialog import DoctorDialog
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.window import Window
from tests.screens import (
    catalog_scenes,
    document_scenes,
    file_scenes,
    forecast_scenes,
    golden_scenes,
    model_scenes,
    note_scenes,
    queue_scenes,
    scope_scenes,
    state_scenes,
)
from tests.ui.stand_in_assistant import StandInAssistant, passage
from tests.ui.stand_in_library import StandInLibrary, summary

PROBLEMS = tuple(Problem(f"{name}.txt", "convert", Reason("binary")) for name in ("scores", "成绩"))
RULE = """Arrays of different shapes can be combined. NumPy lines their shapes up at the last axis and compares \
axis by axis from there. Two axes fit when

1. they have the same length, or
2. one of them has length 1.

Where neither holds, NumPy raises a `ValueError` that names both shapes."""
CODE = """下面给全班 30 人的两科成绩各加平时分：

```python
scores = np.random.randint(60, 100, (30, 2))
bonus = np.array([5, 3])
print(scores + bonus)      # (30, 2) + (2,) → (30, 2)
```

广播不会真的复制数据，所以又快又省内存。"""
PASSAGES = (
    passage(1, "NumPy 用户指南", RULE, heading=("Broadcasting", "General broadcasting rules"), score=0.83),
    passage(2, "Python 教程（中文）", CODE, heading=("数组", "广播", "例子"), score=0.79),
    passage(
        3,
        "SciPy 讲义",
        "Broadcasting saves the loop: a row of numbers is added to every row of a table, as if it had been copied down "
        "the table first.",
        heading=("NumPy", "Numerical operations", "Broadcasting"),
        score=0.71,
    ),
)
LIBRARY = (
    summary("NumPy 用户指南", documents=38, chunks=1204, language="en"),
    summary("Python 教程（中文）", documents=16, chunks=982, language="zh"),
    summary("动手学深度学习", SourceState.NEW),
    summary("SciPy 讲义", documents=37, chunks=870, language="en", problems=PROBLEMS),
    summary("第三章 教案与讲义", SourceState.STALE, documents=12, chunks=240, language="zh"),
)
QUESTIONS = {
    "zh_CN": "NumPy 的广播规则是什么？给一个适合高一学生的例子。",
    "en": "What are the broadcasting rules of NumPy?",
}
UNRELATED = {"zh_CN": "明天食堂吃什么？", "en": "What is for lunch tomorrow?"}
RUNNING = Check(
    "status", OK, {"case": "ollama", "version": "0.13.5", "embedder": "nomic-embed-text", "chat": "qwen2.5:3b"}
)
DOWN = Check("status", PROBLEM, {"case": "ollama-unreachable", "place": "127.0.0.1:11434"})
BUILTIN = Check("embedder", OK, {"embedder": "builtin", "dimension": "512"})
LIBRARY_CHECKS = (
    Check("converter", OK),
    Check("records", OK),
    Check("list", OK, {"count": "5"}),
    Check("store", OK, {"sources": "5", "chunks": "3296"}),
    Check("folders", OK, {"path": "/home/li/.local/share/GangDan"}),
    Check("disk", OK, {"free": "84.2"}),
)
HEALTHY = (
    Check("address", OK, {"case": "default", "address": "127.0.0.1:11434"}),
    Check("version", OK, {"version": "0.13.5"}),
    Check("models", OK, {"count": "2", "names": "nomic-embed-text, qwen2.5:3b"}),
    Check(
        "embedding", OK,
        {"case": "english", "embedder": "ollama:nomic-embed-text", "dimension": "768", "speed": "21"},
    ),
    BUILTIN,
    Check("chat", OK, {"model": "qwen2.5:3b", "seconds": "1.4"}),
    *LIBRARY_CHECKS,
)  # fmt: skip
TROUBLED = (
    Check("address", PROBLEM, {"failure": "ollama-unreachable", "address": "http://127.0.0.1:11434"}),
    Check("version", NOT_CHECKED),
    Check("models", NOT_CHECKED),
    Check("embedding", NOT_CHECKED, {"case": "away-for", "sources": "NumPy 用户指南, SciPy 讲义"}),
    BUILTIN,
    Check("chat", NOT_CHECKED, {"case": "away", "model": "qwen2.5:3b"}),
    *LIBRARY_CHECKS[:3],
    Check("store", PROBLEM, {"damaged": "动手学深度学习"}),
    *LIBRARY_CHECKS[4:],
)
REPORT = SourceReport(
    LIBRARY[3],
    (
        FileReport("advanced/broadcasting.rst", FileState.READY, "utf-8", 20_480, 24),
        FileReport("figures/array.png", FileState.SKIPPED, size=40_960, reason=Reason("asset", "png")),
        FileReport("notes/outline.md", FileState.READY, "gb18030", 300, 1, Reason("all-too-short", "31")),
        FileReport("scores.txt", FileState.FAILED, size=9_000, reason=Reason("binary")),
        FileReport("成绩.txt", FileState.FAILED, size=12_300, reason=Reason("binary")),
    ),
)


@dataclass(frozen=True)
class Scene:
    """`play` brings the window into the state to show, and may return a dialog to show with it."""

    name: str
    play: Callable[[Window, str], Awaitable[QWidget | None]]
    library: tuple[SourceSummary, ...] = LIBRARY
    supported: Support = Support.YES

    def services(self) -> tuple[StandInLibrary, StandInAssistant]:
        return StandInLibrary(*self.library), StandInAssistant(*PASSAGES, supported=self.supported)


async def nothing(window: Window, language: str) -> None:
    return None


async def building(window: Window, language: str) -> None:
    library = window.library
    library._library.gate.clear()  # type: ignore[attr-defined]
    library.build(["动手学深度学习", "第三章 教案与讲义"])
    while library.queue._progress.done < 19:
        await _turn()
    library.queue._progress = Progress(Stage.EMBED, 412, 1900, 0.22, 110)
    window.model.set_progress("动手学深度学习", library.queue._progress)


async def ready(window: Window, language: str) -> None:
    window.sources.list.setCurrentIndex(window.sources.list.model().index(0, 0))


async def results(window: Window, language: str) -> None:
    await window.ask.ask(QUESTIONS[language])
    window.sources.list.setCurrentIndex(window.sources.list.model().index(0, 0))


async def bridged(window: Window, language: str) -> None:
    assistant = window.ask._assistant
    assert isinstance(assistant, StandInAssistant)
    found = ("broadcasting", "rule", "example", "student") if language == "zh_CN" else ("广播", "规则", "形状")
    assistant.bridged = tuple(Bridged(word, ((word, 0.7),)) for word in found)
    await results(window, language)


async def translated(window: Window, language: str) -> None:
    assistant = window.ask._assistant
    assert isinstance(assistant, StandInAssistant)
    said = {
        "zh_CN": Translated("en", "Which shapes can be broadcast to each other, and what is the rule?", "qwen3:4b"),
        "en": Translated("zh", "哪些形状可以相互广播，规则是什么？", "qwen3:4b"),
    }
    assistant.translated = (said[language],)
    await bridged(window, language)


async def drawer(window: Window, language: str) -> None:
    await results(window, language)
    window.main.show_right()


async def unsupported(window: Window, language: str) -> None:
    await window.ask.ask(UNRELATED[language])


async def failed(window: Window, language: str) -> None:
    window.ask._assistant.error = EmbedderUnavailable(  # type: ignore[attr-defined]
        embedder="builtin", why="encoder.onnx"
    )
    await window.ask.ask(QUESTIONS[language])
    window.library._library.build_error = EmbedderUnavailable(  # type: ignore[attr-defined]
        embedder="builtin", why="encoder.onnx"
    )
    window.library.build(["动手学深度学习"])
    while window.library.queue.running or not window.notices.text:
        await _turn()


async def removed(window: Window, language: str) -> None:
    await window.library.remove(["SciPy 讲义"])


async def adding(window: Window, language: str) -> QDialog:
    dialog = AddSourceDialog(window.sources._theme, window.main, location="/home/li/教案/第三章")
    dialog.form.more_button.click()
    return dialog


async def report(window: Window, language: str) -> QDialog:
    return ReportDialog(REPORT, window.sources._theme, window.main)


async def settings(window: Window, language: str) -> QDialog:
    return SettingsDialog(window.preferences, window.main)


async def doctor(window: Window, language: str) -> QDialog:
    return await _examined(window, *HEALTHY)


async def doctor_problems(window: Window, language: str) -> QDialog:
    return await _examined(window, *TROUBLED, status=DOWN)


async def doctor_checking(window: Window, language: str) -> QDialog:
    dialog = await _examined(window, *HEALTHY)
    dialog.begin()
    for check in HEALTHY[:3]:
        dialog.add(check)
    return dialog


async def _examined(window: Window, *found: Check, status: Check = RUNNING) -> DoctorDialog:
    window.services.doctor.found, window.services.doctor.status = found, status  # type: ignore[attr-defined]
    dialog = window.doctor.open()
    while not dialog.copy_button.isEnabled() or not window.status.doctor_button.isVisible():
        await _turn()
    return dialog


async def crash(window: Window, language: str) -> QDialog:
    try:
        raise ZeroDivisionError("division by zero")
    except ZeroDivisionError as error:
        return CrashDialog(error, parent=window.main)


async def context_menu(window: Window, language: str) -> QWidget:
    await ready(window, language)
    return window.sources.context_menu()


async def menu(window: Window, language: str) -> QWidget:
    return window.menu


async def _turn() -> None:
    await asyncio.sleep(0)


SCENES = (
    Scene("empty", nothing, ()),
    Scene("building", building),
    Scene("ready", ready),
    Scene("results", results),
    Scene("bridged", bridged),
    Scene("translated", translated),
    Scene("scope-chosen", scope_scenes.chosen),
    Scene("scope-reading", scope_scenes.reading),
    Scene("scope-filtered-out", scope_scenes.filtered_out),
    Scene("scope-refused", scope_scenes.refused),
    Scene("unsupported", unsupported, supported=Support.NO),
    Scene("failed", failed),
    Scene("answered", model_scenes.answered),
    Scene("uncited", model_scenes.uncited),
    Scene("partial", model_scenes.partial),
    Scene("loading", model_scenes.loading),
    Scene("model-missing", model_scenes.missing),
    Scene("downloading", model_scenes.downloading),
    Scene("ollama-down", model_scenes.down),
    Scene("words-only", model_scenes.words_only),
    Scene("model-menu", model_scenes.menu),
    Scene("model-settings", model_scenes.settings),
    Scene("model-settings-away", model_scenes.settings_away),
    Scene("ollama-help", model_scenes.ollama_help),
    Scene("chip-tip", model_scenes.tip),
    Scene("catalogue", catalog_scenes.offered),
    Scene("source-downloading", catalog_scenes.downloading),
    Scene("web-report", catalog_scenes.report),
    Scene("note", note_scenes.written),
    Scene("note-cited", note_scenes.cited),
    Scene("answer-kept", note_scenes.kept),
    Scene("document", document_scenes.previewed),
    Scene("document-edited", document_scenes.edited),
    Scene("document-report", document_scenes.listed),
)
SMALL = (
    Scene("results", results),
    Scene("drawer", drawer),
    Scene("building", building),
    Scene("empty", nothing, ()),
    Scene("downloading", model_scenes.downloading),
    Scene("ollama-down", model_scenes.down),
    Scene("words-only", model_scenes.words_only),
    Scene("model-settings", model_scenes.settings),
    Scene("catalogue", catalog_scenes.offered),
    Scene("source-downloading", catalog_scenes.downloading),
)
ASIDE = (
    Scene("queue", queue_scenes.running, queue_scenes.QUEUE),
    Scene("queue-paused", queue_scenes.paused, queue_scenes.QUEUE),
    Scene("queue-battery", queue_scenes.on_battery, queue_scenes.QUEUE),
    Scene("queue-menu", queue_scenes.waiting_menu, queue_scenes.QUEUE),
    Scene("forecast", forecast_scenes.selected, forecast_scenes.SOURCES),
    Scene("forecast-asked", forecast_scenes.asked, forecast_scenes.SOURCES),
    Scene("forecast-no-room", forecast_scenes.no_room, forecast_scenes.SOURCES),
    Scene("states", state_scenes.listed, state_scenes.STATES),
    Scene("states-menu", state_scenes.offered, state_scenes.STATES),
    Scene("rebuild", state_scenes.rebuilding, state_scenes.STATES),
    Scene("golden", golden_scenes.checked),
    Scene("golden-questions", golden_scenes.listed),
    Scene("golden-none", golden_scenes.none_yet),
    Scene("golden-made", golden_scenes.made),
    Scene("golden-answered", golden_scenes.answered),
    Scene("golden-compared", golden_scenes.compared),
    Scene("golden-comparing", golden_scenes.comparing),
    Scene("golden-choosing", golden_scenes.choosing),
    Scene("golden-lacking", golden_scenes.lacking),
    Scene("freeze", state_scenes.freezing, state_scenes.STATES),
    Scene("pack-offered", file_scenes.pack_offered),
    Scene("pack-without-model", file_scenes.pack_without_model),
    Scene("pack-installing", file_scenes.pack_installing),
    Scene("backed-up", file_scenes.backed_up),
    Scene("restoring", file_scenes.restoring),
    Scene("restore-refused", file_scenes.restore_refused),
    Scene("tonight", queue_scenes.tonight, queue_scenes.QUEUE[2:]),
    Scene("removed", removed),
    Scene("add-source", adding),
    Scene("catalogue-found", catalog_scenes.found),
    Scene("add-refused", catalog_scenes.refused),
    Scene("embedders", catalog_scenes.embedders),
    Scene("report", report),
    Scene("document-compared", document_scenes.compared),
    Scene("document-cut-twice", document_scenes.cut_twice),
    Scene("document-facts", document_scenes.facts),
    Scene("note-pasted", note_scenes.pasted),
    Scene("settings", settings),
    Scene("doctor", doctor),
    Scene("doctor-problems", doctor_problems),
    Scene("doctor-checking", doctor_checking),
    Scene("crash", crash),
    Scene("menu", menu),
    Scene("context-menu", context_menu),
)
