"""The Word document as Word reads it: its own formulas, tables, headings, lists, links and fonts."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gangdan_gui.bundled import resource
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting import docx
from tests.exporting.given import LESSON, LISTS, saying, written

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
Element = ElementTree.Element
LISTED = "Python 教程 › Data Structures › Doc/lists.rst: [1] Tuples; [3] More on Lists"


class Opened:
    """The parts of a document."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            assert packed.testzip() is None
            self.parts = {name: packed.read(name) for name in packed.namelist()}
        self.xml = {
            name: ElementTree.fromstring(data) for name, data in self.parts.items() if name.endswith(("xml", "rels"))
        }
        self.body = self.xml["word/document.xml"]
        self.styles = {style.get(f"{W}styleId"): style for style in self.xml["word/styles.xml"].iter(f"{W}style")}

    def paragraphs(self) -> Iterator[tuple[str, str]]:
        """The style and the words of each."""
        for paragraph in self.body.iter(f"{W}p"):
            style = paragraph.find(f"{W}pPr/{W}pStyle")
            yield (style.get(f"{W}val", "") if style is not None else ""), words(paragraph)

    def targets(self) -> dict[str, str]:
        """Where links lead, by their ids."""
        relations = self.xml["word/_rels/document.xml.rels"]
        return {str(one.get("Id")): str(one.get("Target")) for one in relations if one.get("TargetMode") == "External"}


def words(element: Element) -> str:
    return "".join(
        "\n" if part.tag == f"{W}br" else part.text or "" for part in element.iter() if part.tag in (f"{W}t", f"{W}br")
    )


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(LESSON, tmp_path_factory.mktemp("docx"))


def opened(conversation: Conversation, folder: Path) -> Opened:
    return Opened(written(conversation, folder, ".docx"))


def test_formulas_are_word_s_own(lesson: Opened) -> None:
    formulas = list(lesson.body.iter(f"{M}oMath"))
    assert len(formulas) == 3
    assert len(list(lesson.body.iter(f"{M}oMathPara"))) == 1
    assert len(list(lesson.body.iter(f"{M}f"))) == 1
    assert "".join(part.text or "" for part in formulas[1].iter(f"{M}t")).replace(" ", "") == "E=mc2"


def test_tables_have_rows_heads_and_borders(lesson: Opened) -> None:
    (table,) = lesson.body.iter(f"{W}tbl")
    rows = [[words(cell) for cell in row.iter(f"{W}tc")] for row in table.iter(f"{W}tr")]
    assert rows == [["性质", "list", "tuple"], ["可变", "是", "否"], ["语法", "[1, 2]", "😀"]]
    assert [row.find(f"{W}trPr/{W}tblHeader") is not None for row in table.iter(f"{W}tr")] == [True, False, False]
    style = lesson.styles[table.find(f"{W}tblPr/{W}tblStyle").get(f"{W}val")]  # type: ignore[union-attr]
    borders = {edge.tag.removeprefix(W) for edge in style.iter() if edge.get(f"{W}val") == "single"}
    assert borders == {"top", "left", "bottom", "right", "insideH", "insideV"}


def test_columns_are_as_wide_as_what_stands_in_them(tmp_path: Path) -> None:
    small = "| 号 | x |\n|-|-|\n| 1 | y |"
    long = f"| 号 | 说明 |\n|-|-|\n| 1 | {'很长的说明。' * 30} |"
    tables = list(opened(saying(f"{small}\n\n{long}\n\n{small}"), tmp_path).body.iter(f"{W}tbl"))
    widths = [int(table.find(f"{W}tblPr/{W}tblW").get(f"{W}w", "")) for table in tables]  # type: ignore[union-attr]
    assert widths[0] == widths[2] < 1000
    assert widths[1] == 5000
    number, words = (int(column.get(f"{W}w", "")) for column in tables[1].iter(f"{W}gridCol"))
    assert number * 8 < words


