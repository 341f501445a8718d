"""Which window a document opens in, and where its text is edited."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.ui.documents.opener import DocumentOpener
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_documents import StandInDocuments
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


def note(title: str) -> SourceSummary:
    made = summary(title)
    return dataclasses.replace(made, source=dataclasses.replace(made.source, kind=SourceKind.NOTES))


def test_a_note_is_changed_itself_and_other_texts_beside_their_file(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, qtbot: QtBot
) -> None:
    async def main() -> None:
        library, model, jobs = StandInLibrary(note("notes"), summary("numpy")), SourceModel(), make_jobs()
        model.set_sources(tuple(library.held.values()))
        opener = DocumentOpener(StandInDocuments(library), jobs, model, theme, lambda _address: None)
        asked: list[tuple[str, str]] = []
        opener.note_requested.connect(lambda source, path: asked.append((source, path)))

        await opener.open("notes", "a.md", 0, 0)
        await opener.open("numpy", "b.md", 0, 0)
        await opener.open("numpy", "b.md", 3, 9)
        of_note, other = opener.viewers
        of_note.tools.edit.click()
        other.tools.edit.click()

        assert asked == [("notes", "a.md")]
        assert not of_note.panes.markdown.editing
        assert other.panes.markdown.editing
        opener.close()
        await until(lambda: not jobs.names)
        assert opener.viewers == ()

    in_loop(main())


def test_what_is_not_there_opens_no_window(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation
) -> None:
    async def main() -> None:
        library = StandInLibrary(summary("numpy"))
        opener = DocumentOpener(StandInDocuments(library), make_jobs(), SourceModel(), theme, lambda _address: None)
        with pytest.raises(UnknownSource):
            await opener.open("gone", "a.md", 0, 0)
        assert opener.viewers == ()

    in_loop(main())


def test_a_document_is_worked_by_the_keyboard(
    in_loop: RunInLoop, make_jobs: MakeJobs, theme: Theme, translation: Translation, qtbot: QtBot
) -> None:
    async def main() -> None:
        library, jobs = StandInLibrary(summary("numpy")), make_jobs()
        documents = StandInDocuments(library)
        opener = DocumentOpener(documents, jobs, SourceModel(), theme, lambda _address: None)
        await opener.open("numpy", "b.md", 0, 0)
        (viewer,) = opener.viewers
        qtbot.keyClick(viewer.tools.edit, Qt.Key.Key_Space)
        edit = viewer.panes.markdown.edit
        edit.queue.finish()
        qtbot.keyClicks(edit, "X")
        viewer.activateWindow()
        await until(viewer.isActiveWindow)
        qtbot.keyClick(edit, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: documents.corrections)
        assert documents.corrections["numpy", "b.md"].text == "X# b.md\n\nText of b.md.\n"
        await until(lambda: not viewer.panes.markdown.editing)
        qtbot.keyClick(viewer, Qt.Key.Key_Escape)
        await until(lambda: not opener.viewers and not jobs.names)

    in_loop(main())
