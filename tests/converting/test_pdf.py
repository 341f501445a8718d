"""PDF: reading order, paragraphs, headings, tables, what pages repeat, where pages begin, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import Converted, convert
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from tests.pdf_writer import Sheet, pdf

LEFT = [
    "Rain falls on the hills and runs down",
    "into streams, which meet in the valley",
    "and become a river that crosses the",
    "whole plain before it reaches the sea",
    "and the sun lifts the water once more.",
]
RIGHT = [
    "Clouds drift back over the land where",
    "the air cools as it climbs, so that the",
    "drops grow heavy and fall as rain, or",
    "as snow in winter, when hills are cold",
    "and the valleys lie still under frost.",
]


@pytest.fixture(autouse=True)
def no_recognition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the extra for it is installed or not; it has tests of its own."""
    monkeypatch.setattr("gangdan_gui.converting.recognition.is_available", lambda: False)


def read(data: bytes) -> Converted:
    return convert(data, "lesson.pdf")


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFile) as refused:
        read(data)
    return refused.value.reason.code


def test_two_columns_are_read_one_after_the_other_under_a_title_over_both() -> None:
    sheet = Sheet().words(150, 780, "The Cycle of Water in Nature", 20)
    sheet.lines(60, 700, LEFT).lines(310, 700, RIGHT)
    assert read(pdf(sheet)).text == f"# The Cycle of Water in Nature\n\n{' '.join(LEFT)}\n\n{' '.join(RIGHT)}\n"


def test_columns_are_told_by_their_places_and_not_by_the_order_they_were_drawn_in() -> None:
    sheet = Sheet()
    for number, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        sheet.words(310, 700 - 12 * number, right).words(60, 700 - 12 * number, left)
    assert read(pdf(sheet)).text == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}\n"


def test_three_columns() -> None:
    sheet = Sheet()
    for column in range(3):
        sheet.lines(40 + 180 * column, 700, [line[:28] + f" c{column}" for line in LEFT], 9)
    text = read(pdf(sheet)).text
    assert [mark for word in text.split() if (mark := word.rstrip(".")) in ("c0", "c1", "c2")] == (
        ["c0"] * 5 + ["c1"] * 5 + ["c2"] * 5
    )


def test_a_paragraph_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    left = [*LEFT[:4], "and the sun lifts the water once more,"]
    first = Sheet().lines(60, 700, left).lines(310, 700, [*RIGHT[:4], "and the valleys lie still under frost,"])
    second = Sheet().lines(60, 700, ["until spring comes and the snow melts."])
    made = read(pdf(first, second))
    assert "once more, Clouds drift back" in made.text
    assert "under frost, until spring comes" in made.text
    assert made.text[made.places.starts[1] :].startswith("until spring")


def test_paragraphs_are_parted_by_gaps_and_by_indented_first_lines() -> None:
    sheet = Sheet().lines(60, 700, LEFT).lines(60, 620, RIGHT)
    sheet.words(72, 560, "A third paragraph begins further in").words(60, 548, "and goes on at the edge of the column.")
    assert read(pdf(sheet)).text.count("\n\n") == 2


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["The hydro-", "logical cycle"], "The hydrological cycle"),
        (["It is well-", "known; what is well-known"], "It is well-known; what is well-known"),
        (["A text on non-", "Euclidean space"], "A text on non-Euclidean space"),
        (["水循环是自然界的", "重要过程。"], "水循环是自然界的重要过程。"),
        (["用拓扑结构", "表示 Python 程序"], "用拓扑结构表示 Python 程序"),
        (["a - b", "is a difference"], "a - b is a difference"),
    ],
)
def test_line_ends_leave_no_trace_in_words(lines: list[str], joined: str) -> None:
    assert read(pdf(Sheet().lines(60, 700, lines))).text == joined + "\n"


def test_ligatures_and_radicals_are_the_letters_a_question_has() -> None:
    assert read(pdf(Sheet().words(60, 700, "⼀个⽔分子的ﬁ"))).text == "一个水分子的fi\n"


def test_headings_have_levels_by_size_and_bold_lines_are_the_lowest() -> None:
    sheet = Sheet().words(60, 780, "Water on Earth", 24).words(60, 730, "1 Oceans", 16).lines(60, 700, LEFT)
    sheet.words(60, 620, "Tides", 10, "B").lines(60, 600, RIGHT)
    lines = read(pdf(sheet)).text.split("\n")
    assert [line for line in lines if line.startswith("#")] == ["# Water on Earth", "## 1 Oceans", "### Tides"]


