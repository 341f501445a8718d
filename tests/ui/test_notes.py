"""Notes in the window: written, pasted, changed and deleted, answers kept, and marked wherever they are cited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.search import Support
from gangdan_gui.ui.chat.card_model import CardRole
from gangdan_gui.ui.chat.passage_text import answer_markdown, passage_markdown, passage_tip
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notes.dialog import NoteDialog
from gangdan_gui.ui.notes.edit import BEGINNING, LONGEST_LINE, LONGEST_SHOWN, NoteEdit
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.report.kinds import FileKind
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.passages import PASSAGES, answer
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

Play = Callable[..., StandInOpenLibrary]


@pytest.fixture
def play(in_loop, theme: Theme, translation: Translation, tmp_path: Path) -> Play:  # type: ignore[no-untyped-def]
    def run(scene: Callable[[Window], Awaitable[None]], library: StandInLibrary | None = None) -> StandInOpenLibrary:
        opened = StandInOpenLibrary(tmp_path, library or StandInLibrary(summary("numpy")), StandInAssistant(*PASSAGES))

        async def main() -> None:
            window = Window(opened, Jobs(), theme, translation, lambda _url: True)
            await window.open()
            try:
                await scene(window)
            finally:
                await window.close()

        in_loop(main())
        return opened

    return run


def copy(*, text: str = "", html: str = "") -> None:
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


def test_a_note_is_kept_and_its_source_built_at_once(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.sources.write_action.trigger()
        (dialog,) = window.main.findChildren(NoteDialog)
        assert not dialog.keep_button.isEnabled()
        dialog.title.setText("Salt")
        dialog.edit.insertPlainText("Rivers carry it.")
        dialog.tags.setText("sea，lesson 3; ")
        dialog.keep_button.click()
        await until(lambda: "Kept" in window.notices.text)
        await until(lambda: not window.library.queue.running)

    opened = play(scene)
    (note,) = opened.notes.kept.values()
    assert (note.title, note.text, note.tags, note.shelf) == (
        "Salt",
        "Rivers carry it.",
        ("sea", "lesson 3"),
        "My notes",
    )
    assert [source for source, _ in opened.library.built] == ["my-notes"]


def test_the_sources_are_named_in_the_window_s_language(play: Play, translation: Translation) -> None:
    async def scene(window: Window) -> None:
        window.preferences.change(language="zh_CN")
        dialog = window.notes.write()
        dialog.edit.set_text("盐从河里来")
        dialog.keep_button.click()
        await until(lambda: bool(window.services.notes.kept))  # type: ignore[attr-defined]
        await until(lambda: not window.library.queue.running)

    opened = play(scene)
    assert [note.shelf for note in opened.notes.kept.values()] == ["我的笔记"]


def test_what_can_t_be_kept_stays_in_the_dialog_with_the_reason(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.services.notes.refused = CannotWrite(path="notes", why="No space left on device")  # type: ignore[attr-defined]
        dialog = window.notes.write()
        dialog.edit.set_text("Rivers carry it.")
        dialog.keep_button.click()
        await until(lambda: "No space left" in dialog.error.text())
        assert dialog.isVisible()
        assert dialog.edit.text == "Rivers carry it."
        assert dialog.keep_button.isEnabled()

    assert play(scene).library.built == []


def test_unkept_words_are_thrown_away_only_on_the_second_word(play: Play) -> None:
    async def scene(window: Window) -> None:
        dialog = window.notes.write()
        dialog.edit.set_text("Rivers")
        dialog.reject()
        assert dialog.isVisible()
        assert "not kept yet" in dialog.error.text()
        dialog.edit.insertPlainText("s")
        assert not dialog.error.isVisible()
        dialog.reject()
        dialog.reject()
        assert not dialog.isVisible()
        empty = window.notes.write()
        empty.reject()
        assert not empty.isVisible()

    play(scene)


def test_the_clipboard_comes_into_the_note(play: Play) -> None:
    async def scene(window: Window) -> None:
        copy(text="Rivers carry it.")
        assert window.notes.paste().draft.text == "Rivers carry it."
        copy(text="")
        assert window.notes.paste().draft.text == ""

    play(scene)


def test_what_has_a_form_comes_as_markdown_and_coloured_code_as_its_words(qapp: QApplication) -> None:
    del qapp
    edit = NoteEdit()
    data = QMimeData()
    data.setText("Salt\nrivers\nsea")
    data.setHtml("<h2>Salt</h2><p>From <b>rivers</b>:</p><ul><li>rivers</li><li>sea</li></ul>")
    edit.insertFromMimeData(data)
    assert "## Salt" in edit.text
    assert "- rivers" in edit.text
    edit.set_text("")
    data.setText("for x in y:\n    pass")
    data.setHtml('<div style="color:#00f"><span>for</span> x in y:<br>&nbsp;&nbsp;&nbsp;&nbsp;pass</div>')
    edit.insertFromMimeData(data)
    assert edit.text == "for x in y:\n    pass"
    files = QMimeData()
    files.setUrls([QUrl("file:///tmp/a.md")])
    edit.insertFromMimeData(files)
    assert edit.text == "for x in y:\n    pass"


def pasted(text: str = "", html: str = "", *addresses: str) -> str:
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    if addresses:
        data.setUrls([QUrl(address) for address in addresses])
    edit = NoteEdit()
    edit.insertFromMimeData(data)
    return edit.text


@pytest.mark.parametrize(
    ("copied", "expected"),
    [
        (("", "", "https://sea.example/salt"), "https://sea.example/salt"),
        (("Salt", '<a href="https://sea.example/">Salt</a>', "https://sea.example/"), "[Salt](https://sea.example/)"),
        (("Salt", '<a class="x" href="https://sea.example/">Salt</a>'), "[Salt](https://sea.example/)"),
        (("", "<p>Only <b>salt</b></p><p>Rivers</p>"), "Only **salt**\n\nRivers"),
        (("Sea\n1. Salt", '<b style="font-weight:normal;"><p>Sea</p><ol><li>Salt</li></ol></b>'), "Sea\n\n1. Salt"),
        (("First\x0bsecond\u2028third",), "First\nsecond\nthird"),
    ],
)
def test_what_a_browser_an_editor_or_a_slide_gives_comes_whole(
    qapp: QApplication, copied: tuple[str, ...], expected: str
) -> None:
    del qapp
    assert pasted(*copied) == expected


def test_what_holds_no_text_is_said_to_hold_none(play: Play) -> None:
    picture, files = QMimeData(), QMimeData()
    picture.setData("image/png", b"\x89PNG")
    files.setUrls([QUrl("file:///tmp/a.md"), QUrl("file:///tmp/b.docx")])

    async def scene(window: Window) -> None:
        for copied in (picture, files):
            QGuiApplication.clipboard().setMimeData(copied)
            dialog = window.notes.paste()
            assert dialog.error.isVisible()
            assert "No text was copied" in dialog.error.text()
            dialog.edit.insertPlainText("Salt")
            assert not dialog.error.isVisible()
            dialog.reject()
            dialog.reject()

    play(scene)


def test_five_megabytes_are_kept_whole_and_shown_in_part(qapp: QApplication) -> None:
    del qapp
    dialog = NoteDialog()
    large = "salt " * 1_000_000
    data = QMimeData()
    data.setText(large)
    dialog.edit.set_text("Before.")
    dialog.edit.insertFromMimeData(data)
    assert dialog.draft.text == f"Before.\n\n{large}"
    assert len(dialog.edit.toPlainText()) == BEGINNING + 1
    assert dialog.edit.isReadOnly()
    assert dialog.clear_button.isVisibleTo(dialog)
    dialog.clear_button.click()
    assert (dialog.edit.text, dialog.edit.isReadOnly()) == ("", False)
    for text, is_long in (
        ("x" * LONGEST_LINE, False),
        ("x" * (LONGEST_LINE + 1), True),
        ("salt\n" * (LONGEST_SHOWN // 5), False),
        ("salt\n" * (LONGEST_SHOWN // 5 + 1), True),
    ):
        dialog.edit.set_text(text)
        assert dialog.edit.isReadOnly() is is_long
        assert dialog.draft.text == text
    dialog.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_note_is_changed_in_one_place_at_a_time(play: Play) -> None:
    async def scene(window: Window) -> None:
        note = await window.services.notes.write_note("Salt", "Rivers carry it.")
        first, second = await asyncio.gather(*(window.notes.edit(note.source, note.path) for _ in range(2)))
        assert first is not None
        assert second is first
        first.reject()
        later = await window.notes.edit(note.source, note.path)
        assert later is not None
        assert later is not first
        later.reject()

    play(scene)


def test_a_note_is_changed_and_deleted_with_a_way_back(play: Play) -> None:
    async def scene(window: Window) -> None:
        note = await window.services.notes.write_note("Salt", "Rivers carry it.", tags=["sea"])
        dialog = await window.notes.edit(note.source, note.path)
        assert dialog is not None
        assert (dialog.title.text(), dialog.tags.text(), dialog.edit.text) == ("Salt", "sea", "Rivers carry it.")
        dialog.edit.set_text("Rain does.")
        closed: list[int] = []
        dialog.finished.connect(closed.append)
        dialog.keep_button.click()
        await until(lambda: closed)
        assert (await window.services.notes.note(note.source, note.path)).text == "Rain does."
        await window.notes.forget(note.source, note.path)
        assert await window.services.notes.notes() == ()
        window.notices.notice.act()
        await until(lambda: bool(window.services.notes.kept))  # type: ignore[attr-defined]
        await until(lambda: not window.library.queue.running)
        assert await window.notes.edit(note.source, "gone.md") is None

    assert [note.text for note in play(scene).notes.kept.values()] == ["Rain does."]


def test_what_is_written_during_a_build_of_its_source_is_built_after_it(play: Play) -> None:
    async def scene(window: Window) -> None:
        library = window.services.library
        assert isinstance(library, StandInLibrary)
        library.gate.clear()
        for title in ("One", "Two"):
            dialog = window.notes.write()
            dialog.title.setText(title)
            dialog.edit.set_text("Words")
            closed: list[int] = []
            dialog.finished.connect(closed.append)
            dialog.keep_button.click()
            await until(lambda: window.library.queue.current == "my-notes" and closed)  # noqa: B023
        library.gate.set()
        await until(lambda: len(library.built) == 2 and not window.library.queue.running)

    play(scene)


def test_only_what_a_model_wrote_can_be_kept_and_undone(play: Play) -> None:
    async def scene(window: Window) -> None:
        await window.ask.ask("What is broadcasting?")
        (message,) = window.conversation.messages
        assert not message.keep_button.isVisible()
        assert message.answer is not None
        written = replace(message.answer, model="tiny:1b", text="Shapes [1].")
        assistant = window.services.assistant
        assert isinstance(assistant, StandInAssistant)
        (exchanges,) = assistant.kept.values()
        exchanges[-1] = replace(exchanges[-1], answer=written)
        message.show_answer(written)
        assert message.keep_button.isVisible()
        message.keep_button.click()
        await until(lambda: "written by a model" in window.notices.text)
        (note,) = await window.services.notes.notes()
        assert (note.kind, note.shelf) == (SourceKind.ANSWERS, "Kept answers")
        await until(lambda: not window.library.queue.running)
        assert "kept-answers" in window.model.unused
        window.notices.notice.act()
        await until(lambda: not window.services.notes.kept)  # type: ignore[attr-defined]

    play(scene)


def test_kept_answers_are_not_ticked_until_the_user_does_and_then_stay_so(qapp: QApplication) -> None:
    del qapp
    model = SourceModel()
    kept = replace(summary("kept"), source=Source("kept", "Kept", SourceKind.ANSWERS, ()))
    model.set_sources([summary("numpy"), kept])
    assert [one.source.id for one in model.used] == ["numpy"]
    model.set_used("kept", used=True)
    model.set_sources([summary("numpy"), kept])
    assert [one.source.id for one in model.used] == ["numpy", "kept"]


def test_what_is_no_documentation_is_marked_wherever_it_is_cited(play: Play) -> None:
    note, kept = (
        replace(PASSAGES[0], kind=kind, number=at) for at, kind in enumerate((SourceKind.NOTES, SourceKind.ANSWERS), 1)
    )
    marks = {note: "(own note)", kept: "(written by a model)"}
    for passage, mark in marks.items():
        assert mark in passage_tip(passage, "Mine")
        assert mark in passage_markdown(passage, "Mine").splitlines()[0]
    said = answer((note, kept), text="So [1][2].", model="tiny:1b", supported=Support.YES)
    said = replace(
        said, citations=tuple(replace(c, kind=p.kind) for c, p in zip(said.citations, said.passages, strict=True))
    )
    assert all(mark in answer_markdown(said) for mark in marks.values())

    async def scene(window: Window) -> None:
        window.cards.show_passages((note, kept, PASSAGES[1]), "shapes", {})
        cards = [window.cards.list.model().index(row, 0).data(CardRole.CARD) for row in range(3)]
        assert [card.trail.split(" · ")[0] for card in cards[:2]] == ["own note", "written by a model"]
        assert "note" not in cards[2].trail

    play(scene)


def test_a_note_is_changed_and_deleted_from_the_list_of_its_source_and_documents_are_not(play: Play) -> None:
    async def scene(window: Window) -> None:
        note = await window.services.notes.write_note("broadcasting", "Words")
        kept = window.services.notes.kept  # type: ignore[attr-defined]
        kept["broadcasting.rst"] = replace(kept.pop(note.path), path="broadcasting.rst")
        await window.library.refresh()
        for source, own in (("numpy", False), (note.source, True)):
            await window.library.show_report(source)
            (dialog,) = [one for one in window.main.findChildren(ReportDialog) if one.isVisible()]
            for button in (dialog.note_button, dialog.forget_button):
                assert button.isVisible() is own
            if not own:
                dialog.reject()
        dialog.filters.choose(FileKind.ALL)
        dialog.table.setCurrentIndex(dialog.model.index(dialog.model.row_of("broadcasting.rst"), 0))
        dialog.note_button.click()
        await until(lambda: window.main.findChildren(NoteDialog))
        await window.library.show_report(note.source)
        (dialog,) = [one for one in window.main.findChildren(ReportDialog) if one.isVisible()]
        dialog.filters.choose(FileKind.ALL)
        dialog.table.setCurrentIndex(dialog.model.index(dialog.model.row_of("broadcasting.rst"), 0))
        dialog.forget_button.click()
        await until(lambda: not kept)
        await until(lambda: "Deleted" in window.notices.text)

    play(scene)


def test_of_one_s_own_texts_it_is_said_how_long_they_are_kept(play: Play) -> None:
    async def scene(window: Window) -> None:
        note = await window.services.notes.write_note("Salt", "Words")
        await window.library.refresh()
        await window.library.remove([note.source])
        assert window.notices.text == "Removed “My notes”. What you wrote there is kept for 30 days."

    play(scene)
