"""A source's report says in words what became of its files."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import (
    FileReport,
    FileState,
    Source,
    SourceKind,
    SourceReport,
    SourceState,
    SourceSummary,
)
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.ui.report_dialog import ReportDialog
from gangdan_gui.ui.report_model import Column
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.stand_in_library import summary

FILES = (
    FileReport("broadcasting.rst", FileState.READY, "utf-8", 20_480, 12),
    FileReport("logo.png", FileState.SKIPPED, size=4_000, reason=Reason("asset", "png")),
    FileReport("short.md", FileState.READY, "gb18030", 900, 1, Reason("all-too-short", "12")),
    FileReport("第三章.txt", FileState.FAILED, size=300, reason=Reason("binary")),
)


def test_the_report_says_in_words_what_became_of_each_file(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    problems = (Problem("", "convert", Reason("interrupted", "3")),)
    dialog = ReportDialog(SourceReport(summary("numpy", problems=problems), FILES), theme)
    qtbot.addWidget(dialog)

    rows = [dialog.model.index(row, Column.RESULT).data() for row in range(4)]

    assert rows == [
        "12 passages",
        "Left out: it is not a document (png)",
        "1 passage; its text is too short to search (12 characters)",
        "Not read: it holds binary data, not text",
    ]
    assert dialog._problems.text() == "the build was stopped: 3 files are still to come"
    assert dialog.model.index(0, Column.SIZE).data() == "20 kB"


def test_problems_come_first_and_the_rest_on_request(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)
    assert [dialog.rows.index(row, 0).data() for row in range(dialog.rows.rowCount())] == ["short.md", "第三章.txt"]

    dialog.only_problems.setChecked(False)

    assert dialog.rows.rowCount() == 4


def test_a_report_without_problems_shows_everything(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES[:1]), theme)
    qtbot.addWidget(dialog)

    assert dialog.rows.rowCount() == 1


def test_a_report_can_be_copied(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    dialog._copy.click()

    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0] == "numpy"
    assert copied[-1] == "第三章.txt\tNot read: it holds binary data, not text\t\t300 bytes"


def test_a_report_changes_its_language(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert dialog.windowTitle() == "“numpy”的文件"
    assert dialog.model.headerData(1, Qt.Orientation.Horizontal) == "结果"
    assert dialog.model.index(1, Column.RESULT).data() == "已略过：不是文档（png）"


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
    for row, column in ((0, Column.FILE), (0, Column.RESULT), (1, Column.FILE)):
        dialog.table.clicked.emit(dialog.rows.index(row, column))
    dialog.table.setCurrentIndex(dialog.rows.index(0, Column.FILE))
    dialog.web_button.click()

    assert followed == ["https://github.com/a/b", files[0].url, files[0].url]
    assert "MIT" in dialog._holdings.text()
    colour = dialog.model.index(0, Column.FILE).data(Qt.ItemDataRole.ForegroundRole)
    assert colour.name().upper() == theme.tokens.accent
    assert dialog.model.index(1, Column.FILE).data(Qt.ItemDataRole.ForegroundRole) is None


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
