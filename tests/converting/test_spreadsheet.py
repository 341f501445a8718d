"""Sheets and tables of plain text: values as they are written, under headers that every piece of them repeats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.markdown_table import tables
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from tests.converting.office_files import cell, pack, parts_of, xlsx_of

MARKS = '姓名,成绩,备注\n张三,090,"好,很好"\n李四,88.50,=SUM(A1)\n'
TABLE = "| 姓名 | 成绩 | 备注 |\n| --- | --- | --- |\n| 张三 | 090 | 好,很好 |\n| 李四 | 88.50 | =SUM(A1) |\n"
ODS_BODY = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="成绩">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)
ODS_CELL = '<table:table-cell{} office:value-type="string"><text:p>{}</text:p></table:table-cell>'


def row(number: int, *values: str | float) -> str:
    places = zip("ABCDEFG", values, strict=False)
    return f"<row>{''.join(cell(f'{letter}{number}', value) for letter, value in places)}</row>"


def ods_of(rows: str) -> bytes:
    return pack(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest:manifest/>",
            "content.xml": ODS_BODY.format(rows),
        }
    )


@pytest.mark.parametrize("encoding", ["gbk", "utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_of_plain_text(encoding: str, separator: str, end: str) -> None:
    text = MARKS if separator == "," else MARKS.replace("好,很好", "好~很好").replace(",", separator).replace("~", ",")
    made = convert(text.replace("\n", end).encode(encoding), "marks.csv")
    assert made.text == TABLE


def test_a_line_that_names_the_separator() -> None:
    assert convert(b"sep=;\na;b,c\n1;2,5\n", "a.csv").text == "| a | b,c |\n| --- | --- |\n| 1 | 2,5 |\n"


@pytest.mark.parametrize("end", ["csv", "tsv", "tab"])
def test_cells_with_lines_quotes_and_bars(end: str) -> None:
    made = convert(b'a\tb\n"two\nlines"\t"say ""x|y"""\n\t\nc\n', f"a.{end}").text
    assert made == '| a | b |\n| --- | --- |\n| two lines | say "x\\|y" |\n| c | |\n'


def test_a_page_under_the_name_of_a_table() -> None:
    with pytest.raises(UnreadableFile) as caught:
        convert(b"<!DOCTYPE html><html><body>a,b</body></html>", "a.csv")
    assert caught.value.reason.code == "html-page"


def test_every_piece_of_a_long_table_has_its_header() -> None:
    lines = ["name,mark", *(f"pupil {number},{number}" for number in range(95))]
    blocks = convert("\n".join(lines).encode(), "a.csv").text.rstrip("\n").split("\n\n")
    assert len(blocks) == 5
    assert all(block.startswith("| name | mark |\n| --- | --- |\n| pupil ") for block in blocks)
    assert all(len(block.split("\n")) <= 22 for block in blocks)


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=50))
def test_every_cell_is_a_cell_of_the_table_shown(rows: list[list[str]]) -> None:
    shown = MarkdownIt("commonmark").enable("table").parse("\n\n".join(tables(rows)))
    texts = ["".join(part.content for part in token.children or ()) for token in shown if token.type == "inline"]
    headers = -(-max(len(rows) - 1, 1) // 20)
    assert sum(map(len, texts)) == sum(len(text) for line in rows[1:] for text in line) + headers * sum(
        map(len, rows[0])
    )


def test_sheets_under_their_names() -> None:
    data = xlsx_of(
        {
            "成绩": row(1, "2024 期中") + row(2, "姓名", "分") + row(3, "张三", 90.0) + row(4, "李四", 88.5),
            "Empty": "",
            "Notes": row(1, "a", "b") + row(2, "x|y", -5),
        }
    )
    made = convert(data, "a.xlsx")
    assert made.title == "成绩"
    assert made.text == (
        "# 成绩\n\n2024 期中\n\n| 姓名 | 分 |\n| --- | --- |\n| 张三 | 90 |\n| 李四 | 88.5 |\n\n"
        "# Notes\n\n| a | b |\n| --- | --- |\n| x\\|y | -5 |\n"
    )


def test_a_formula_is_what_it_came_to() -> None:
    rows = row(1, "a", "b") + '<row><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="b"><v>1</v></c></row>'
    assert convert(xlsx_of({"S": rows}), "a.xlsx").text.endswith("| 2 | TRUE |\n")


def test_merged_cells_say_their_words_in_each_row_they_reach() -> None:
    rows = f"<row>{cell('B2', 'Class')}{cell('C2', 'Name')}</row><row>{cell('B3', '7A')}{cell('C3', 'Li')}</row>"
    rows += f"<row>{cell('C4', 'Wu')}</row><row>{cell('C5', 'Xu')}</row>"
    parts = parts_of(xlsx_of({"S": rows}))
    merged = b'</sheetData><mergeCells count="1"><mergeCell ref="B3:B4"/></mergeCells>'
    part = "xl/worksheets/sheet1.xml"
    parts[part] = parts[part].replace(b"</sheetData>", merged)
    assert convert(pack(parts), "a.xlsx").text.endswith("| 7A | Li |\n| 7A | Wu |\n| | Xu |\n")


def test_opendocument_sheets() -> None:
    cells = "".join(ODS_CELL.format("", word) for word in ("姓名", "分"))
    rows = f"<table:table-row>{cells}</table:table-row>" * 2
    # So ends every sheet that LibreOffice writes.
    rows += (
        '<table:table-row table:number-rows-repeated="1048574">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert convert(ods_of(rows), "a.ods").text == "# 成绩\n\n| 姓名 | 分 |\n| --- | --- |\n| 姓名 | 分 |\n"


def test_a_value_at_the_far_end_is_no_table_of_gigabytes() -> None:
    far = f"<row>{cell('A1', 'here')}</row><row>{cell('XFD1048576', 'there')}</row>"
    repeated = ODS_CELL.format(' table:number-columns-repeated="1000000"', "x")
    wide = f"<table:table-row>{repeated}</table:table-row>"
    long = f'<table:table-row table:number-rows-repeated="1000000">{ODS_CELL.format("", "x")}</table:table-row>'
    for data, name in ((xlsx_of({"S": far}), "a.xlsx"), (ods_of(wide), "a.ods"), (ods_of(long), "a.ods")):
        with pytest.raises(UnreadableFile) as caught:
            convert(data, name)
        assert caught.value.reason == Reason("unpacked-too-large")


def test_an_empty_workbook_and_a_broken_old_one() -> None:
    for data, name, code in (
        (xlsx_of({"S": ""}), "a.xlsx", "blank"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "a.xls", "damaged-file"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            convert(data, name)
        assert caught.value.reason.code == code