@pytest.mark.parametrize(("columns", "style"), [(8, "Compact"), (9, "WideTable"), (200, "WideTable")])
def test_a_table_of_many_columns_stays_on_the_page_in_small_letters(tmp_path: Path, columns: int, style: str) -> None:
    rows = [[f"第{row}行 **{column}**" for column in range(columns)] for row in range(3)]
    lines = ["|".join(row) for row in rows]
    made = opened(saying("\n".join([lines[0], "|".join(["-"] * columns), *lines[1:]])), tmp_path)
    (table,) = made.body.iter(f"{W}tbl")
    said = [[words(cell) for cell in row.iter(f"{W}tc")] for row in table.iter(f"{W}tr")]
    assert said == [[words_.replace("*", "") for words_ in row] for row in rows]
    assert {one.get(f"{W}val") for one in table.iter(f"{W}pStyle")} == {style}
    assert int(table.find(f"{W}tblPr/{W}tblW").get(f"{W}w", "")) <= 5000  # type: ignore[union-attr]


def test_chinese_has_a_font_of_its_own_everywhere(lesson: Opened) -> None:
    fonts = list(lesson.xml["word/styles.xml"].iter(f"{W}rFonts"))
    # The text itself names no font: it only says where marks that both scripts have are Chinese ones.
    assert [list(font.items()) for font in lesson.body.iter(f"{W}rFonts")].count([(f"{W}hint", "eastAsia")]) > 9
    assert {name for font in lesson.body.iter(f"{W}rFonts") for name in font.keys()} == {f"{W}hint"}  # noqa: SIM118
    assert {font.get(f"{W}eastAsia") for font in fonts} == {"Microsoft YaHei"}
    assert not any(name.endswith("Theme") for font in fonts for name in font.keys())  # noqa: SIM118
    listed = {font.get(f"{W}name"): font for font in lesson.xml["word/fontTable.xml"]}
    chinese = listed["Microsoft YaHei"]
    assert chinese.find(f"{W}charset").get(f"{W}val") == "86"  # type: ignore[union-attr]
    alternatives = chinese.find(f"{W}altName").get(f"{W}val", "").split(",")  # type: ignore[union-attr]
    assert {"PingFang SC", "Noto Sans CJK SC", "SimSun"} <= set(alternatives)
    language = lesson.xml["word/styles.xml"].find(f".//{W}docDefaults//{W}lang")
    assert language is not None
    assert language.get(f"{W}eastAsia") == "zh-CN"


def test_every_style_that_is_used_is_there(lesson: Opened) -> None:
    used = {
        element.get(f"{W}val")
        for element in lesson.body.iter()
        if element.tag in (f"{W}pStyle", f"{W}rStyle", f"{W}tblStyle")
    }
    assert used <= set(lesson.styles)
    based = {
        one.get(f"{W}val")
        for one in lesson.xml["word/styles.xml"].iter()
        if one.tag in (f"{W}basedOn", f"{W}next", f"{W}link")
    }
    assert based <= set(lesson.styles)


def test_headings_are_styles_in_their_order(lesson: Opened) -> None:
    headings = [(style, text) for style, text in lesson.paragraphs() if style == "Title" or style.startswith("Heading")]
    assert headings == [
        ("Title", "列表和元组有什么区别？"),
        ("Heading2", "公式 Formula"),
        ("Heading2", "Sources"),
        ("Heading1", "How is a tuple made?"),
        ("Heading2", "Passages used"),
    ]


def test_code_keeps_its_lines_and_spaces(lesson: Opened) -> None:
    code = [text for style, text in lesson.paragraphs() if style == "SourceCode"]
    assert code == ["def step(theta):\n    # 学习率乘以梯度\n    return  theta - 1", "x = (1,"]


