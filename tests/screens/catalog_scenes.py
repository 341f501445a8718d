"""What is on offer, how it is downloaded, and what is told of it."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.source_list import read_source_list
from gangdan_gui.domain.documents import FileState, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import FileReport, SourceReport, SourceSummary
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.sources.selection_menu import SelectionMenu
from gangdan_gui.ui.told import sentences, told
from gangdan_gui.ui.window import Window

_HELD = ("numpy", "scipy")
_PLACE = "https://github.com/numpy/numpy"
_BLOB = f"{_PLACE}/blob/0123456789abcdef0123456789abcdef01234567/doc/source/user"
_NUMPY = Source(
    "numpy", "NumPy 用户指南", SourceKind.GITHUB, (_PLACE,), language="zh", licence="BSD-3-Clause", size=3_600_000
)
_FILES = (
    FileReport("doc/source/user/absolute_beginners.rst", FileState.READY, "utf-8", 64_000, 60, url=f"{_BLOB}/a.rst"),
    FileReport(
        "doc/source/user/basics.rec.rst",
        FileState.READY,
        "utf-8",
        24_000,
        28,
        Reason("short-pieces", "70"),
        f"{_BLOB}/b.rst",
    ),
    FileReport("doc/source/user/whatisnumpy.rst", FileState.FAILED, reason=Reason("no-answer", "github.com")),
)
_SUMMARY = SourceSummary(
    _NUMPY,
    SourceState.PARTIAL,
    2,
    88,
    "ollama:nomic-embed-text",
    notices=(Reason("english-centred", "nomic-embed-text"),),
)


async def offered(window: Window, language: str) -> QDialog:
    """The shipped catalogue, two of it in the library, two ticked."""
    return await _dialog(window)


async def found(window: Window, language: str) -> QDialog:
    """What fits a word, in one language."""
    dialog = await _dialog(window)
    dialog.catalog.language.setCurrentIndex(2)
    dialog.catalog.search.setText("python")
    return dialog


async def refused(window: Window, language: str) -> QDialog:
    """An address that can't be a source."""
    dialog = await _dialog(window)
    dialog.tabs.setCurrentIndex(1)
    dialog.form.location.setText("https://me:secret@github.com/numpy/numpy")
    what = told(AddressRefused(address="https://…@github.com/numpy/numpy", what="credentials"))
    dialog.show_error(sentences(what.message, what.advice))
    return dialog


async def downloading(window: Window, language: str) -> None:
    """A source on its way."""
    progress = Progress(Stage.FETCH, 12, 40, 0.11, 50, bytes_done=3_600_000, bytes_total=8_400_000)
    window.library._library.gate.clear()  # type: ignore[attr-defined]
    window.library.build(["动手学深度学习"])
    while window.library.queue._progress.done < 19:
        await _turn()
    window.library.queue._progress = progress
    window.model.set_progress("动手学深度学习", progress)


async def report(window: Window, language: str) -> QDialog:
    """Files of the web, and advice on the embedder."""
    return ReportDialog(SourceReport(_SUMMARY, _FILES), window.sources._theme, window.main)


async def embedders(window: Window, language: str) -> QWidget:
    """How a source can be built again."""
    window.sources.list.setCurrentIndex(window.sources.list.model().index(0, 0))
    menu = window.sources.context_menu()
    assert isinstance(menu, SelectionMenu)
    return menu.again


async def _dialog(window: Window) -> AddSourceDialog:
    dialog = AddSourceDialog(window.sources._theme, window.main)
    sources = (await asyncio.to_thread(read_source_list, SOURCES_YAML)).sources
    dialog.show_catalogue(sources, [source for source in sources if source.id in _HELD])
    model = dialog.catalog.model
    for row in (3, 4):
        model.setData(model.index(row), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    return dialog


async def _turn() -> None:
    await asyncio.sleep(0)
