"""A source's report says in words what became of its files."""

from __future__ import annotations

import csv
import dataclasses
import io
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import FileState, Source, SourceKind, SourceState
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import FileReport, SourceReport, SourceSummary
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.report.advice import _SAY_IT, advice
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.report.kinds import FileKind
from gangdan_gui.ui.report.model import Column
from gangdan_gui.ui.report.opener import ReportOpener
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.wording.reason_sentences import REASONS
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

FILES = (
    FileReport("broadcasting.rst", FileState.READY, "utf-8", 20_480, 12),
    FileReport("logo.png", FileState.SKIPPED, size=4_000, reason=Reason("asset", "png")),
    FileReport("short.md", FileState.READY, "gb18030", 900, 1, Reason("all-too-short", "12")),
    FileReport("第三章.txt", FileState.FAILED, size=300, reason=Reason("binary")),
)


def names(dialog: ReportDialog) -> list[str]:
    return [file.path for file in dialog.model.shown]


def test_the_report_says_in_words_what_became_of_each_file(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    problems = (Problem("", "convert", Reason("interrupted", "3")),)
    dialog = ReportDialog(SourceReport(summary("numpy", problems=problems), FILES), theme)
    qtbot.addWidget(dialog)

    dialog.filters.choose(FileKind.ALL)
    rows = [dialog.model.index(row, Column.RESULT).data() for row in range(4)]

    assert rows == [
        "Read",
        "Left out: it is not a document (png)",
        "Read; its text is too short to search (12 characters)",
        "Not read: it holds binary data, not text",
    ]
    assert dialog._problems.text() == "the build was stopped: 3 files are still to come"
    assert dialog.model.index(0, Column.SIZE).data() == "20 kB"


def test_problems_come_first_and_the_rest_on_request(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)
    assert names(dialog) == ["short.md", "第三章.txt"]

    dialog.filters.choose(FileKind.ALL)

    assert names(dialog) == [file.path for file in FILES]


def test_a_report_without_problems_shows_everything(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES[:1]), theme)
    qtbot.addWidget(dialog)

    assert dialog.model.rowCount() == 1


@pytest.mark.parametrize("ending", [".txt", ".csv"])
def test_a_report_is_copied_and_saved(
    in_loop: RunInLoop, make_jobs: MakeJobs, qtbot: QtBot, theme: Theme, translation: Translation, tmp_path: Path,
    ending: str,
) -> None:  # fmt: skip
    async def main() -> None:
        jobs, notices, window = make_jobs(), NoticeBar(theme), QWidget()
        qtbot.addWidget(notices)
        qtbot.addWidget(window)
        opener = ReportOpener(StandInLibrary(summary("numpy")), jobs, notices, theme)
        await opener.open("numpy", window)
        dialog = window.findChild(ReportDialog)
        dialog._copy.click()
        await until(lambda: not jobs.names)
        copied = QGuiApplication.clipboard().text().splitlines()
        assert copied[0] == "numpy"
        assert copied[-1] == "第三章.txt\t\tNot read: it holds binary data, not text\t\t\t300 bytes"

        file = tmp_path / f"报告{ending}"
        await opener.save(dialog, file)
        saved = file.read_text(encoding="utf-8-sig").splitlines()
        assert saved == copied if ending == ".txt" else saved[0].startswith("File,Title,Result,")
        assert "报告" in notices.text
        dialog.close()

    in_loop(main())


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_report_that_is_asked_for_twice_is_one(
    in_loop: RunInLoop, make_jobs: MakeJobs, qtbot: QtBot, theme: Theme
) -> None:
    async def main() -> None:
        window, notices = QWidget(), NoticeBar(theme)
        qtbot.addWidget(window)
        qtbot.addWidget(notices)
        opener = ReportOpener(StandInLibrary(summary("numpy"), summary("scipy")), make_jobs(), notices, theme)
        for source in ("numpy", "numpy", "scipy"):
            await opener.open(source, window)
        shown = window.findChildren(ReportDialog)
        assert [dialog.report.summary.source.id for dialog in shown] == ["numpy", "scipy"]
        for dialog in shown:
            dialog.close()

    in_loop(main())


