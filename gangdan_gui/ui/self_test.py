"""The self-test's visit to an open window: add two files, build, ask, open a passage, export. All of it real."""

from __future__ import annotations

import asyncio
import time
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.embedding.labels import BUILTIN, ollama_label
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.window import Window

STEP_SECONDS = 120.0
# A model of Ollama may have to be loaded first, and takes minutes for an answer where there is no graphics card.
OLLAMA_STEP_SECONDS = 900.0

_RST = """\
Tides
=====

The moon pulls the sea, so the water rises and falls twice a day. Pupils on the coast can write down the hours
of high water and draw the curve.

.. code-block:: python

   hours = [0.5, 12.9, 25.3]
"""
_MARKDOWN = """\
# 光合作用

植物在阳光下把水和二氧化碳变成养分，同时放出氧气。把水草放进试管，用灯照射，就能数出每分钟冒出的气泡。
"""
_QUESTIONS = (("How often does the sea rise and fall?", "tides.rst"), ("水草为什么会冒气泡？", "光合作用.md"))


class StepFailed(Exception):
    """A step saw something other than it should."""


@dataclass(slots=True)
class SelfTest:
    """Visits one window. `steps` is what the report holds: name, whether it went well, seconds, what was seen.

    With `ollama` the server of the settings embeds and, where it has a chat model, answers; `embedder` and `chat_model`
    are then those that did.
    """

    folder: Path
    ollama: bool = False
    embedder: str = BUILTIN
    chat_model: str = ""
    steps: list[dict[str, str | bool | float]] = field(default_factory=list)

    async def visit(self, window: Window) -> int:
        """Do the steps in order up to the first that fails; 0 when all went well, else 1."""
        steps: tuple[tuple[str, Callable[[Window], Awaitable[str]]], ...] = (
            *((("ollama", self._choose),) if self.ollama else ()),
            ("build", self._build),
            ("ask", self._ask),
            *((("answer", self._answer),) if self.ollama else ()),
            ("open", self._open),
            ("export", self._export),
        )
        for name, step in steps:
            if not await self._run(name, step, window):
                return 1
        return 0

    async def _run(self, name: str, step: Callable[[Window], Awaitable[str]], window: Window) -> bool:
        begun = time.perf_counter()
        try:
            seen = await asyncio.wait_for(step(window), OLLAMA_STEP_SECONDS if self.ollama else STEP_SECONDS)
            well = True
        except Exception as error:  # the report of whatever goes wrong is what a self-test is for
            seen, well = f"{type(error).__name__}: {error}", False
        self.steps.append({"step": name, "ok": well, "seconds": round(time.perf_counter() - begun, 2), "seen": seen})
        return well

    async def _choose(self, window: Window) -> str:
        """The models that are there: for embedding the settings' own, if it is among them."""
        assistant, wanted = window.services.assistant, window.preferences.settings.embedding_model
        embedding, chatting = await assistant.embedding_models(), await assistant.chat_models()
        if not embedding:
            raise StepFailed(f"no embedding model: “ollama pull {wanted}” gets one")
        self.embedder = ollama_label(wanted if wanted in embedding else embedding[0])
        self.chat_model = chatting[0] if chatting else ""
        return f"{self.embedder}, {self.chat_model or 'no chat model'}"

    async def _build(self, window: Window) -> str:
        documents = self.folder / "文档 two files"
        documents.mkdir()
        (documents / "tides.rst").write_text(_RST, "utf-8")
        (documents / "光合作用.md").write_bytes(_MARKDOWN.encode("gb18030"))
        report: asyncio.Future[BuildReport] = asyncio.get_running_loop().create_future()
        window.library.queue.finished.connect(report.set_result)
        try:
            await window.library.add(AddRequest(str(documents), "自检 self-test", embedder=self.embedder))
            done = await report
        finally:
            window.library.queue.finished.disconnect(report.set_result)
        if done.state is not SourceState.READY or done.documents != 2:
            raise StepFailed(f"{done.state}, {done.documents} documents, {done.problems}")
        (summary,) = await window.services.library.sources()
        if summary.embedder != self.embedder:
            raise StepFailed(f"embedded with {summary.embedder}, not {self.embedder}")
        return f"{done.documents} documents, {done.chunks_total} chunks, {summary.embedder}"

    async def _ask(self, window: Window) -> str:
        for question, path in _QUESTIONS:
            await window.ask.ask(question)
            first = self._card(window)
            # What a model of the user's knows of Chinese is not for this test to say.
            if first != path and (question.isascii() or not self.ollama or not first):
                raise StepFailed(f"“{question}” found {first or 'nothing'}, not {path}")
        return f"{len(_QUESTIONS)} questions found their documents"

    async def _answer(self, window: Window) -> str:
        """Have the chat model answer, and see that what arrived was kept, whole."""
        if not self.chat_model:
            return "no chat model"
        window.preferences.change(chat_model=self.chat_model)
        await window.ask.ask(_QUESTIONS[0][0])
        kept = await window.services.assistant.conversation(window.ask.conversation)
        answer = kept.exchanges[-1].answer
        if not answer.complete or answer.model != self.chat_model or not answer.text.strip():
            raise StepFailed(f"{answer.model or 'no model'}: {answer.incomplete or 'no answer'}: {answer.text}")
        spent = f"first word after {answer.seconds['wait']:.2f} s, {answer.seconds['write']:.2f} s to write"
        return f"{answer.model}: {len(answer.text)} characters, {spent}"

    async def _open(self, window: Window) -> str:
        (summary,) = window.model.summaries
        document = await window.services.library.document(summary.source.id, "tides.rst")
        if "```" not in document.text or document.title != "Tides":
            raise StepFailed(document.text)
        await window.ask.open_document(summary.source.id, "tides.rst", 0, len(document.text))
        return document.title

    async def _export(self, window: Window) -> str:
        sizes = []
        for ending in (".md", ".json", ".html", ".docx"):
            file = self.folder / f"回答{ending}"
            sizes.append(await window.services.assistant.export(window.ask.conversation, file))
            if b"tides.rst" not in _said(file):
                raise StepFailed(f"{file.name} does not name its source")
        return f"{sizes} bytes"

    def _card(self, window: Window) -> str:
        cards = window.cards.list
        card = cards.card_at(cards.cards.index(0))
        return card.passage.path if card else ""


def _said(file: Path) -> bytes:
    """The words of an export, with their markup."""
    if file.suffix != ".docx":
        return file.read_bytes()
    with zipfile.ZipFile(file) as packed:
        return packed.read("word/document.xml")
