"""A source goes out of one library as a pack and into another, by the window's own ways, with the real services."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.ui.packs.presenter import PackPresenter
from gangdan_gui.ui.translation import Translation
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.waiting import until


def test_a_shared_source_answers_in_another_library(
    qtbot: QtBot, translation: Translation, make_jobs: MakeJobs, in_loop: RunInLoop, tmp_path: Path
) -> None:
    window, embedder, file = QWidget(), HashEmbedder(), tmp_path / "lessons.gdpack"
    qtbot.addWidget(window)
    window.show()
    docs = tmp_path / "lessons"
    docs.mkdir()
    (docs / "plants.md").write_text("# Plants\n\nLeaves turn the light of the sun into sugar and oxygen.\n", "utf-8")
    options = BuildOptions(embedder="builtin")

    async def nothing() -> None:
        """There is no list to be shown."""

    def presenter(of: Application) -> PackPresenter:
        services = of.services
        return PackPresenter(services.packs, services.assistant, make_jobs(), window, nothing, lambda _url: True)

    async def rests(packs: PackPresenter, action: str) -> str:
        await until(lambda: packs.work.dialog is not None and not packs.work.dialog.working)
        dialog = packs.work.dialog
        assert dialog is not None
        said = f"{dialog.message.text()} {dialog.warning.text()}"
        assert dialog.action_button.text() == action, said
        (dialog.action_button if action in ("Install", "Replace") else dialog.leave_button).click()
        return said

    def opened(name: str) -> object:
        return open_application(tmp_path / name, name, replaced=Replaced(lambda _label: embedder, MemoryStore()))

    async def run() -> None:
        async with opened("one") as one:  # type: ignore[attr-defined]
            await one.services.library.add(str(docs), title="Lessons")
            async with aclosing(one.services.library.build(["lessons"], options)) as events:
                async for _ in events:
                    pass
            sharing = presenter(one)
            sharing.write("lessons", "Lessons", file)
            assert "lessons.gdpack" in await rests(sharing, "Show in folder")
        made = len(embedder.embedded)
        async with opened("two") as two:  # type: ignore[attr-defined]
            taking = presenter(two)
            for first in (True, False):
                taking.offer([file])
                assert "Lessons" in await rests(taking, "Install")
                if first:
                    assert "is in your library now" in await rests(taking, "")
                else:
                    assert "here already" in await rests(taking, "Replace")
                    assert "is in your library now" in await rests(taking, "")
            found = await two.services.assistant.search("leaves and sugar", SearchOptions())
            assert [passage.path for passage in found.passages] == ["plants.md"]
            assert len(await two.services.library.sources()) == 1
        assert len(embedder.embedded) == made, "no passage was embedded again"

    in_loop(run())
