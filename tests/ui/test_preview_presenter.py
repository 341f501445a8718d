"""A document's window on a real library: seen, corrected, left out, in conflict, and taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.corrections import NO_CORRECTION
from gangdan_gui.domain.documents import ChunkSettings, DocumentFacts
from gangdan_gui.services.requests import BuildOptions, Services
from gangdan_gui.ui.documents.correction_compare import CorrectionCompare
from gangdan_gui.ui.documents.correction_facts import CorrectionFacts
from gangdan_gui.ui.documents.cut_compare import CutCompare
from gangdan_gui.ui.documents.preview_presenter import PreviewPresenter
from gangdan_gui.ui.documents.viewer import DocumentViewer
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.memory_store import MemoryStore
from tests.pdf_writer import Sheet, pdf
from tests.stand_ins import HashEmbedder
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.waiting import until

LESSON = "# 潮汐\n\n" + "\n\n".join(
    f"第 {n} 段：月亮牵引海水，水位每天涨落两次，海边的学生可以记录。" for n in range(80)
)


def _sheet(number: int) -> Sheet:
    lines = [
        f"The moon pulls the sea on day {line} of page {number}, and it rises twice." for line in range(4 * number)
    ]
    return Sheet().lines(60, 700, lines)


@dataclass
class Desk:
    """A viewer on one document of a real library; `builds` are the sources that were to be built."""

    services: Services
    viewer: DocumentViewer
    presenter: PreviewPresenter
    source: str
    opened: list[QUrl]
    builds: list[str]
    idle: Callable[[], Awaitable[None]]

    async def build(self) -> None:
        await self.idle()
        async for _ in self.services.library.build([self.source], BuildOptions(kept=True)):
            pass
        await self.presenter.refresh()
        await self.drawn()

    async def drawn(self) -> None:
        await self.idle()
        panes = self.viewer.panes
        for queue in (panes.markdown.page.queue, panes.markdown.source.queue, panes.markdown.edit.queue,
                      panes.original.text.queue, panes.passages.view.queue):  # fmt: skip
            queue.finish()

    async def edit(self, text: str) -> None:
        self.viewer.tools.edit.click()
        await self.drawn()
        self.viewer.panes.markdown.edit.selectAll()
        self.viewer.panes.markdown.edit.insertPlainText(text)
        self.viewer.editing.save.click()
        await self.build()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "教案"
    folder.mkdir()
    (folder / "潮汐.md").write_text(LESSON, encoding="utf-8")
    (folder / "pages.pdf").write_bytes(pdf(*(_sheet(n) for n in range(1, 4))))
    (folder / "broken.md").write_bytes(b"\x00\x01\x02\xff" * 200)
    picture = QImage(2_000, 40, QImage.Format.Format_RGB32)
    picture.fill(0xFF1F6F6B)
    picture.save(str(folder / "picture.png"))
    return folder


@pytest.fixture
def opened(
    qtbot: QtBot, theme: Theme, translation: Translation, make_jobs: MakeJobs, folder: Path, tmp_path: Path
) -> Callable[[str], object]:
    @asynccontextmanager
    async def desk(path: str) -> AsyncIterator[Desk]:
        replaced = Replaced(embedder=lambda _label: HashEmbedder(), store=MemoryStore())
        async with open_application(tmp_path / "home", "test", replaced=replaced) as application:
            services, jobs = application.services, make_jobs()
            source = (await services.library.add(str(folder))).source.id
            async for _ in services.library.build([source], BuildOptions()):
                pass
            viewer, addresses = DocumentViewer(theme), []
            viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
            qtbot.addWidget(viewer)

            def open_address(url: QUrl) -> bool:
                addresses.append(url)
                return True

            async def idle() -> None:
                await until(lambda: not jobs.names)

            presenter = PreviewPresenter(viewer, (source, path), services.documents, jobs, theme, open_address)
            made = Desk(services, viewer, presenter, source, addresses, [], idle)
            presenter.build_requested.connect(made.builds.append)
            viewer.panes.show_panes(viewer.panes.shown + b" passages")
            viewer.show()
            await presenter.open("教案", 0, 0)
            await made.drawn()
            yield made
            viewer.panes.markdown.edit.document().setModified(False)
            viewer.close()
            await jobs.close()

    return desk


def test_a_document_is_seen_in_three_forms(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            panes = desk.viewer.panes
            cut = await desk.services.documents.cut_document(desk.source, "潮汐.md")
            assert panes.original.text.toPlainText() == LESSON
            assert panes.facts["original"].text().endswith("utf-8")
            assert panes.passages.view.toPlainText() == cut.document.text
            assert "· kept · in the collection · embedded in 2 parts" in panes.passages.facts.details.text()
            assert panes.facts["passages"].text().startswith(f"{len(cut.chunks)} passage")
            assert [(band.start, band.end) for band in panes.passages.view.bands.all] == [
                (chunk.start, chunk.end) for chunk in cut.chunks
            ]

    in_loop(main())


def test_a_chosen_passage_is_shown_in_the_other_panes(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            panes = desk.viewer.panes
            desk.viewer.toggle.setChecked(True)
            await desk.drawn()
            panes.passages.after.setFocus()
            for _ in range(3):
                panes.passages.after.click()
            band = panes.passages.view.current
            assert band.number == 4
            assert panes.markdown.source.marked_text == band.text
            assert "第 " in panes.original.text.marked_text

    in_loop(main())


def test_a_correction_answers_and_can_be_taken_back(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            await desk.edit(
                "# 潮汐\n\n改过：大潮在新月和满月，小潮在上弦月和下弦月，我们去海边观察并记录下来，再画成一条曲线。"
            )
            assert desk.builds == [desk.source]
            assert "改过：大潮" in (await desk.services.library.document(desk.source, "潮汐.md")).text
            assert "改过：大潮" in desk.viewer.panes.markdown.markdown
            assert not desk.viewer.editing.isVisible()
            assert desk.viewer.tools.state.text() == "Corrected by you"

            desk.viewer.tools.restore.click()
            await desk.build()

            assert (await desk.services.library.document(desk.source, "潮汐.md")).text.strip() == LESSON
            assert await desk.services.documents.correction(desk.source, "潮汐.md") == NO_CORRECTION

    in_loop(main())


def test_a_changed_original_is_compared_and_one_text_chosen(in_loop: RunInLoop, opened, folder: Path) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            await desk.edit(f"{LESSON}\n\n我加的一段。")
            (folder / "潮汐.md").write_text(f"{LESSON}\n\n文件里新的一段。", encoding="utf-8")
            async for _ in desk.services.library.build([desk.source], BuildOptions()):
                pass
            await desk.presenter.refresh()
            await desk.drawn()
            assert desk.viewer.conflict.isVisibleTo(desk.viewer)

            desk.viewer.conflict.compare.click()
            await desk.idle()
            dialog = desk.viewer.findChild(CorrectionCompare)
            dialog.mine.queue.finish()
            mine, new = dialog.mine.bands.all, dialog.new.bands.all
            assert "我加的" in dialog.mine.toPlainText()[mine[0].start :]
            assert len(mine) == len(new) == 1

            dialog.mine_chosen.emit()
            dialog.close()
            await desk.build()

            assert not desk.viewer.conflict.isVisibleTo(desk.viewer)
            assert "我加的一段" in (await desk.services.library.document(desk.source, "潮汐.md")).text

    in_loop(main())


def test_a_passage_and_a_document_are_left_out_and_taken_in_again(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            pane, tools = desk.viewer.panes.passages, desk.viewer.tools
            pane.view.step(1)
            out = pane.view.current
            assert out is not None
            pane.button.click()
            await desk.build()
            gone = [band for band in pane.view.bands.all if band.excluded]
            assert [band.text for band in gone] == [out.text]

            pane.view.step(1 - pane.view.current.number + gone[0].number - 1)
            assert pane.button.text() == "Take this passage in again"
            pane.button.click()
            await desk.build()
            assert not any(band.excluded for band in pane.view.bands.all)

            tools.exclude.click()
            await desk.build()
            assert tools.state.text() == "Left out"
            report = await desk.services.library.report(desk.source)
            assert {file.path: file.chunks for file in report.files}["潮汐.md"] == 0
            tools.exclude.click()
            await desk.build()
            assert tools.state.text() == ""

    in_loop(main())


def test_facts_of_the_user_are_kept(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            desk.viewer.tools.facts.click()
            form = desk.viewer.findChild(CorrectionFacts)
            form.title.setText("潮汐的秘密")
            form.authors.setText("李老师；王老师")
            form.date.setText("2024-13")
            form.accept()
            assert form.isVisible()
            form.date.setText("2024-05")
            form.accept()
            await desk.build()
            document = await desk.services.library.document(desk.source, "潮汐.md")
            assert document.title == desk.viewer.title.text() == "潮汐的秘密"
            assert document.facts == DocumentFacts(("李老师", "王老师"), "2024-05")

    in_loop(main())


def test_pages_are_shown_one_at_a_time(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("pages.pdf") as desk:
            pages = desk.viewer.panes.original.pages
            await until(lambda: not pages.picture.pixmap().isNull())
            assert pages.page.maximum() == 3
            first = pages.picture.pixmap().toImage()
            assert abs(first.width() - pages.area.viewport().width()) < 40
            pages.after.click()
            await until(lambda: pages.picture.pixmap().toImage() != first)
            assert pages.page.value() == 2

    in_loop(main())


def test_a_file_that_was_not_read_can_be_opened_elsewhere(in_loop: RunInLoop, opened, folder: Path) -> None:
    async def main() -> None:
        async with opened("broken.md") as desk:
            assert not desk.viewer.tools.edit.isVisibleTo(desk.viewer)
            assert "binary data" in desk.viewer.panes.original.words.text()
            desk.viewer.panes.original.button.click()
            assert desk.opened == [QUrl.fromLocalFile(str(folder / "broken.md"))]

    in_loop(main())


def test_a_picture_is_shown_as_one(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("picture.png") as desk:
            pages = desk.viewer.panes.original.pages
            await until(lambda: not pages.picture.pixmap().isNull())
            assert pages.picture.pixmap().width() <= desk.viewer.width()
            assert not pages.page.isVisibleTo(desk.viewer)

    in_loop(main())


def test_what_was_typed_is_not_lost_without_a_question(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            desk.viewer.tools.edit.click()
            await desk.drawn()
            desk.viewer.panes.markdown.edit.insertPlainText("新")
            desk.viewer.close()
            box = desk.viewer.leave.box
            assert box is not None
            assert desk.viewer.isVisible()
            box.reject()
            assert desk.viewer.panes.markdown.editing

            desk.viewer.close()
            desk.viewer.leave.box.buttons()[0].click()
            await desk.build()
            assert (await desk.services.documents.correction(desk.source, "潮汐.md")).text.startswith("新# 潮汐")

    in_loop(main())


def test_two_ways_of_cutting_stand_side_by_side(in_loop: RunInLoop, opened) -> None:
    async def main() -> None:
        async with opened("潮汐.md") as desk:
            desk.viewer.panes.compare.click()
            await until(lambda: desk.viewer.findChild(CutCompare) is not None)
            dialog = desk.viewer.findChild(CutCompare)
            assert dialog is not None
            window, headings = dialog.sides
            assert (window.chunking, headings.chunking) == (ChunkSettings(), ChunkSettings("headings"))
            await desk.idle()
            cut = await desk.services.documents.cut_document(desk.source, "潮汐.md")
            shown = [(band.start, band.end) for band in window.view.bands.all]
            assert shown == [(chunk.start, chunk.end) for chunk in cut.chunks]
            assert window.facts.text().startswith(f"{len(cut.chunks)} passages · ")
            assert all(band.text.endswith(("。", "。\n\n", "。\n")) for band in headings.view.bands.all)

            headings.splitter.setCurrentIndex(headings.splitter.findData("parents"))
            assert headings.chunking == ChunkSettings("parents", 300, 60, 40)
            assert headings.facts.text() == "Cutting…"
            await desk.idle()
            assert max(band.length for band in headings.view.bands.all) <= 300
            headings.length.setValue(150)
            headings.overlap.setValue(0)
            await until(lambda: len(headings.view.bands.all) > len(LESSON) // 150)
            assert [(band.start, band.end) for band in window.view.bands.all] == shown
            asked: list[tuple[object, object]] = []
            desk.presenter.trial_requested.connect(lambda *said: asked.append(said))
            dialog.trial_button.click()
            assert asked == [((ChunkSettings(), ChunkSettings("parents", 150, 0, 40)), dialog)]
            dialog.reject()
            await desk.idle()

    in_loop(main())