def test_bookmarks_make_headings_of_lines_that_look_like_all_others() -> None:
    sheet = Sheet().words(60, 720, "Seas and Oceans").lines(60, 690, LEFT)
    text = read(pdf(sheet, bookmarks=[("Seas and  oceans", 0)])).text
    assert text.startswith("## Seas and Oceans\n\nRain falls")


def test_what_pages_repeat_is_taken_out_and_headings_on_their_tops_stay() -> None:
    sheets = []
    for number in range(1, 5):
        sheet = Sheet().words(60, 810, "School of Water, vol. 7").words(290, 30, f"{number + 10}")
        sheet.words(60, 790, f"{number} Lesson number {number}", 16).lines(60, 700, LEFT)
        sheets.append(sheet)
    text = read(pdf(*sheets)).text
    assert "School of Water" not in text
    assert "11" not in text
    assert text.count(" Lesson number ") == 4
    assert "\n# 4 Lesson number 4\n" in text


def test_running_heads_of_short_chapters_go_by_their_page_numbers() -> None:
    sheets = []
    for number, chapter in enumerate(["Rain", "Rain", "Rivers", "Rivers", "Seas"], 1):
        sheet = Sheet().words(60, 800, f"Chapter on {chapter}").words(500, 800, f"{number + 6}").lines(60, 700, LEFT)
        sheets.append(sheet.words(60, 600, f"On {chapter.lower()} {number + 6}"))
    text = read(pdf(*sheets)).text
    assert "Chapter" not in text
    assert text.count("\n\nOn ") == 5


@pytest.mark.parametrize("number", ["7", "- 7 -", "Page 7 of 9", "第 7 页", "7 / 9", "vii"])
def test_page_numbers_go_even_from_a_single_page(number: str) -> None:
    assert read(pdf(Sheet().lines(60, 700, LEFT).words(290, 30, number))).text == " ".join(LEFT) + "\n"


def test_a_sheet_may_begin_anywhere_and_what_lies_beside_it_is_not_there() -> None:
    sheet = (
        Sheet().lines(1060, 1700, LEFT).words(1290, 1030, "12").words(60, 700, "Hidden").words(1e8, 1700, "Far away")
    )
    assert read(pdf(sheet, box="1000 1000 1595 1842")).text == " ".join(LEFT) + "\n"


def test_a_paragraph_without_end_is_parted_before_it_is_slow() -> None:
    lines = [f"water {number} falls and rises and falls again" for number in range(3000)]
    sheets = [Sheet().lines(60, 800, lines[start : start + 60]) for start in range(0, 3000, 60)]
    text = read(pdf(*sheets)).text
    assert max(map(len, text.split("\n\n"))) < 21_000
    assert text.split() == " ".join(lines).split()


def test_a_number_that_is_no_page_number_stays() -> None:
    assert "1984" in read(pdf(Sheet().lines(60, 700, LEFT).words(60, 400, "1984"))).text


def test_cells_in_rows_are_a_table_and_not_columns() -> None:
    sheet = Sheet().lines(60, 760, LEFT)
    for row, cells in enumerate([("River", "Length", "Mouth"), ("Nile", "6650 km", "Egypt"), ("Rhine", "1233 km", "")]):
        for column, cell in enumerate(cells):
            if cell:
                sheet.words(60 + 100 * column, 600 - 16 * row, cell)
    text = read(pdf(sheet)).text
    assert text.endswith("| River | Length | Mouth |\n| --- | --- | --- |\n| Nile | 6650 km | Egypt |\n"
                         "| Rhine | 1233 km | |\n")  # fmt: skip


def test_code_keeps_its_lines_and_their_indentation() -> None:
    sheet = Sheet().lines(60, 760, LEFT).words(60, 640, "def rain(hours):", font="M")
    sheet.words(84, 628, "#", font="M").words(96, 628, "每小时两毫米").words(84, 616, "return 2 * hours", font="M")
    sheet.words(60, 592, "rain(3)", font="M").lines(60, 560, RIGHT)
    text = read(pdf(sheet)).text
    assert "\n\n```\ndef rain(hours):\n    # 每小时两毫米\n    return 2 * hours\n\nrain(3)\n```\n\nClouds" in text


def test_a_typewritten_document_is_prose() -> None:
    assert read(pdf(Sheet().lines(60, 700, LEFT, font="M"))).text == " ".join(LEFT) + "\n"


