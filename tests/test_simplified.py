"""Both scripts of Chinese as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.simplified import simplified


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("計算機網絡的實驗與設計", "计算机网络的实验与设计"),
        ("裏面 裡面 台灣 臺灣", "里面 里面 台湾 台湾"),
        ("乾燥 幹部 干涉 頭髮 發展", "干燥 干部 干涉 头发 发展"),
        ("計算机 mixed 計", "计算机 mixed 计"),
        # read on, where what a character becomes has a simpler one itself
        ("薴", "苎"),
        # as in Hong Kong
        ("甚麼是熵？甚至", "什么是熵？甚至"),
        # what lies outside the first plane of Unicode is a character too
        ("功勣", "功𪟝"),
        ("plain text", "plain text"),
        ("こんにちは", "こんにちは"),
        ("", ""),
    ],
)
def test_traditional_characters_become_simplified_ones(text: str, expected: str) -> None:
    assert simplified(text) == expected


@given(st.text(st.characters(min_codepoint=0x3400, max_codepoint=0x2FFFF, exclude_categories=["Cs"]), max_size=40))
def test_every_character_stays_in_its_place(text: str) -> None:
    found = simplified(text)
    assert len(found) == len(text)
    assert "".join(map(simplified, text)).replace("甚么", "什么") == found
    assert simplified(found) == found
