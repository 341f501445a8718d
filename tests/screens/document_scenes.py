"""A document beside its original and its passages, being corrected, in conflict, and compared."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QDialog, QWidget

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import Chunk, ChunkSettings, DocumentFacts, FileState, MarkdownDocument
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import FileReport, SourceReport
from gangdan_gui.services.requests.documents import CutDocument, Original, VectorOrigin
from gangdan_gui.ui.documents.correction_compare import CorrectionCompare
from gangdan_gui.ui.documents.correction_difference import differences
from gangdan_gui.ui.documents.correction_facts import CorrectionFacts
from gangdan_gui.ui.documents.cut_compare import CutCompare
from gangdan_gui.ui.documents.viewer import DocumentViewer
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.window import Window
from tests.ui.stand_in_documents import IDENTITY
from tests.ui.stand_in_library import summary

_PARAGRAPHS = (
    "两个数组的形状不必相同也能一起运算。NumPy 从最后一个维度开始逐个比较：长度相等，或者其中一个是 1，就算兼容。",
    "例如全班 30 人、每人两科的成绩是一个形状为 (30, 2) 的数组，平时分是形状为 (2,) 的数组，两者可以直接相加。",
    "如果不兼容，NumPy 会报错，并在错误信息里写出两个数组的形状，学生可以据此找到是哪一个维度对不上。",
    "广播并不真的复制数据，它只是在计算时重复使用同一行，所以既快又省内存。",
)
TEXT = "# 数组的广播\n\n" + "\n\n".join(
    f"## 第 {number} 节\n\n"
    + "\n\n".join(_PARAGRAPHS)
    + f"\n\n```python\nscores = load({number})\nprint(scores + 5)\n```"
    for number in range(1, 9)
)
RST = TEXT.replace("# 数组的广播", "数组的广播\n==========").replace("## ", "").replace("```python", ".. code::\n")
FILES = (
    FileReport("教案/第一课.md", FileState.READY, "utf-8", 20_480, 24, title="数组的广播", language="zh",
               characters=9_800, facts=DocumentFacts(date="2025-09-01")),
    FileReport("教案/第二课（旧）.doc", FileState.FAILED, size=92_000, reason=Reason("old-office", "docx")),
    FileReport("讲义/broadcasting.rst", FileState.READY, "utf-8", 18_000, 21, title="Broadcasting", language="en",
               characters=17_500, corrected=True, facts=DocumentFacts(("T. Oliphant",), "2024-05")),
    FileReport("讲义/copy of broadcasting.rst", FileState.READY, "utf-8", 18_000, 21, title="Broadcasting",
               language="en", characters=17_500, same_as="讲义/broadcasting.rst"),
    FileReport("讲义/扫描件.pdf", FileState.FAILED, size=4_800_000, reason=Reason("scanned")),
    FileReport("讲义/目录.txt", FileState.READY, "gb18030", 260, 1, Reason("short-pieces", "31"), title="目录",
               language="zh", characters=120),
    FileReport("图/array.png", FileState.SKIPPED, size=40_960, reason=Reason("asset", "png")),
)  # fmt: skip


async def compared(window: Window, language: str) -> QDialog:
    """The user's text beside the new one."""
    new = TEXT.replace("平时分", "平时成绩", 2).replace("## 第 2 节", "## 第 2 节（新）")
    dialog = CorrectionCompare(window.sources._theme, window.main)
    dialog.show_texts(TEXT, new, differences(TEXT, new))
    return dialog


async def cut_twice(window: Window, language: str) -> QDialog:
    """Two ways of cutting side by side."""
    dialog = CutCompare(window.sources._theme, TEXT, ChunkSettings(size=300, overlap=60), window.main)
    dialog.cut_requested.connect(lambda side, cut: side.show_split(splitter(cut.splitter)(TEXT, cut)))
    dialog.begin()
    for side in dialog.sides:
        side.view.queue.finish()
    return dialog


async def facts(window: Window, language: str) -> QDialog:
    """What is known of a document, with a date that is none."""
    document = MarkdownDocument("numpy", "a.md", "数组的广播", TEXT, "zh", "utf-8", facts=DocumentFacts(("李老师",)))
    dialog = CorrectionFacts(document, NO_CORRECTION, window.main)
    dialog.date.setText("2024/5/17")
    dialog.accept()
    return dialog


async def listed(window: Window, language: str) -> QDialog:
    """A report with files of every kind."""
    dialog = ReportDialog(
        SourceReport(summary("第三章 教案与讲义"), FILES, "CC-BY-4.0"), window.sources._theme, window.main
    )
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))
    return dialog


async def previewed(window: Window, language: str) -> QWidget:
    """Three panes, one passage left out."""
    viewer = _viewer(window)
    _show(viewer, NO_CORRECTION)
    await _drawn(viewer)
    viewer.panes.passages.view.step(2)
    return viewer


async def edited(window: Window, language: str) -> QWidget:
    """The text being edited while its original has changed."""
    viewer = _viewer(window)
    _show(viewer, Correction(text=TEXT, original="0"), Reason("original-changed"))
    viewer.begin_editing()
    await _drawn(viewer)
    viewer.panes.markdown.edit.insertPlainText("我改过的一句。")
    return viewer


def _viewer(window: Window) -> DocumentViewer:
    viewer = DocumentViewer(window.sources._theme)
    viewer.resize(viewer.sizeHint())
    viewer.panes.show_panes(QByteArray(b"original markdown passages"))
    viewer.show()
    return viewer


def _show(viewer: DocumentViewer, correction: Correction, *warnings: Reason) -> None:
    document = MarkdownDocument("numpy", "讲义/broadcasting.rst", "数组的广播", TEXT, "zh", "utf-8", warnings=warnings)
    pieces = splitter("window")(TEXT, ChunkSettings(size=300, overlap=60)).pieces
    chunks = tuple(
        Chunk(str(piece.ordinal), "numpy", "a", piece.ordinal, piece.heading, piece.start, piece.end, piece.text)
        for piece in pieces
        if piece.ordinal != 1
    )
    viewer.show_cut(CutDocument(document, chunks, (pieces[1],), IDENTITY), "第三章 教案与讲义", 0, 0)
    origins = {chunk.id: VectorOrigin(kept=True, stored=True) for chunk in chunks}
    viewer.panes.passages.facts.show_origins(IDENTITY, origins)
    viewer.show_correction(correction)
    viewer.panes.original.show_original(Original("a", Path("broadcasting.rst"), "rst", RST, "utf-8"), 0.0)
    viewer.panes.name_original()


async def _drawn(viewer: DocumentViewer) -> None:
    markdown = viewer.panes.markdown
    queues = (
        viewer.panes.original.text.queue,
        viewer.panes.passages.view.queue,
        markdown.page.queue,
        markdown.edit.queue,
    )
    while any(queue.busy for queue in queues):  # noqa: ASYNC110  # Qt tells of it, one by one
        await asyncio.sleep(0.01)
