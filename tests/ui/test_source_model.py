"""The list's rows: what they say, what can be ticked, and how seldom views are told."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.sources.model import Role, SourceModel
from gangdan_gui.ui.sources.source_filter import SourceFilter
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.translation import Translation
from tests.ui.stand_in_library import summary

PROBLEMS = (Problem("a.txt", "convert", Reason("binary")), Problem("b.txt", "convert", Reason("empty")))

STOPPED = (Problem("", "fetch", Reason("interrupted", "3")),)


def lines(model: SourceModel) -> list[tuple[str, str]]:
    return [(model.index(row).data(Role.LINE), model.index(row).data(Role.LINK)) for row in range(model.rowCount())]


def test_a_row_says_in_plain_words_what_it_holds(translation: Translation) -> None:
    model = SourceModel()
    model.set_sources(
        [
            summary("numpy", documents=38, chunks=1204, language="en"),
            summary("one", documents=1, chunks=1),
            summary("new", SourceState.NEW),
            summary("queued", SourceState.QUEUED, chunks=0),
            summary("problems", problems=PROBLEMS, chunks=870),
            summary("partial", SourceState.PARTIAL, chunks=7),
            summary("stopped", SourceState.PARTIAL, chunks=7, problems=STOPPED),
            summary("stopped early", SourceState.NEW, problems=STOPPED),
            summary("stale", SourceState.STALE, chunks=7),
            summary("failed", SourceState.FAILED, chunks=0),
        ]
    )

    assert lines(model) == [
        ("38 documents · 1,204 passages · English", ""),
        ("1 document · 1 passage", ""),
        ("Not built yet", ""),
        ("Waiting for its turn", ""),
        ("870 passages", "2 files with problems"),
        ("7 passages", "Not finished"),
        ("7 passages", "Not finished"),
        ("Not built yet", ""),
        ("7 passages", "Changed on disk"),
        ("Could not be built", "What went wrong"),
    ]


def test_a_row_says_the_same_in_chinese_when_the_language_changes(translation: Translation) -> None:
    model = SourceModel()
    model.set_sources([summary("numpy", documents=38, chunks=1204, language="en")])
    model.set_progress("numpy", Progress(Stage.EMBED, 412, 1900, 0.2, 110))

    translation.use("zh_CN")

    assert lines(model) == [("正在嵌入 412 / 1,900 · 还需约 2 分钟", "")]
    model.set_progress("numpy", None)
    assert lines(model) == [("38 篇 · 1,204 段 · 英文", "")]


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (Progress(), "Starting…"),
        (Progress(Stage.FETCH), "Looking for files…"),
        (Progress(Stage.CONVERT, 3, 38), "Reading files 3 / 38"),
        (Progress(Stage.EMBED, 412, 1900, 0.2, 110), "Embedding 412 / 1,900 · about 2 min"),
        (Progress(Stage.EMBED, 412, 1900, 0.2, 59), "Embedding 412 / 1,900 · under a minute"),
        (Progress(Stage.EMBED, 412, 1900, 0.2, 7200), "Embedding 412 / 1,900 · about 2 h"),
        (Progress(Stage.EMBED, 412, 1900, 0.2, None, stopping=True), "Stopping…"),
    ],
)
def test_a_row_says_what_is_happening_now(translation: Translation, progress: Progress, line: str) -> None:
    model = SourceModel()
    model.set_sources([summary("numpy", problems=PROBLEMS)])

    model.set_progress("numpy", progress)

    assert lines(model) == [(line, "")]
    assert model.index(0).data(Role.FRACTION) == progress.fraction


def test_a_thousand_steps_of_progress_tell_views_once(qtbot: QtBot) -> None:
    model = SourceModel()
    model.set_sources([summary("numpy"), summary("scipy")])
    told: list[tuple[int, list[int]]] = []
    model.dataChanged.connect(lambda top, _bottom, roles: told.append((top.row(), list(roles))))

    for done in range(1000):
        model.set_progress("scipy", Progress(Stage.EMBED, done, 1000, done / 1000))
    assert told == []
    qtbot.waitUntil(lambda: bool(told))

    assert [row for row, _ in told] == [1]
    assert Role.FRACTION in told[0][1]
    assert Qt.ItemDataRole.DisplayRole not in told[0][1]
    assert model.index(1).data(Role.FRACTION) == 0.999


def test_news_of_many_sources_is_told_once(qtbot: QtBot) -> None:
    model = SourceModel()
    told: list[str] = []
    model.use_changed.connect(lambda: told.append("use"))
    model.contents_changed.connect(lambda: told.append("contents"))
    model.rowsInserted.connect(lambda: told.append("rows"))
    model.dataChanged.connect(lambda top, bottom: told.append(f"data {top.row()}-{bottom.row()}"))

    model.set_sources([summary(str(number)) for number in range(500)])
    assert told == ["contents", "use"]
    model.update(summary(str(number), SourceState.QUEUED) for number in range(100, 400))
    model.update([summary("unknown"), summary("5")])

    assert told == ["contents", "use", "data 100-399", "contents"]
    assert model.index(100).data(Role.LINE) == "Waiting for its turn"


def test_only_what_has_passages_can_be_ticked(qtbot: QtBot) -> None:
    model = SourceModel(unused=["scipy"])
    model.set_sources([summary("numpy"), summary("scipy"), summary("new", SourceState.NEW)])
    assert [item.source.id for item in model.used] == ["numpy"]

    model.set_used("scipy", used=True)
    model.set_used("numpy", used=False)
    model.set_used("new", used=True)

    assert [item.source.id for item in model.used] == ["scipy"]
    assert model.unused == {"numpy"}
    assert not model.flags(model.index(2)) & Qt.ItemFlag.ItemIsUserCheckable
    assert model.index(2).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked


def test_the_choice_of_a_source_outlives_its_rebuild(qtbot: QtBot) -> None:
    model = SourceModel()
    model.set_sources([summary("numpy")])
    model.set_used("numpy", used=False)

    model.set_sources([summary("numpy", chunks=99)])

    assert model.used == ()


def test_screen_readers_hear_the_whole_row(translation: Translation) -> None:
    model = SourceModel()
    model.set_sources([summary("SciPy 讲义", problems=PROBLEMS, chunks=870)])

    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert spoken == "SciPy 讲义 · 870 passages · 2 files with problems · used in chat"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.lists(st.lists(st.sampled_from("abcdefg"), unique=True), min_size=1, max_size=6))
def test_rows_follow_the_library_whatever_comes_and_goes(qtbot: QtBot, states: list[list[str]]) -> None:
    model = SourceModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for titles in states:
        model.set_sources([summary(title) for title in titles])
        assert [model.index(row).data() for row in range(model.rowCount(QModelIndex()))] == titles


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ["NumPy 用户指南", "机器学习 2024", "C++"]),
        ("  ", ["NumPy 用户指南", "机器学习 2024", "C++"]),
        ("numpy", ["NumPy 用户指南"]),
        ("指南 num", ["NumPy 用户指南"]),
        ("2024", ["机器学习 2024"]),
        ("c++", ["C++"]),
        ("(.*", []),
        ("documents", ["NumPy 用户指南", "机器学习 2024", "C++"]),
    ],
)
def test_search_finds_titles_and_places_by_words(qtbot: QtBot, typed: str, shown: list[str]) -> None:
    model = SourceModel()
    model.set_sources([summary("NumPy 用户指南"), summary("机器学习 2024"), summary("C++")])
    rows = SourceFilter(model)

    rows.search(typed)

    assert [rows.index(row, 0).data() for row in range(rows.rowCount())] == shown


def test_how_long_something_takes_is_not_said_as_what_is_left_of_it(translation: Translation) -> None:
    translation.use("zh_CN")
    assert SourceWords().time_words(7_000) == "约 2 小时"
    assert SourceWords().time_words(110) == "约 2 分钟"
