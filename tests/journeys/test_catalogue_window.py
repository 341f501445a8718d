"""From the catalogue to an exported answer in the window, through its own widgets, on real parts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from selectolax.lexbor import LexborHTMLParser

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.window import Window
from tests.ollama_server.models import real, talking
from tests.ollama_server.server import OllamaTestServer
from tests.web_server.server import WebServer

MODEL = "qwen3:0.6b"
SECONDS = 90.0
REVISION = "0101488d375afe11e140ef44d2109882c3e33a3e"

_OWNERSHIP = """\
# Who owns a value

Every value has one owner at a time. When the owner goes out of scope the value is dropped, and its memory is given
back without a collector.

## Lending

A function that only looks at a value borrows it. Any number of readers may borrow at once, or a single writer, and
no loan outlives the owner.
"""
_LOOPS = """\
# Loops

A loop repeats until it is left with a break, and a break may carry a value out of the loop. Counting is done with a
range, which ends before its last number.
"""


async def _until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110  # the window tells of it by what it shows
        await asyncio.sleep(0.01)


async def _choose(window: Window, words: str) -> None:
    """Find the one source of the catalogue with these words, by keyboard, and add it."""
    window.sources.empty.add_requested.emit()
    dialog = window.main.findChild(AddSourceDialog)
    assert dialog is not None
    page = dialog.catalog
    await _until(page.model.rowCount)
    QTest.keyClicks(page.search, words)
    assert page.model.rowCount() == 1
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    QTest.keyClick(page.list, Qt.Key.Key_Space)
    assert [source.revision for source in page.chosen] == [REVISION]
    dialog.add_button.click()
    await _until(lambda: window.model.summaries and window.main.findChild(AddSourceDialog) is None)


async def _ask(window: Window, question: str) -> AnswerMessage:
    window.conversation.box.sent.emit(question)
    await _until(lambda: "ask" not in window._jobs.names)
    return window.conversation.messages[-1]


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_source_of_the_catalogue_is_added_asked_and_exported(
    home: Path,
    qapp: QApplication,
    web_server: WebServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "book"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "ch04-ownership.md").write_text(_OWNERSHIP, "utf-8")
    (folder / "src" / "ch03-loops.md").write_text(_LOOPS, "utf-8")
    (folder / "README.md").write_text("# Not wanted\n\nOnly the chapters are asked for by the catalogue's entry.\n")
    web_server.repository("rust-lang/book", folder).pinned = REVISION
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text(
        f"mirrors = {json.dumps(web_server.mirrors)}\nchat_model = {json.dumps(MODEL)}\n", "utf-8"
    )

    async def journey(window: Window) -> None:
        await _choose(window, "official Rust book")
        # As large as its entry says, it would take long on Ollama without a graphics card.
        await _until(window.sources.forecast.isVisible)
        window.sources.forecast.now_button.click()
        await _until(lambda: not window.library.queue.running)
        await window.library.refresh()
        (summary,) = window.model.summaries
        assert (summary.source.kind, summary.state, summary.documents) == (SourceKind.GITHUB, SourceState.READY, 2)
        assert (summary.embedder, summary.problems) == ("ollama:nomic-embed-text", ())

        await _until(lambda: window.model.used)
        message = await _ask(window, "Who may borrow a value?")
        answer = message.answer
        assert answer is not None
        assert (answer.text, answer.model, answer.complete) == ("One writer [1], or readers [1][2].", MODEL, True)
        page = f"https://github.com/rust-lang/book/blob/{REVISION}/"
        assert {one.url for one in answer.citations} == {page + one.path for one in answer.citations}
        first = answer.citations[0]
        assert "Lending" in first.heading or "borrow" in _OWNERSHIP[first.start : first.end]

        message.view.passage_hovered.emit(1)
        card = window.cards.list.card_at(window.cards.list.cards.index(0))
        assert card is not None
        assert card.passage.number == 1
        await window.ask.open_document(first.source, first.path, first.start, first.end)

        file = tmp_path / "备课 所有权.html"
        (kept,) = await window.services.assistant.conversations()
        await window.ask.exports.write(kept.id, file)
        written = LexborHTMLParser(file.read_bytes())
        assert written.css_matches(f'a[href="{first.url}"]')
        assert written.body is not None
        assert "MIT OR Apache-2.0" in written.body.text()

    async def bounded(window: Window) -> int:
        await asyncio.wait_for(journey(window), SECONDS)
        return 0

    with OllamaTestServer(real(), talking("One writer [1]", ", or readers 【1】[2].", name=MODEL)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.address)
        assert show_window(home, partial(open_application, home, "test"), visit=bounded) == 0
    assert server.embedded(), "the vectors came from there"
