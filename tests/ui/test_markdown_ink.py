"""Drawing Markdown into a document: what stands in it, drafts, and what must never get into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QTextCursor, QTextDocument, QTextFrame, QTextTable
from PySide6.QtWidgets import QApplication

from gangdan_gui.ui.reading.block_ink import MOST_QUOTATIONS
from gangdan_gui.ui.reading.markdown_ink import MOST_COLUMNS, MarkdownInk
from gangdan_gui.ui.reading.markdown_parts import PartKind, PartSplitter, split_parts
from gangdan_gui.ui.reading.markdown_tokens import definitions, plain_text
from gangdan_gui.ui.reading.reading_view import plain_selection
from gangdan_gui.ui.theme import DARK, LIGHT

_LINES = st.sampled_from(
    [
        "",
        "text **文字** `code`",
        "# Title",
        "- item",
        "  - inner",
        "```python",
        "```",
        "| a | b |",
        "|---|---|",
        "1. one",
        "> quote",
        "x = 1",
        "---",
        "[1] and [2]",
    ]
)


def drawn(text: str, cited: tuple[int, ...] = ()) -> QTextDocument:
    document = QTextDocument()
    ink = MarkdownInk(document, LIGHT, cited)
    for part in split_parts(text):
        ink.write(part)
    return document


def plain(document: QTextDocument) -> str:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return plain_selection(cursor)


def anchors(document: QTextDocument) -> list[str]:
    found = []
    block = document.firstBlock()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            address = fragments.fragment().charFormat().anchorHref()
            found += [address] if address else []
            fragments += 1
        block = block.next()
    return found


def all_frames(frame: QTextFrame) -> list[QTextFrame]:
    inner = frame.childFrames()
    return [*inner, *(below for child in inner for below in all_frames(child))]


def shape(document: QTextDocument) -> list[tuple[str, int, bool, int]]:
    blocks = []
    block = document.firstBlock()
    while block.isValid():
        form = block.blockFormat()
        blocks.append((block.text(), form.headingLevel(), block.textList() is not None, round(form.lineHeight())))
        block = block.next()
    return blocks


def test_blocks_have_their_words_and_kinds(qapp: QApplication) -> None:
    lists = "- a\n  - b\n\n3. c\n\n"
    boxes = "```py\nx = 1\n\ny\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"
    document = drawn(f"# 标题\n\nOne\ntwo **bold**\n\n{lists}{boxes}")
    text = plain(document)
    for line in ("标题", "One two bold", "- a", "- b", "3. c", "x = 1\n\ny", "A\nB\n1\n2"):
        assert line in text
    assert document.firstBlock().blockFormat().headingLevel() == 1
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    assert [(table.rows(), table.columns()) for table in tables] == [(1, 1), (2, 2)]
    assert tables[1].format().border() == 1


def test_a_copied_list_begins_with_its_mark(qapp: QApplication) -> None:
    document = drawn("before\n\n- one\n- two")
    cursor = QTextCursor(document)
    cursor.setPosition(document.find("one").selectionStart())
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    assert plain_selection(cursor) == "- one\n- two"


def test_chinese_lines_join_without_a_space(qapp: QApplication) -> None:
    assert plain(drawn("广播让形状\n不同的数组\nNumPy\nwork")).strip() == "广播让形状不同的数组 NumPy work"


def test_code_is_copied_as_it_was_written(qapp: QApplication) -> None:
    code = "def f(x):\n    return x\n\n\nprint(f('😀\u3000'))\t# end"
    assert code in plain(drawn(f"```python\n{code}\n```"))


@pytest.mark.parametrize("language", ["python", "no-such-language", "", "c++", "ipython3", "../../x"])
def test_any_language_keeps_the_code(qapp: QApplication, language: str) -> None:
    assert plain(drawn(f"```{language}\n  a <b> & c\n```")).strip("\n") == "  a <b> & c"


def test_formulas_are_kept_whole(qapp: QApplication) -> None:
    text = plain(drawn("so $a_1 * b_2 * c$ and\n\n$$\n\\sum_i x_i\n$$\n\nbut $5 and $6"))
    assert "a_1 * b_2 * c" in text
    assert "\\sum_i x_i" in text
    assert "but $5 and $6" in text


@pytest.mark.parametrize(
    "text",
    [
        "[x](smb://server/share)", "[x](ms-msdt:/id)", "[x](search-ms:query=x)", "[x](file:///etc/passwd)",
        "[x](FILE://server/x)", "[x](//host/share)", "[x](javascript:alert(1))", "[x](java&#115;cript:alert(1))",
        "[x](java&Tab;script:alert(1))", "[x](java%73cript:alert(1))", "[x][r]\n\n[r]: smb://server/share",
        "[x](<java\tscript:alert(1)>)", "[x](gangdan:passage/1)", "[x](../other.md)", "<smb://server/share>",
        "[x](https://numpy.org@evil.example/)", "[x](\\\\server\\share)",
    ],
)  # fmt: skip
def test_a_link_that_is_not_safe_is_only_its_words(qapp: QApplication, text: str) -> None:
    document = drawn(text)
    assert anchors(document) == []
    assert plain(document).strip()


def test_a_safe_link_keeps_its_address(qapp: QApplication) -> None:
    document = drawn("[NumPy](https://numpy.org/a?b=c&d) and `[x](https://no.example)` and <https://auto.example/>")
    assert anchors(document) == ["https://numpy.org/a?b=c&d", "https://auto.example/"]


@pytest.mark.parametrize(
    "text",
    ["![a map](http://evil.example/?q=1)", "![a map](file:///x.png)", "![a map][r]\n\n[r]: //host/x.png",
     "[![a map](//host/x.png)](smb://host/x)"],
)  # fmt: skip
def test_an_image_is_its_alternative_text(qapp: QApplication, text: str) -> None:
    document = drawn(text)
    assert plain(document).strip() == "a map"
    assert "\ufffc" not in document.toPlainText()


def test_a_link_finds_its_address_elsewhere_in_the_text(qapp: QApplication) -> None:
    text = "See [the Guide][ Guide ] and [bad][b].\n\n[guide]: https://numpy.org\n[b]: smb://host/x\n"
    document = QTextDocument()
    ink = MarkdownInk(document, LIGHT)
    ink.references = definitions(text)
    for part in split_parts(text):
        ink.write(part)
    assert anchors(document) == ["https://numpy.org"]
    assert plain(document).strip() == "See the Guide and bad."


def test_html_is_text(qapp: QApplication) -> None:
    text = '<img src="http://evil.example/x.png"> <a href="smb://x">y</a> <script>z</script>'
    assert plain(drawn(text)).strip() == text
    assert anchors(drawn(text)) == []


def test_what_would_take_the_layout_minutes_is_drawn_flat(qapp: QApplication) -> None:
    quoted = drawn(">" * 50 + " deep\n\nafter")
    assert "deep" in quoted.toPlainText()
    assert len(all_frames(quoted.rootFrame())) <= MOST_QUOTATIONS

    ruled = drawn("a\n\n---\n\n" * 300)
    assert all_frames(ruled.rootFrame()) == []

    wide = "|" + "a|" * (MOST_COLUMNS + 1) + "\n|" + "-|" * (MOST_COLUMNS + 1) + "\n|" + "1|" * (MOST_COLUMNS + 1)
    assert "1|1|1" in drawn(wide).toPlainText()


def test_only_cited_numbers_become_chips(qapp: QApplication) -> None:
    document = drawn("One [1], both [1][2], none [3], `[1]`, [1](https://numpy.org)", cited=(1, 2))
    chips = ["gangdan:passage/1", "gangdan:passage/1", "gangdan:passage/2"]
    assert anchors(document) == [*chips, "https://numpy.org"]
    assert plain(document).strip() == "One [1], both [1][2], none [3], [1], 1"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_LINES, max_size=14).map("\n".join), st.integers(1, 7))
def test_drafts_leave_nothing_behind(qapp: QApplication, text: str, step: int) -> None:
    document = QTextDocument()
    ink = MarkdownInk(document, LIGHT)
    splitter = PartSplitter()
    for at in range(0, len(text), step):
        for part in splitter.feed(text[at : at + step]):
            ink.write(part)
        rest = splitter.rest()
        if rest is not None:
            ink.write_draft(rest)
    ink.take_back()
    for part in splitter.close():
        ink.write(part)
    assert shape(document) == shape(drawn(text))


@pytest.mark.parametrize(
    "text",
    ["```\n" + "x = 1\n" * 130, "```\n" + "x = 1\n" * 400, "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 180],
)
def test_drafts_of_long_boxes_leave_nothing_behind(qapp: QApplication, text: str) -> None:
    document = QTextDocument()
    ink = MarkdownInk(document, DARK)
    splitter = PartSplitter()
    for at in range(0, len(text), 100):
        for part in splitter.feed(text[at : at + 100]):
            ink.write(part)
        rest = splitter.rest()
        if rest is not None:
            ink.write_draft(rest)
    ink.take_back()
    for part in splitter.close():
        ink.write(part)
    assert shape(document) == shape(drawn(text))
    assert len(document.rootFrame().childFrames()) == len(drawn(text).rootFrame().childFrames()) <= 4


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="[]()`*_~!<>|#-:$\\ \n\t1a文😀&;", max_size=120))
def test_any_text_can_be_drawn(qapp: QApplication, text: str) -> None:
    document = drawn(text)
    assert all(address.startswith(("http://", "https://", "mailto:")) for address in anchors(document))


def bare(text: str) -> str:
    return "".join(text.split())


def said(text: str) -> str:
    """All words of a text, read part by part; a table that continues does not say its head again."""
    words = []
    for part in split_parts(text):
        whole = part.text if part.kind is PartKind.CODE else plain_text(part.head + part.text)
        words.append(whole.removeprefix(plain_text(part.head)) if part.continues else whole)
    return bare("".join(words))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_LINES, max_size=14).map("\n".join))
def test_no_word_is_lost(qapp: QApplication, text: str) -> None:
    assert bare(drawn(text).toPlainText()) == said(text)


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["d2l-zh", "d2l-en", "rust-book-zh", "vue-en"])
def test_no_word_of_a_real_document_is_lost(qapp: QApplication, shared: Path, folder: str) -> None:
    files = sorted((shared / "corpus" / folder).rglob("*.md"))[:6]
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        assert bare(drawn(text).toPlainText()) == said(text), file.name


@pytest.mark.parametrize(
    ("text", "bold", "read"),
    [
        ("**重要：**这是", ["重要："], "重要：这是"),
        ("前**“引号”**后", ["“引号”"], "前“引号”后"),
        ("> **注意！**要用 `**a：**b`", ["注意！"], "注意！要用 **a：**b"),
        ("2 ** 3，4 ** 5", [], "2 ** 3，4 ** 5"),
    ],
)
def test_bold_as_chinese_writes_it(text: str, bold: list[str], read: str) -> None:
    found = []
    document = drawn(text)
    block = document.firstBlock()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            found += [fragment.text()] if fragment.charFormat().fontWeight() > QFont.Weight.Medium else []
            fragments += 1
        block = block.next()
    assert found == bold
    assert plain(document).strip() == plain_text(text) == read


@pytest.mark.parametrize("money", ["$5–$10", "（$5）和（$6）", "价格是5$，打折后3$。", "$HOME$PATH", "US$3/US$4"])
def test_money_and_names_of_a_shell_are_no_formulas(money: str) -> None:
    assert plain_text(money) == plain(drawn(money)).strip() == money


def test_a_formula_after_money_is_one() -> None:
    assert plain_text("（$5）和$x$，$$a = 5$$") == "（$5）和x，a = 5"
