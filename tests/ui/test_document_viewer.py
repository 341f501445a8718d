"""A document opened at a passage, rendered and as Markdown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.ui.documents.lines import LONGEST_LINE
from gangdan_gui.ui.documents.viewer import RENDERED_UP_TO, DocumentViewer
from gangdan_gui.ui.theme import Theme, ThemeMode

SECTION = """## Part {n} 部分 😀

Paragraph {n} has **bold** words and `code`. The sentence number {n} is here. 中文的行
之间没有空格。第 {n} 句在这里。

- item one of {n}
- item two of {n}

```python
value_{n} = call({n})
other_{n} = 2
```

"""


@pytest.fixture
def viewer(qtbot: QtBot, theme: Theme) -> DocumentViewer:
    viewer = DocumentViewer(theme)
    viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(viewer)
    viewer.show()
    return viewer


def document(text: str) -> MarkdownDocument:
    return MarkdownDocument("numpy", "guide/a.md", "Guide 指南", text, "en", "utf-8")


def sections(count: int) -> str:
    return "".join(SECTION.format(n=n) for n in range(count))


def open_at(qtbot: QtBot, viewer: DocumentViewer, text: str, quote: str, *, as_source: bool = False) -> None:
    start = text.index(quote)
    viewer.show_document(document(text), "NumPy", start, start + len(quote))
    viewer.toggle.setChecked(as_source or len(text) > RENDERED_UP_TO)
    form = viewer.panes.markdown.source if viewer.toggle.isChecked() else viewer.panes.markdown.page
    qtbot.waitUntil(lambda: not form.queue.busy, timeout=20_000)
    QApplication.processEvents()
    QApplication.processEvents()


@pytest.mark.parametrize(
    "quote",
    [
        "bold** words and `code`. The sentence number 37",
        "The sentence number 37 is here.",
        "第 37 句在这里。",
        "value_37 = call(37)\nother_37",
        "item two of 37",
    ],
)
def test_the_passage_is_marked_and_in_view(qtbot: QtBot, viewer: DocumentViewer, quote: str) -> None:
    text = sections(60)
    open_at(qtbot, viewer, text, quote)
    assert viewer.panes.markdown.page.marked_text == quote.replace("*", "").replace("`", "")
    cursor = QTextCursor(viewer.panes.markdown.page.document())
    cursor.setPosition(viewer.panes.markdown.page._marked[0].start)
    assert viewer.panes.markdown.page.viewport().rect().contains(viewer.panes.markdown.page.cursorRect(cursor).center())
    open_at(qtbot, viewer, text, quote, as_source=True)
    assert viewer.panes.markdown.source.marked_text == quote
    assert viewer.panes.markdown.source.viewport().rect().contains(viewer.panes.markdown.source.cursorRect().center())


def test_a_passage_across_blocks_is_marked_whole(qtbot: QtBot, viewer: DocumentViewer) -> None:
    text = sections(10)
    start, end = text.index("The sentence number 4"), text.index("other_4")
    open_at(qtbot, viewer, text, text[start:end])
    marked = viewer.panes.markdown.page.marked_text
    assert marked.startswith("The sentence number 4 is here.")
    assert marked.rstrip().endswith("value_4 = call(4)")
    assert "item two of 4" in marked


@pytest.mark.parametrize(("first", "last"), [(3, 3), (3, 5), (24, 30)])
def test_the_rows_of_a_table_are_marked(qtbot: QtBot, viewer: DocumentViewer, first: int, last: int) -> None:
    text = sections(3) + "| a | b |\n|---|---|\n" + "".join(f"| row {n:03d} | value {n:03d} |\n" for n in range(60))
    open_at(qtbot, viewer, text, text[text.index(f"row {first:03d}") : text.index(f"value {last:03d}") + 9])
    marked = viewer.panes.markdown.page.marked_text
    assert [n for n in range(60) if f"row {n:03d}" in marked] == list(range(first, last + 1))
    assert f"value {last:03d}" in marked


def test_a_passage_that_comes_to_a_table_marks_its_head(qtbot: QtBot, viewer: DocumentViewer) -> None:
    text = "Above it.\n\n| name | value |\n|---|---|\n| one | 1 |\n| two | 2 |\n"
    open_at(qtbot, viewer, text, text[: text.index("| two")])
    marked = viewer.panes.markdown.page.marked_text
    assert all(word in marked for word in ("Above it.", "name", "value", "one"))
    assert "two" not in marked


def test_a_long_document_opens_as_markdown_at_its_passage(qtbot: QtBot, viewer: DocumentViewer) -> None:
    text = sections(RENDERED_UP_TO // len(SECTION) + 100)
    viewer.show_document(document(text), "NumPy", 0, 0)
    assert viewer.panes.markdown.currentWidget() is viewer.panes.markdown.source
    assert not viewer.panes.markdown.page.queue.busy
    open_at(qtbot, viewer, text, text[-300:-200])
    assert viewer.panes.markdown.source.marked_text == text[-300:-200]
    assert viewer.panes.markdown.source.toPlainText() == text


def test_a_document_on_one_line_is_broken_for_the_eye_only(qtbot: QtBot, viewer: DocumentViewer) -> None:
    text = "".join(f"{n:06d}句" for n in range(20_000)) + "😀终点在这里"
    open_at(qtbot, viewer, text, "😀终点在这里", as_source=True)
    assert viewer.panes.markdown.source.marked_text == "😀终点在这里"
    assert viewer.panes.markdown.source.toPlainText().replace("\n", "") == text
    lines = viewer.panes.markdown.source.toPlainText().split("\n")
    assert max(map(len, lines)) <= LONGEST_LINE


@pytest.mark.parametrize("text", ["", "\n\n", "x"])
def test_short_documents_can_be_opened(qtbot: QtBot, viewer: DocumentViewer, text: str) -> None:
    for as_source in (False, True):
        viewer.show_document(document(text), "NumPy", 0, len(text))
        viewer.toggle.setChecked(as_source)
        qtbot.waitUntil(lambda: not (viewer.panes.markdown.page.queue.busy or viewer.panes.markdown.source.queue.busy))
    assert viewer.panes.markdown.source.toPlainText() == text


def test_a_place_outside_the_document_is_no_error(qtbot: QtBot, viewer: DocumentViewer) -> None:
    for as_source in (False, True):
        viewer.show_document(document("short"), "NumPy", 900, 1000)
        viewer.toggle.setChecked(as_source)
        qtbot.waitUntil(lambda: not (viewer.panes.markdown.page.queue.busy or viewer.panes.markdown.source.queue.busy))
    assert viewer.panes.markdown.page.marked_text == ""


def test_title_place_and_names(qtbot: QtBot, viewer: DocumentViewer) -> None:
    open_at(qtbot, viewer, "Some text", "text")
    assert viewer.windowTitle() == "Guide 指南 — NumPy"
    assert viewer.where.text() == "NumPy › guide/a.md"
    assert viewer.panes.markdown.page.accessibleName()
    assert viewer.panes.markdown.source.accessibleName()
    assert viewer.toggle.text() == "Show Markdown"
    viewer.toggle.setChecked(True)
    assert viewer.toggle.text() == "Show rendered text"


def test_it_can_be_closed_while_it_is_drawn(qtbot: QtBot, viewer: DocumentViewer) -> None:
    viewer.show_document(document(sections(300)), "NumPy", 0, 10)
    with qtbot.waitSignal(viewer.closed):
        qtbot.keyClick(viewer, Qt.Key.Key_Escape)
    assert not viewer.panes.markdown.page.queue.busy


def test_another_theme_marks_again(qtbot: QtBot, viewer: DocumentViewer, theme: Theme) -> None:
    open_at(qtbot, viewer, sections(5), "The sentence number 3 is here.")
    theme.apply(dark=True)
    qtbot.waitUntil(lambda: not viewer.panes.markdown.page.queue.busy)
    assert viewer.panes.markdown.page.marked_text == "The sentence number 3 is here."
    theme.apply(dark=False)


def test_other_colours_leave_whoever_reads_where_they_are(qtbot: QtBot, viewer: DocumentViewer, theme: Theme) -> None:
    open_at(qtbot, viewer, sections(60), "The sentence number 3 is here.")
    page = viewer.panes.markdown.page
    qtbot.waitUntil(lambda: not page.queue.busy)
    bar = page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 900)
    QApplication.processEvents()
    bar.setValue(900)
    theme.set_mode(ThemeMode.DARK)
    qtbot.waitUntil(lambda: not page.queue.busy and bar.value() == 900)
    assert page.marked_text == "The sentence number 3 is here."
    page.show_markdown(sections(60), 0, 0)
    qtbot.waitUntil(lambda: not page.queue.busy)
    assert bar.value() == 0
    theme.set_mode(ThemeMode.LIGHT)
