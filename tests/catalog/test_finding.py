"""Sources are found by any of their texts, however the words are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.catalog.finding import matching
from gangdan_gui.domain.documents import Source, SourceKind


def source(name: str, title: str, description: str = "", description_zh: str = "", language: str = "en") -> Source:
    return Source(
        id=name,
        title=title,
        kind=SourceKind.GITHUB,
        locations=("https://github.com/a/b",),
        language=language,
        licence="BSD-3-Clause",
        description=description,
        description_zh=description_zh,
    )


NUMPY = source("numpy", "NumPy", "Arrays in Python.", "Python 数组与科学计算。")
STRASSE = source("strasse", "Straße", "C++ ＆ Ｃ＃")
D2L = source("d2l-zh", "动手学深度学习", "Deep learning, hands on.", "深度学习教材（机器学习）。", "zh")
ALL = (NUMPY, STRASSE, D2L)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ALL),
        (" \t\u3000", ALL),
        ("numpy", (NUMPY,)),
        ("NUM", (NUMPY,)),
        ("ＮｕｍＰｙ", (NUMPY,)),
        ("数组", (NUMPY,)),
        ("python\u3000数组", (NUMPY,)),
        ("数组 机器学习", ()),
        ("学习", (D2L,)),
        ("(机器学习)", (D2L,)),
        ("zh", (D2L,)),
        ("中文", (D2L,)),
        ("chinese 学习", (D2L,)),
        ("英文", (NUMPY, STRASSE)),
        ("bsd-3-CLAUSE", ALL),
        ("bsd hands", (D2L,)),
        ("STRASSE", (STRASSE,)),
        ("straße", (STRASSE,)),
        ("c#", (STRASSE,)),
        ("nothing", ()),
        ("numpynumpy", ()),
    ],
)
def test_all_words_stand_somewhere(words: str, found: tuple[Source, ...]) -> None:
    assert matching(ALL, words) == found


@given(st.text(min_size=1), st.text(), st.data())
def test_any_part_of_a_text_finds_its_source(title: str, description: str, data: st.DataObject) -> None:
    one = source("one", title, description)
    for text in (title, description):
        for word in text.split():
            start = data.draw(st.integers(0, len(word) - 1))
            assert matching([one], word) == (one,)
            assert matching([one], word.swapcase() if word.isascii() else word) == (one,)
            if word.isascii():
                assert matching([one], word[start:]) == (one,)
