"""Bold beside Chinese signs is bold; nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.exporting.html import to_html
from gangdan_gui.exporting.labels import ENGLISH
from gangdan_gui.markdown_bold import FILLER, with_bold
from tests.exporting.given import saying


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("**重要：**这是", ["重要："]),
        ("前**“引号”**后", ["“引号”"]),
        ("**`append`：**在末尾，**甲**乙", ["append：", "甲"]),
        ("- **第一步：**做\n- **第二步（可选）**做", ["第一步：", "第二步（可选）"]),
        ("| **一：**甲 |\n|-|\n| **二：**乙 |", ["一：", "二："]),
    ],
)
def test_it_is_bold_and_says_the_same(text: str, bold: list[str]) -> None:
    page = to_html(saying(text), ENGLISH, {}).decode()
    for words in bold:
        assert words in page.replace("<code>", "").replace("</code>", "").replace("<strong>", "\n").replace(
            "</strong>", "\n"
        ).split("\n")
    assert FILLER not in page
    assert "**" not in page.partition("<main>")[2]


@pytest.mark.parametrize(
    "text",
    [
        "2**3，4**5",
        "**a** b",
        "`**a：**b`",
        "**",
        "```\n**a：**b\n```",
        "    **a：**b",
        "\\**a：**b",
        "** a：**b",
        "***a：***b",
    ],
)
def test_what_needs_nothing_stays(text: str) -> None:
    assert with_bold(text) == text


@given(st.text(alphabet=st.sampled_from("a字：“*`\\\n "), max_size=60))
def test_only_the_filler_is_added(text: str) -> None:
    assert with_bold(text).replace(FILLER, "") == text