def test_a_report_changes_its_language(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert dialog.windowTitle() == "“numpy”的文件"
    assert dialog.model.headerData(Column.RESULT, Qt.Orientation.Horizontal) == "结果"
    dialog.filters.choose(FileKind.SKIPPED)
    assert dialog.model.index(0, Column.RESULT).data() == "已略过：不是文档（png）"


def test_a_file_of_the_web_is_a_link(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    source = Source("gh", "gh", SourceKind.GITHUB, ("https://github.com/a/b",), licence="MIT")
    files = (
        FileReport("a.md", FileState.READY, "utf-8", 9, 1, url="https://github.com/a/b/blob/main/a.md"),
        FileReport("b.md", FileState.READY, "utf-8", 9, 1, url="javascript:alert(1)"),
    )
    dialog = ReportDialog(SourceReport(SourceSummary(source, SourceState.READY, 2, 2, "builtin"), files), theme)
    qtbot.addWidget(dialog)
    followed: list[str] = []
    dialog.link_requested.connect(followed.append)

    dialog.web_button.click()
    dialog.table.setCurrentIndex(dialog.model.index(1, Column.FILE))
    dialog.web_button.click()

    assert followed == [files[0].url, "https://github.com/a/b"]
    assert "MIT" in dialog._origin.text()


def test_a_folder_of_this_computer_has_no_way_to_the_web(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    assert not dialog.web_button.isVisibleTo(dialog)
    assert not dialog.builtin_button.isVisibleTo(dialog)


def test_advice_on_the_embedder_can_be_followed_at_once(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    told = dataclasses.replace(summary("数学"), embedder="ollama:nomic-embed-text", notices=(Reason("blank"),))
    dialog = ReportDialog(SourceReport(told, FILES), theme)
    qtbot.addWidget(dialog)
    asked: list[str] = []
    dialog.embed_requested.connect(asked.append)
    assert dialog._notices.text() == "there is no text in it"

    dialog.builtin_button.click()

    assert asked == ["builtin"]
    assert dialog.result() == ReportDialog.DialogCode.Accepted


def test_failed_files_can_be_tried_again_where_there_are_some(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    for problems in ((Problem("a.txt", "convert", Reason("binary")),), (Problem("", "embed", Reason("blank")),), ()):
        dialog = ReportDialog(SourceReport(summary("numpy", problems=problems), FILES), theme)
        qtbot.addWidget(dialog)
        asked: list[bool] = []
        dialog.retry_requested.connect(lambda asked=asked: asked.append(True))
        offered = dialog.retry_button.isVisibleTo(dialog)
        assert offered == bool(problems and problems[0].path)
        dialog.retry_button.click()
        assert asked == [True]


MANY = (
    FileReport("a.md", FileState.READY, "utf-8", 9_000, 9, characters=9_000, title="Zebra", language="en"),
    FileReport("b.md", FileState.READY, "gb18030", 120, 1, characters=110, title="斑马", same_as="c.md"),
    FileReport("c.md", FileState.READY, "utf-8", 120, 1, characters=110, corrected=True, title="斑马"),
    FileReport("d.png", FileState.SKIPPED, size=7, reason=Reason("asset", "png")),
)


@pytest.mark.parametrize(
    ("kind", "paths"),
    [
        (FileKind.ALL, ["a.md", "b.md", "c.md", "d.png"]),
        (FileKind.SKIPPED, ["d.png"]),
        (FileKind.NEAR_EMPTY, ["b.md", "c.md"]),
        (FileKind.DUPLICATES, ["b.md"]),
        (FileKind.CORRECTED, ["c.md"]),
    ],
)
def test_each_kind_of_files_can_be_looked_for(
    qtbot: QtBot, theme: Theme, translation: Translation, kind: FileKind, paths: list[str]
) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), MANY), theme)
    qtbot.addWidget(dialog)

    dialog.filters.choose(kind)

    assert names(dialog) == paths
    assert dialog.filters.buttons[kind].text().endswith(str(len(paths)))
    assert not dialog.filters.buttons[FileKind.PROBLEMS].isVisibleTo(dialog)


def test_words_find_files_by_path_and_title(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), MANY), theme)
    qtbot.addWidget(dialog)

    dialog.filters.words.setText("斑马 B.")

    qtbot.waitUntil(lambda: names(dialog) == ["b.md"])