def test_references_are_a_part_of_their_own_with_a_paragraph_for_each() -> None:
    lines = ["[1] A. Author and B. Writer. A study of rain", "on hills. 2001.", "[2] C. Scholar. Rivers. 2002."]
    text = read(pdf(Sheet().lines(60, 760, LEFT).words(60, 640, "References").lines(60, 620, lines))).text
    assert text.endswith(
        "\n\n## References\n\n[1] A. Author and B. Writer. A study of rain on hills. 2001.\n\n"
        "[2] C. Scholar. Rivers. 2002.\n"
    )


def test_a_page_in_chinese_with_its_title() -> None:
    sheet = Sheet().words(60, 760, "光合作用", 20)
    sheet.lines(
        60, 700, ["　　植物利用阳光把二氧化碳和水变成糖，同时放出氧气。这个过", "程叫做光合作用，发生在叶绿体中。"], 12
    )
    made = read(pdf(sheet))
    assert (made.title, made.language) == ("光合作用", "zh")
    assert (
        made.text
        == "# 光合作用\n\n植物利用阳光把二氧化碳和水变成糖，同时放出氧气。这个过程叫做光合作用，发生在叶绿体中。\n"
    )


def test_chinese_written_from_the_top_down_is_read_from_the_right() -> None:
    sheet = Sheet()
    for column, line in enumerate(["春眠不觉晓处处闻啼鸟", "夜来风雨声花落知多少"]):
        for row, character in enumerate(line):
            sheet.words(500 - 30 * column, 760 - 14 * row, character, 12)
    assert read(pdf(sheet)).text == "春眠不觉晓处处闻啼鸟夜来风雨声花落知多少\n"


def test_a_page_that_lies_on_its_side() -> None:
    sheet = Sheet()
    for number, line in enumerate(LEFT):
        sheet.words(60 + 12 * number, 100, line, up=True)
    assert read(pdf(sheet, rotation=90)).text == " ".join(LEFT) + "\n"


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Water for Schools", "Water for Schools"),
        ("Microsoft Word - Water for Schools", "Water for Schools"),
        ("Untitled", "On Rain"),
        ("Microsoft Word - rain3_final.docx", "On Rain"),
        ("", "On Rain"),
    ],
)
def test_title_is_the_stated_one_where_that_is_a_title(stated: str, title: str) -> None:
    assert read(pdf(Sheet().words(60, 780, "On Rain", 20).lines(60, 700, LEFT), title=stated)).title == title


def test_pages_are_known_also_after_one_without_text() -> None:
    made = read(pdf(Sheet().lines(60, 700, LEFT), Sheet().picture(), Sheet().lines(60, 700, RIGHT)))
    assert [made.places.at(made.text.index(words)) for words in ("Rain falls", "once more", "Clouds")] == [1, 1, 3]
    assert made.warnings == (Reason("pages-scanned", "1"),)


def test_signs_that_are_markup_elsewhere_stay_what_they_are() -> None:
    text = read(pdf(Sheet().words(60, 700, "# not a heading <b> of rain").words(60, 600, "> 5 mm fell"))).text
    assert text == "\\# not a heading \\<b> of rain\n\n\\> 5 mm fell\n"


def test_an_empty_password_opens_and_a_set_one_is_named() -> None:
    sheet = Sheet().lines(60, 700, LEFT)
    assert read(pdf(sheet, user_password="")).text == " ".join(LEFT) + "\n"
    assert refusal(pdf(sheet, user_password="secret")) == "password-protected"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (pdf(Sheet().picture()), "scanned"),
        (pdf(*(Sheet().picture().words(200, 20, "Made with a scanner") for _ in range(3))), "scanned"),
        (pdf(Sheet()), "blank"),
        (pdf(), "no-pages"),
        (pdf(Sheet().words(60, 700, "Glyphs that no table names", font="N")), "no-letters"),
        (b"%PDF-1.7\nnothing else", "damaged-file"),
        (pdf(Sheet().lines(60, 700, LEFT))[:700], "damaged-file"),
        (b"", "empty"),
        (b"\0" * 100, "blank"),
        (b"<!doctype html><title>Log in</title>", "html-page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "lfs-pointer"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(data: bytes, code: str) -> None:
    assert refusal(data) == code


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damage_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(pdf(Sheet().words(60, 760, "On Rain", 20).lines(60, 700, LEFT), bookmarks=[("On Rain", 0)]))
    for _ in range(data.draw(st.integers(1, 20))):
        whole[data.draw(st.integers(5, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        made = read(bytes(whole[: data.draw(st.integers(5, len(whole)))]))
    except UnreadableFile:
        return
    assert made.text.strip()
    assert "\ue00c" not in made.text
