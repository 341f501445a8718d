"""Screens of what goes out as one file and comes in: packs and backups."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import BackupRefused
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests.packs import PackContents, PackedGeneration
from gangdan_gui.ui.packs.words import PackWords
from gangdan_gui.ui.window import Window
from gangdan_gui.ui.work_dialog import WorkDialog
from tests.ui.waiting import until

_IDENTITIES = (
    EmbedderIdentity("ollama:nomic-embed-text", "nomic-embed-text", "a", 768, "nomic"),
    EmbedderIdentity("builtin", "universal", "b", 512, "none"),
)


def _contents(*identities: EmbedderIdentity) -> PackContents:
    generations = tuple(PackedGeneration(one, ChunkSettings(), 1204) for one in identities)
    return PackContents(
        Path("NumPy.gdpack"), 1, "numpy", "NumPy 用户指南", "BSD-3-Clause", "en", "v2.3.1", "2026-11-20T09:30:00+00:00",
        38, generations, "ab",
    )  # fmt: skip


async def pack_offered(window: Window, language: str) -> QDialog | None:
    """What is in a pack of two models, of which this machine has one."""
    return _ask(window, _contents(*_IDENTITIES))


async def pack_without_model(window: Window, language: str) -> QDialog | None:
    """A pack whose model is not here."""
    return _ask(window, _contents(_IDENTITIES[0]))


def _ask(window: Window, contents: PackContents) -> WorkDialog:
    dialog, words = window.packs.work.open(window.packs.tr("Knowledge pack")), PackWords()
    install = window.packs.tr("Install")
    lines, lacking = words.lines(contents, ()), words.lacking(contents, ())
    dialog.ask(contents.title, lines, install, lambda: None, warning=lacking)
    return dialog


async def pack_installing(window: Window, language: str) -> QDialog | None:
    """A pack is being taken in."""
    dialog = _ask(window, _contents(*_IDENTITIES))
    dialog.work(window.packs.tr("“{title}” is being taken in…").format(title="NumPy 用户指南"))
    dialog.show_count(412, 1204)
    return dialog


async def backed_up(window: Window, language: str) -> QDialog | None:
    """A backup has been written."""
    window.backups.write(Path("/home/li/文档/GangDan 2026-11-30.gdbackup"))
    return await _rest(window)


async def restoring(window: Window, language: str) -> QDialog | None:
    """A backup lies ready."""
    window.backups.unpack(Path("/home/li/文档/GangDan 2026-11-30.gdbackup"))
    return await _rest(window)


async def restore_refused(window: Window, language: str) -> QDialog | None:
    """A backup that was not copied to its end."""
    window.services.backups.error = BackupRefused(  # type: ignore[attr-defined]
        file="GangDan 2026-11-30.gdbackup", reason="backup-cut-off", detail=""
    )
    return await restoring(window, language)


async def _rest(window: Window) -> QDialog | None:
    await until(lambda: window.backups.work.dialog is not None and not window.backups.work.dialog.working)
    return window.backups.work.dialog