def test_sizes_sort_as_numbers_and_the_chosen_file_stays(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), MANY), theme)
    qtbot.addWidget(dialog)
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))

    dialog.table.sortByColumn(Column.SIZE, Qt.SortOrder.AscendingOrder)

    assert names(dialog) == ["d.png", "b.md", "c.md", "a.md"]
    assert dialog.current == MANY[0]


def test_a_file_is_opened_by_enter_and_by_a_double_click(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), MANY), theme)
    qtbot.addWidget(dialog)
    opened: list[str] = []
    dialog.document_requested.connect(opened.append)

    dialog.table.setCurrentIndex(dialog.model.index(1, 0))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    dialog.table.doubleClicked.emit(dialog.model.index(1, 0))
    dialog.open_button.click()

    assert opened == ["b.md"] * 3


def test_what_is_chosen_is_explained_with_what_to_do(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    dialog.table.setCurrentIndex(dialog.model.index(1, 0))

    assert dialog.detail.text() == (
        "Not read: it holds binary data, not text. If it is a document, save it under the ending that it belongs to."
    )


def test_every_reason_has_an_advice_of_full_sentences() -> None:
    for code in (*REASONS, "one that nobody knows"):
        assert advice(Reason(code)).endswith(".") != (code in _SAY_IT)


def test_the_head_tells_counts_encodings_and_the_commit(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    files = tuple(
        dataclasses.replace(file, url=f"https://github.com/a/b/blob/{commit}/{file.path}") for file in (*FILES, *MANY)
    )
    dialog = ReportDialog(SourceReport(summary("numpy"), files, licence="MIT"), theme)
    qtbot.addWidget(dialog)

    assert dialog._holdings.text() == "Ready · 8 files · 5 read · 2 left out · 1 not read · 40 passages"
    origin = dialog._origin.text()
    assert origin.startswith("Licence MIT · Commit 0123456 · Read as utf-8 3, gb18030 2 · ")


def test_the_table_is_saved_for_spreadsheets(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    files = (*MANY, FileReport("=1+1.md", FileState.READY, "utf-8", 9, 1))
    dialog = ReportDialog(SourceReport(summary("numpy"), files), theme)
    qtbot.addWidget(dialog)

    rows = list(csv.reader(io.StringIO(dialog.csv(map(dialog.model.texts, files)).decode("utf-8-sig"))))

    assert rows[0][:4] == ["File", "Title", "Result", "Passages"]
    assert [row[0] for row in rows[1:]] == ["a.md", "b.md", "c.md", "d.png", "'=1+1.md"]


def test_an_open_report_is_shown_anew_at_the_same_place(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)
    dialog.table.setCurrentIndex(dialog.model.index(dialog.model.row_of("第三章.txt"), 0))
    mended = dataclasses.replace(FILES[2], reason=None, title="Short", characters=900, chunks=3, corrected=True)

    dialog.show_report(SourceReport(summary("numpy", chunks=15), (*FILES[:2], mended, FILES[3])))

    assert names(dialog) == ["第三章.txt"]
    assert dialog.current == FILES[3]
    assert "15 passages" in dialog._holdings.text()
    assert "1" in dialog.filters.buttons[FileKind.CORRECTED].text()
    assert not dialog.filters.buttons[FileKind.CORRECTED].isHidden()
    assert not dialog.table.isColumnHidden(Column.TITLE)


def test_where_no_problem_is_left_the_mended_file_is_found_among_all(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES[:3]), theme)
    qtbot.addWidget(dialog)
    assert names(dialog) == ["short.md"]
    mended = dataclasses.replace(FILES[2], reason=None, characters=900, corrected=True)

    dialog.show_report(SourceReport(summary("numpy"), (*FILES[:2], mended)))

    assert names(dialog) == ["broadcasting.rst", "logo.png", "short.md"]
    assert dialog.current == mended
    assert "You have corrected it." in dialog.detail.text()
    assert dialog.filters.buttons[FileKind.PROBLEMS].isHidden()


@pytest.mark.parametrize(("characters", "words"), [(900, "Open and correct…"), (0, "Open")])
def test_the_report_says_where_a_text_is_put_right(
    qtbot: QtBot, theme: Theme, translation: Translation, characters: int, words: str
) -> None:
    file = dataclasses.replace(FILES[0], characters=characters)
    dialog = ReportDialog(SourceReport(summary("numpy"), (file,)), theme)
    qtbot.addWidget(dialog)

    assert dialog.open_button.text() == words
