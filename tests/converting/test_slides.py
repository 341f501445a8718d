"""Slides: each under its number and title, in the order in which they are shown, with what its speaker says."""

from __future__ import annotations

import re

import pytest

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile
from tests.converting.office_files import edited, made, pack, parts_of

DECK = """\
---
title: 函数与导数
author: 王老师
---

# 第一章

Words with **bold** and a [link](https://example.org/x).

- one
    - two
        - three

1. first
2. second

::: notes
Say hello.

Then wait.
:::

# Formulas

Inline $x^2$ is a square.

# 成绩

| 姓名 | 分 |
|---|---|
| 张三 | 090 |
"""
SHAPES = (
    "<p:grpSp><p:nvGrpSpPr/><p:grpSp>"
    '<p:sp><p:nvSpPr><p:cNvPr id="9" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
    "<p:txBody><a:p><a:r><a:t>In a group</a:t></a:r><a:br/><a:r><a:t>of groups</a:t></a:r></a:p></p:txBody></p:sp>"
    '</p:grpSp></p:grpSp><p:pic><p:nvPicPr><p:cNvPr id="8" name="x.png" descr="A cat on a mat"/></p:nvPicPr></p:pic>'
    '<p:sp><p:nvSpPr><p:cNvPr id="7" name="n"/><p:cNvSpPr/><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr>'
    "<p:txBody><a:p><a:fld><a:t>12345</a:t></a:fld></a:p></p:txBody></p:sp></p:spTree>"
)


@pytest.fixture(scope="module")
def deck() -> bytes:
    return made("pptx", DECK)


def test_a_deck(deck: bytes) -> None:
    result = convert(deck, "a.pptx")
    assert result.title == "函数与导数"
    assert re.findall(r"^# .*$", result.text, re.MULTILINE) == [
        "# 1. 函数与导数", "# 2. 第一章", "# 3. Formulas", "# 4. 成绩"
    ]  # fmt: skip
    second = result.text[result.text.index("# 2.") : result.text.index("# 3.")]
    assert second == (
        "# 2. 第一章\n\nWords with bold and a [link](https://example.org/x).\n\n- one\n    - two\n        - three\n"
        "1. first\n2. second\n\n> Say hello.\n>\n> Then wait.\n\n"
    )
    assert "Inline $x^{2}$ is a square." in result.text
    assert result.text.endswith("| 姓名 | 分 |\n| --- | --- |\n| 张三 | 090 |\n")


def test_groups_pictures_and_furniture(deck: bytes) -> None:
    text = convert(edited(deck, "ppt/slides/slide3.xml", lambda xml: xml.replace("</p:spTree>", SHAPES)), "a.pptx").text
    assert "\n\nIn a group of groups\n\nA cat on a mat\n\n# 4." in text
    assert "12345" not in text


def test_the_order_is_that_of_the_show(deck: bytes) -> None:
    def turned(xml: str) -> str:
        slides = re.findall(r"<p:sldId .*?/>", xml)
        return xml.replace("".join(slides), "".join(reversed(slides)))

    text = convert(edited(deck, "ppt/presentation.xml", turned), "a.pptx").text
    assert re.findall(r"^# .*$", text, re.MULTILINE)[:2] == ["# 1. 成绩", "# 2. Formulas"]


def test_merged_cells_say_their_words_in_each_row_they_reach(deck: bytes) -> None:
    rows = "".join(
        f"<a:tr><a:tc {mark}><a:txBody><a:p><a:r><a:t>{first}</a:t></a:r></a:p></a:txBody></a:tc>"
        f"<a:tc><a:txBody><a:p><a:r><a:t>{second}</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
        for mark, first, second in (("", "Class", "Name"), ('rowSpan="2"', "7A", "Li"), ('vMerge="1"', "", "Wu|Hu"))
    )
    data = edited(deck, "ppt/slides/slide4.xml", lambda xml: re.sub(r"<a:tr .*</a:tr>", rows, xml))
    assert convert(data, "a.pptx").text.endswith("| Class | Name |\n| --- | --- |\n| 7A | Li |\n| 7A | Wu\\|Hu |\n")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "https://x.example/) [y](z"])
def test_links_that_lead_nowhere_good_are_words(deck: bytes, address: str) -> None:
    data = edited(deck, "ppt/slides/_rels/slide2.xml.rels", lambda xml: xml.replace("https://example.org/x", address))
    text = convert(data, "a.pptx").text
    assert "and a link." in text
    assert "](" not in text


def test_words_that_look_like_markup_stay_words(deck: bytes) -> None:
    data = edited(deck, "ppt/slides/slide3.xml", lambda xml: xml.replace("is a square.", "&lt;b&gt; *is* # [a](b)"))
    assert r"\<b> \*is\* # \[a\](b)" in convert(data, "a.pptx").text


def test_a_part_that_is_missing_is_left_out(deck: bytes) -> None:
    parts = parts_of(deck)
    del parts["ppt/slides/slide3.xml"]
    assert re.findall(r"^# .*$", convert(pack(parts), "a.pptx").text, re.MULTILINE)[-1] == "# 3. 成绩"


def test_groups_too_deep_to_be_drawn(deck: bytes) -> None:
    deep = "<p:grpSp>" * 30_000 + "</p:grpSp>" * 30_000 + "</p:spTree>"
    data = edited(deck, "ppt/slides/slide3.xml", lambda xml: xml.replace("</p:spTree>", deep))
    with pytest.raises(UnreadableFile) as caught:
        convert(data, "a.pptx")
    assert caught.value.reason.code == "damaged-file"
