"""Word, OpenDocument and EPUB: what a reader sees is in the Markdown, and nothing that only surrounds it."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile
from tests.converting.office_files import docx_of, edited, made, pack, parts_of

LESSON = """\
---
title: 函数与导数
author: 王老师
---

# 第一章

Words with **bold**, a [link](https://example.org/x) and a note[^1].

[^1]: The note.

- one
    - two
        - three

1. first
2. second

| 姓名 | 分 |
|---|---|
| 张三 | 090 |

Inline $x^2+\\frac{1}{2}$ and:

$$\\int_0^1 x\\,dx$$

## 第二节

最后一段。
"""
W_P = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"


def markdown(data: bytes, name: str = "a.docx") -> str:
    return convert(data, name).text


@pytest.mark.parametrize("form", ["docx", "odt", "epub"])
def test_a_lesson_keeps_its_structure(form: str) -> None:
    result = convert(made(form, LESSON, "--mathml"), f"x.{form}")
    lines = result.text.split("\n")
    assert result.title == "函数与导数"
    assert "王老师" in lines
    assert lines.index("# 第一章") < lines.index("## 第二节") < lines.index("最后一段。")
    assert "Words with **bold**, a [link](https://example.org/x) and a note[^1]." in lines
    assert "[^1]: The note." in lines
    assert [line for line in lines if line.lstrip().startswith("- ")] == ["- one", "  - two", "    - three"]
    assert [line.split() for line in lines if re.match(r"\d\.", line)] == [["1.", "first"], ["2.", "second"]]
    assert "| 姓名 | 分 |\n|---|---|\n| 张三 | 090 |\n" in result.text


@pytest.mark.parametrize("form", ["docx", "epub"])
def test_formulas_are_tex(form: str) -> None:
    text = markdown(made(form, LESSON, "--mathml"), f"x.{form}").replace("^{2} + ", "^2+")
    assert re.search(r"\$x\^2\+\\frac\{1\}\{2\}\$", text)
    assert re.search(r"\$\$\\int_\{?0\}?\^\{?1\}?\s?x\\,\s?dx\$\$", text)


def test_formulas_of_libreoffice_are_tex() -> None:
    """It names the folder of a formula without the bar at the end that pandoc writes."""
    data = edited(made("odt", LESSON), "content.xml", lambda xml: re.sub(r'"(Formula-\d)/"', r'"./\1"', xml))
    assert r"x^{2} + \frac{1}{2}" in markdown(data, "a.odt")


def test_tracked_changes_come_to_what_they_say_and_comments_are_gone() -> None:
    author = 'w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z"'
    data = docx_of(
        f"<w:p><w:r><w:t>Kept </w:t></w:r><w:ins {author}><w:r><w:t>inserted</w:t></w:r></w:ins>"
        f'<w:del {author}><w:r><w:delText>deleted</w:delText></w:r></w:del><w:commentRangeStart w:id="1"/>'
        '<w:r><w:t> noted</w:t></w:r><w:commentRangeEnd w:id="1"/></w:p>'
    )
    assert markdown(data) == "Kept inserted noted\n"


def test_merged_cells_say_their_words_in_each_row_they_reach() -> None:
    def tc(words: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{W_P.format(words)}</w:tc>"

    wide, down, on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    columns = '<w:gridCol w:w="900"/>' * 3
    data = docx_of(
        f"<w:tbl><w:tblGrid>{columns}</w:tblGrid>"
        f"<w:tr>{tc('Class')}{tc('Marks', wide)}</w:tr>"
        f"<w:tr>{tc('7A', down)}{tc('Li')}{tc('90')}</w:tr><w:tr>{tc('', on)}{tc('Wu')}{tc('85')}</w:tr></w:tbl>"
    )
    assert markdown(data) == "| Class | Marks | |\n|---|---|---|\n| 7A | Li | 90 |\n| 7A | Wu | 85 |\n"


def test_pictures_are_their_descriptions_and_none_is_fetched() -> None:
    page = made("epub", "# A\n\n![A cat on a mat](https://127.0.0.1:9/cat.png)\n\nAfter.\n", "--sandbox")
    text = markdown(page, "a.epub")
    assert "A cat on a mat" in text
    assert "127.0.0.1" not in text


def test_a_book_is_in_its_reading_order_without_its_contents() -> None:
    text = markdown(made("epub", "---\ntitle: Book\n---\n\n# Zeta\n\nz\n\n# Alpha\n\na\n", "--toc"), "a.epub")
    assert re.findall(r"^# (.*)$", text, re.MULTILINE) == ["Book", "Zeta", "Alpha"]


@pytest.mark.parametrize("stale", ["Microsoft Word - lesson.doc", "PowerPoint 演示文稿", "Word Document", "文档1"])
def test_a_title_that_a_program_gave_is_none(stale: str) -> None:
    data = edited(
        made("docx", "words"),
        "docProps/core.xml",
        lambda xml: re.sub(r"<dc:title>.*?</dc:title>|<dc:title */>", f"<dc:title>{stale}</dc:title>", xml),
    )
    assert stale.encode() in parts_of(data)["docProps/core.xml"]
    assert convert(data, "第三课.docx").title == "第三课"


def test_a_stated_title_counts_where_the_text_has_none() -> None:
    data = edited(
        made("docx", "words"),
        "docProps/core.xml",
        lambda xml: re.sub(r"<dc:title>.*?</dc:title>|<dc:title */>", "<dc:title>光 &amp; 影</dc:title>", xml),
    )
    assert convert(data, "x.docx").title == "光 & 影"


def test_macros_and_media_are_left_packed() -> None:
    parts = {**parts_of(made("docx", "words")), "word/vbaProject.bin": b"Sub X()", "word/media/a.png": bytes(100)}
    assert markdown(pack(parts), "x.docm") == "words\n"


BOX = (
    "<w:p><w:r><w:t>Beside it</w:t></w:r><w:r><mc:AlternateContent "
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing>'
    "<w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback>"
    "<w:pict><w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback>"
    "</mc:AlternateContent></w:r></w:p>"
)
CONTENTS = (
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>'
    "<w:p><w:r><w:t>Chapter 1 ..... 3</w:t></w:r></w:p></w:sdtContent></w:sdt>"
)
CONTROL = "<w:sdt><w:sdtContent><w:p><w:r><w:t>In a control</w:t></w:r></w:p></w:sdtContent></w:sdt>"


def test_text_boxes_are_read_once_and_the_contents_not() -> None:
    data = docx_of(CONTENTS + BOX + CONTROL)
    assert markdown(data) == "Beside it\n\nIn the box\n\nIn a control\n"
    formula = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>"
    beside = docx_of(f"{BOX}<w:p>{formula}</w:p>")
    assert markdown(beside) == "Beside it\n\nIn the box\n\n$x$\n"


def test_boxes_too_deep_to_be_drawn() -> None:
    deep = "<w:p><w:r><w:txbxContent>" * 3_000 + "</w:txbxContent></w:r></w:p>" * 3_000
    with pytest.raises(UnreadableFile) as caught:
        convert(docx_of(deep), "a.docx")
    assert caught.value.reason.code == "damaged-file"


VISIBLE = re.compile(r"[A-Za-z]{2,}|[\u4e00-\u9fff]")
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def words_in_parts(file: Path) -> Counter[str]:
    """The words of the body, told without the converter."""
    with zipfile.ZipFile(file) as package:
        tree = ElementTree.fromstring(package.read("word/document.xml"))
    paragraphs = ("".join(run.text or "" for run in p.iter(f"{W}t")) for p in tree.iter(f"{W}p"))
    return Counter(VISIBLE.findall("\n".join(paragraphs)))


@pytest.mark.shared
def test_real_documents_keep_their_words(shared: Path) -> None:
    files = sorted((shared / "corpus/docx").rglob("*.docx"))
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for file in files:
        visible = words_in_parts(file)
        try:
            text = markdown(file.read_bytes(), file.name)
        except UnreadableFile as error:
            assert error.reason.code == "blank", file  # noqa: PT017
            assert not visible, file
            continue
        wanted += visible
        found += visible & Counter(VISIBLE.findall(text))
    assert len(files) > 5
    assert sum(wanted.values()) > 50
    assert sum(found.values()) >= 0.98 * sum(wanted.values())
