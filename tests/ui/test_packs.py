"""Packs in the window: what is in one, sharing a source, taking one in, and how each of them ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import PackInstalled, PackRefused
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests.packs import InstallOptions, PackContents, PackedGeneration, PackEvent
from gangdan_gui.ui.packs.pack_file import is_pack
from gangdan_gui.ui.packs.presenter import PackPresenter
from gangdan_gui.ui.packs.words import PackWords
from gangdan_gui.ui.translation import Translation
from tests.ui import stand_in_packs
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant
from tests.ui.stand_in_packs import StandInPacks
from tests.ui.waiting import until


def generation(label: str, chunks: int = 1200) -> PackedGeneration:
    model = label.partition(":")[2] or label
    return PackedGeneration(EmbedderIdentity(label, model, "d", 4, "none"), ChunkSettings(), chunks)


NOMIC, OWN = generation("ollama:nomic-embed-text"), generation("builtin")
CONTENTS = PackContents(
    Path("numpy.gdpack"), 1, "numpy", "NumPy", "BSD-3-Clause", "en", "v2.1", "2026-11-30T08:00:00+00:00", 412, (OWN,),
    "ab",
)  # fmt: skip


@pytest.mark.parametrize(
    ("generations", "models", "usable", "lacking"),
    [
        ((OWN,), (), "", ""),
        ((NOMIC,), ("nomic-embed-text:latest",), "", ""),
        ((NOMIC,), (), "", "ollama pull nomic-embed-text"),
        ((NOMIC, OWN), (), "Built-in", ""),
        ((NOMIC, OWN), ("nomic-embed-text",), "nomic-embed-text", ""),
        ((generation("other"),), ("nomic-embed-text",), "", "only by words"),
        ((), (), "", ""),
    ],
)
def test_it_is_said_what_this_machine_can_ask_a_pack_with(
    translation: Translation, generations: tuple[PackedGeneration, ...], models: tuple[str, ...], usable: str,
    lacking: str,
) -> None:  # fmt: skip
    contents = replace(CONTENTS, generations=generations)
    said = dict(PackWords().lines(contents, models))
    assert usable in said.get("Used here", "")
    assert bool(usable) == ("Used here" in said)
    assert lacking in PackWords().lacking(contents, models)
    assert bool(lacking) == bool(PackWords().lacking(contents, models))


def test_what_is_in_a_pack_is_shown_and_what_it_does_not_say_is_left_out(translation: Translation) -> None:
    said = dict(PackWords().lines(CONTENTS, ()))
    assert said["Documents"] == "412"
    assert said["Passages"].replace(",", "") == "1200"
    assert said["Licence"] == "BSD-3-Clause"
    assert "2026" in said["Made on"]
    assert "Licence" not in dict(PackWords().lines(replace(CONTENTS, licence=""), ()))


@pytest.mark.parametrize(
    ("place", "pack"),
    [
        ("/a/b.gdpack", True),
        ("C:\\a b.GDPACK ", True),
        ("https://a/b.gdpack", False),
        ("/a/gdpack", False),
        ("", False),
    ],
)
def test_packs_are_told_by_their_names(place: str, pack: bool) -> None:
    assert is_pack(place) is pack


@dataclass
class SomePacks(StandInPacks):
    """Holds `inside`; `here` is what an install without `replace` meets."""

    inside: PackContents = CONTENTS
    here: PackInstalled | None = None
    waits: bool = False
    stopped: bool = False

    async def contents(self, file: Path) -> PackContents:
        self._refuse()
        return replace(self.inside, file=file)

    async def install(self, file: Path, options: InstallOptions) -> AsyncGenerator[PackEvent, None]:
        if self.here is not None and not options.replace:
            raise self.here
        async for event in super().install(file, options):
            yield event
            if self.waits:
                try:
                    await asyncio.Event().wait()
                finally:
                    self.stopped = True


@dataclass
class Desk:
    """A presenter and what it acts on."""

    packs: SomePacks
    presenter: PackPresenter
    opened: list[QUrl] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        dialog = self.presenter.work.dialog
        assert dialog is not None
        return f"{dialog.message.text()} {dialog.warning.text()}"

    async def asks(self, action: str) -> None:
        await until(lambda: self.presenter.work.dialog is not None and not self.presenter.work.dialog.working)
        assert self.presenter.work.dialog is not None
        assert self.presenter.work.dialog.action_button.text() == action, self.text

    def click(self) -> None:
        assert self.presenter.work.dialog is not None
        self.presenter.work.dialog.action_button.click()

    def leave(self) -> None:
        assert self.presenter.work.dialog is not None
        self.presenter.work.dialog.leave_button.click()


@pytest.fixture
def desk(qtbot: QtBot, translation: Translation, make_jobs: MakeJobs) -> Iterator[Callable[..., Desk]]:
    def make(**packs: object) -> Desk:
        window = QWidget()
        qtbot.addWidget(window)
        window.show()
        some = SomePacks(**packs)  # type: ignore[arg-type]
        opened: list[QUrl] = []
        shown: list[int] = []

        async def show() -> None:
            shown.append(1)

        presenter = PackPresenter(
            some, StandInAssistant(), make_jobs(), window, show, lambda url: bool(opened.append(url)) or True
        )
        return Desk(some, presenter, opened, shown)

    return make


def test_a_pack_is_shown_and_then_taken_in(desk: Callable[..., Desk], in_loop: RunInLoop) -> None:
    at = desk()

    async def run() -> None:
        at.presenter.offer([Path("numpy.gdpack")])
        await at.asks("Install")
        assert "NumPy" in at.text
        assert at.packs.installed == []
        at.click()
        await at.asks("")
        assert "42 passages" in at.text
        at.leave()

    in_loop(run())
    assert at.packs.installed == [(Path("numpy.gdpack"), InstallOptions())]
    assert at.shown == [1]
    assert at.presenter.work.dialog is None


def test_what_is_here_already_is_replaced_only_when_that_is_said(desk: Callable[..., Desk], in_loop: RunInLoop) -> None:
    here = PackInstalled(
        file="numpy.gdpack", source="numpy", title="NumPy", installed="2026-01-01", offered="2026-11-30"
    )
    at = desk(here=here)

    async def run() -> None:
        at.presenter.offer([Path("numpy.gdpack")])
        await at.asks("Install")
        at.click()
        await at.asks("Replace")
        assert "here already" in at.text
        assert "conversations" in at.text
        assert at.packs.installed == []
        at.click()
        await at.asks("")
        at.leave()

    in_loop(run())
    assert [options.replace for _, options in at.packs.installed] == [True]


def test_a_refused_pack_is_told_and_several_come_one_after_the_other(
    desk: Callable[..., Desk], in_loop: RunInLoop
) -> None:
    at = desk(failure=PackRefused(file="a.gdpack", reason="backup-other", detail=""))

    async def run() -> None:
        at.presenter.offer([Path("a.gdpack"), Path("b.gdpack")])
        first = at.presenter.work.dialog
        await at.asks("")
        assert "a.gdpack" in at.text
        at.packs.failure = None
        at.leave()
        assert at.presenter.work.dialog is not first
        await at.asks("Install")
        at.leave()

    in_loop(run())
    assert at.presenter.work.dialog is None


def test_leaving_while_a_pack_is_taken_in_stops_it(desk: Callable[..., Desk], in_loop: RunInLoop) -> None:
    at = desk(waits=True)

    async def run() -> None:
        at.presenter.offer([Path("a.gdpack")])
        await at.asks("Install")
        at.click()
        await until(lambda: bool(at.packs.installed))
        at.leave()
        await until(lambda: at.presenter.work.dialog is None)

    in_loop(run())
    assert at.packs.stopped


def test_a_shared_source_is_shown_in_its_folder(desk: Callable[..., Desk], in_loop: RunInLoop, tmp_path: Path) -> None:
    at, file = desk(), tmp_path / "numpy.gdpack"
    file.write_bytes(bytes(3_400_000))

    async def run() -> None:
        at.presenter.write("numpy", "NumPy", file)
        await at.asks("Show in folder")
        assert "numpy.gdpack (3.4\N{NO-BREAK SPACE}MB), 3 documents" in at.text
        at.click()
        at.leave()

    in_loop(run())
    assert at.packs.created == [("numpy", file, ())]
    assert at.opened == [QUrl.fromLocalFile(str(tmp_path))]


def test_a_reason_of_the_report_is_told(
    desk: Callable[..., Desk], in_loop: RunInLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = replace(stand_in_packs.REPORT, notices=(Reason("blank"),))
    monkeypatch.setattr(stand_in_packs, "REPORT", report)
    at = desk()

    async def run() -> None:
        at.presenter.offer([Path("a.gdpack")])
        await at.asks("Install")
        at.click()
        await at.asks("")
        assert "There is no text in it" in at.text
        at.leave()

    in_loop(run())