def test_lists_are_numbered_by_word(lesson: Opened) -> None:
    numbered = {
        words(paragraph): paragraph.find(f"{W}pPr/{W}numPr/{W}numId").get(f"{W}val")  # type: ignore[union-attr]
        for paragraph in lesson.body.iter(f"{W}p")
        if paragraph.find(f"{W}pPr/{W}numPr") is not None
    }
    assert list(numbered) == ["先写损失函数，", "再求导：", "见 NumPy。"]
    numberings = lesson.xml["word/numbering.xml"]
    kinds = {one.get(f"{W}numId"): one.find(f"{W}abstractNumId").get(f"{W}val") for one in numberings.iter(f"{W}num")}  # type: ignore[union-attr]
    formats = {
        one.get(f"{W}abstractNumId"): one.find(f"{W}lvl/{W}numFmt").get(f"{W}val")  # type: ignore[union-attr]
        for one in numberings.iter(f"{W}abstractNum")
    }
    assert [formats[kinds[number]] for number in numbered.values()] == ["decimal", "decimal", "bullet"]


def test_links_lead_to_the_addresses_and_to_the_list_of_sources(lesson: Opened) -> None:
    targets = lesson.targets()
    outside = [targets[link.get(f"{R}id", "")] for link in lesson.body.iter(f"{W}hyperlink") if link.get(f"{R}id")]
    assert outside == ["https://numpy.org/doc/", LISTS, "https://zh.d2l.ai/gd.html", LISTS, "https://zh.d2l.ai/gd.html"]
    inside = [
        (words(link), link.get(f"{W}anchor")) for link in lesson.body.iter(f"{W}hyperlink") if link.get(f"{W}anchor")
    ]
    assert inside == [("[1]", "answer-1-1"), ("[3]", "answer-1-3"), ("[2]", "answer-1-2")]
    marks = [mark.get(f"{W}name") for mark in lesson.body.iter(f"{W}bookmarkStart")]
    assert {anchor for _, anchor in inside} <= set(marks)
    assert len(marks) == len(set(marks))


def test_the_sources_are_listed_by_their_numbers(lesson: Opened) -> None:
    entries = [text for style, text in lesson.paragraphs() if style == "SourceEntry"]
    assert entries[:2] == [
        f"[1] [3] {LISTED} — {LISTS} · commit 0c1f2d3e4a5b · licence: PSF-2.0",
        "[2] 动手学深度学习 › 梯度下降 › 多元 › 优化/gd.md — https://zh.d2l.ai/gd.html · licence: CC BY-SA 4.0",
    ]
    assert len(entries) == 4


def test_the_document_knows_its_title_its_time_and_its_pages(lesson: Opened) -> None:
    properties = {part.tag.rpartition("}")[2]: part.text for part in lesson.xml["docProps/core.xml"]}
    assert properties["title"] == "列表和元组有什么区别？"
    assert properties["created"] == properties["modified"] == "2026-03-02T02:18:00Z"
    size = lesson.body.find(f".//{W}sectPr/{W}pgSz")
    assert size is not None
    assert (size.get(f"{W}w"), size.get(f"{W}h")) == ("11906", "16838")
    assert b" PAGE " in lesson.parts["word/footer1.xml"]
    types = lesson.xml["[Content_Types].xml"]
    declared = {one.get("PartName") for one in types} | {one.get("Extension") for one in types}
    assert all(
        f"/{name}" in declared or name.rpartition(".")[2] in declared or name.startswith("[") for name in lesson.parts
    )


def test_a_formula_that_can_not_be_read_stays_as_it_was_written(tmp_path: Path) -> None:
    text = "a $\\input{/etc/passwd}$ b\n\n$$\\nonsense{$$ c $\\frac{1}$ d"
    said = " ".join(text for _, text in opened(saying(text), tmp_path).paragraphs())
    assert "\\input{/etc/passwd}" in said
    assert "\\nonsense{" in said
    assert "\\frac{1}" in said
    assert "root:" not in said


def test_a_conversation_without_a_time_is_written_all_the_same(tmp_path: Path) -> None:
    made = opened(Conversation("c", "half \ud800 \x00", "yesterday"), tmp_path)
    assert [text for _, text in made.paragraphs()] == ["half \ufffd"]


def test_parts_without_a_date_are_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = shutil.copytree(resource("pandoc", "docx"), tmp_path / "docx")
    for part in parts.rglob("*"):
        os.utime(part, (0, 0))
    monkeypatch.setattr(docx, "resource", lambda *_names: parts)
    assert opened(LESSON, tmp_path).styles["SourceEntry"] is not None
