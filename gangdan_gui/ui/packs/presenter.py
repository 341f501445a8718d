"""Shares a source as a pack, and takes packs in that are dragged in or chosen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import aclosing
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import InvalidSetting, PackInstalled
from gangdan_gui.exporting.file_name import safe_file_name
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.services.requests import AssistantService
from gangdan_gui.services.requests.packs import (
    PACK_ENDING,
    InstallOptions,
    PackContents,
    PackEvent,
    PackFinished,
    PackReport,
    PackService,
)
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.dialog_work import DialogWork
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.packs.words import PackWords
from gangdan_gui.ui.told import reason_lines, sentences, told
from gangdan_gui.ui.work_dialog import WorkDialog

# What is in a pack shows at once; a server that does not answer must not hold that up.
_SERVER_SECONDS = 2.0


class PackPresenter(QObject):
    """Everything is shown in one dialog; `show_library` is asked to show the library anew."""

    def __init__(
        self,
        packs: PackService,
        assistant: AssistantService,
        jobs: Jobs,
        window: QWidget,
        show_library: Callable[[], Awaitable[None]],
        open_address: Callable[[QUrl], bool],
    ) -> None:
        super().__init__(window)
        self._packs, self._assistant, self._window = packs, assistant, window
        self._show_library, self._open_address = show_library, open_address
        self._waiting: list[Path] = []
        self.work = DialogWork(jobs, window)
        self.work.closed.connect(self._next)

    def share(self, source: str, title: str) -> None:
        """Ask where to write a source's pack, then write it."""
        from gangdan_gui.ui.file_choice import FileChoice

        kind = self.tr("Knowledge pack")
        choice = FileChoice(self.tr("Share"), kind, PACK_ENDING, partial(self.write, source, title), self._window)
        choice.to_write(safe_file_name(title, PACK_ENDING, otherwise=kind)).open()

    def write(self, source: str, title: str, file: Path) -> None:
        """Write a source's pack into a file."""
        dialog = self.work.open(self.tr("Share"))
        dialog.work(self.tr("“{title}” is being written into a pack…").format(title=title))
        self.work.start(self._write(source, title, file, dialog), "share source")

    def offer(self, files: Collection[Path]) -> None:
        """Show what is in packs, one after the other, and offer to take them in."""
        self._waiting += files
        if self.work.dialog is None:
            self._next()

    def _next(self) -> None:
        if self._waiting:
            dialog = self.work.open(self.tr("Knowledge pack"))
            dialog.work(self.tr("Reading the pack…"))
            self.work.start(self._look(self._waiting.pop(0), dialog), "look into pack")

    async def _write(self, source: str, title: str, file: Path, dialog: WorkDialog) -> None:
        report = await _follow(self._packs.create(source, file), dialog)
        size = size_words(await asyncio.to_thread(_size, file))
        written = self.tr("“{title}” is in {file} ({size}), %Ln document(s).", "", report.documents)
        advice = self.tr("Whoever drags that file into GangDan has it at once, without a network.")
        dialog.end(
            sentences(written.format(title=title, file=file.name, size=size), advice),
            warning=_said(report),
            action=self.tr("Show in folder"),
            act=lambda: self._open_address(QUrl.fromLocalFile(str(file.parent))),
        )

    async def _look(self, file: Path, dialog: WorkDialog) -> None:
        contents = await self._packs.contents(file)
        models, words = await self._models(), PackWords()
        dialog.ask(
            contents.title,
            words.lines(contents, models),
            self.tr("Install"),
            lambda: self._install(contents, dialog),
            warning=words.lacking(contents, models),
        )

    def _install(self, contents: PackContents, dialog: WorkDialog, *, replace: bool = False) -> None:
        dialog.work(self.tr("“{title}” is being taken in…").format(title=contents.title))
        self.work.start(self._take_in(contents, dialog, InstallOptions(replace=replace)), "install pack")

    async def _take_in(self, contents: PackContents, dialog: WorkDialog, options: InstallOptions) -> None:
        try:
            report = await _follow(self._packs.install(contents.file, options), dialog)
        except PackInstalled as error:
            here = sentences(told(error).message, self.tr("Your conversations stay when it is replaced."))
            dialog.ask(here, (), self.tr("Replace"), lambda: self._install(contents, dialog, replace=True))
            return
        await self._show_library()
        ready = self.tr("“{title}” is in your library now, %Ln passage(s).", "", report.chunks)
        dialog.end(ready.format(title=contents.title), warning=_said(report))

    async def _models(self) -> Collection[str]:
        try:
            return await asyncio.wait_for(self._assistant.embedding_models(), _SERVER_SECONDS)
        except (OllamaFailure, InvalidSetting, TimeoutError):
            return ()


async def _follow(events: AsyncGenerator[PackEvent, None], dialog: WorkDialog) -> PackReport:
    """Show how far it is until it is done."""
    report: PackReport | None = None
    async with aclosing(events) as steps:
        async for event in steps:
            if isinstance(event, PackFinished):
                report = event.report
            else:
                dialog.show_count(event.done, event.total)
    assert report is not None
    return report


def _said(report: PackReport) -> str:
    """What a report says besides, a line each."""
    return reason_lines((*(problem.reason for problem in report.problems), *report.notices))


def _size(file: Path) -> int:
    return file.stat().st_size
