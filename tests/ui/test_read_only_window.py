"""The window of a library on a network drive: it says so, answers, and refuses to build in one sentence."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.window import Window
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder
from tests.ui.waiting import until


def test_a_library_on_a_network_drive_is_only_read(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, documents = tmp_path / "home", tmp_path / "documents"
    documents.mkdir()
    (documents / "ice.md").write_text("# Ice\n\nPenguins live on the ice of the south, and have done so for long.\n")
    embedder = HashEmbedder()

    async def build() -> None:
        replaced = Replaced(lambda _: embedder, MemoryStore())
        async with open_application(home, "test", replaced=replaced) as application:
            source = (await application.services.library.add(str(documents))).source.id
            async for _ in application.services.library.build([source], BuildOptions()):
                pass

    asyncio.run(build())
    monkeypatch.setattr("gangdan_gui.storing.library_place.why_read_only", lambda _: Reason("network-drive", "H:"))

    async def visit(window: Window) -> int:
        assert "network drive (H:)" in window.notices.text
        (held,) = window.model.summaries
        assert held.state is SourceState.READY
        window.notices.clear()
        window.library.queue.add([held.source.id], BuildOptions())
        await until(lambda: "only read" in window.notices.text)
        task = window.ask.ask("Where do penguins live?")
        await task
        assert window.ask.conversation
        return 0

    opener = partial(open_application, home, "test", replaced=Replaced(lambda _: embedder))
    assert show_window(home, opener, visit=visit) == 0
    assert not (home / "conversations").exists()
