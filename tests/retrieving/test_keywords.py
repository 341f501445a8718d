"""What a question is looked for by, and where a text holds it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.keywords import Searched, keywords


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How do I sort a List?", ["sort", "list"]),
        ("what is it?", ["what", "is", "it"]),
        ("read_csv", ["read_csv", "read", "csv"]),
        ("np.array", ["np.array", "np", "array"]),
        ("DataFrame HTMLParser", ["dataframe", "data", "frame", "htmlparser", "html", "parser"]),
        ("__init__", ["init"]),
        ("C++ and C#", ["c"]),
        ("Größe GRÖSSE", ["grösse"]),
        ("3.14", ["3.14", "3", "14"]),
        ("梯度下降", ["梯度", "度下", "下降"]),
        ("什么是梯度？", ["梯度"]),
        ("猫", ["猫"]),
        ("用Python排序", ["用", "python", "排序"]),
        ("什么？", ["什么"]),
        ("了解目的", ["了解", "解目", "目的"]),
        ("матрица", ["матрица"]),
        ("用ＮｕｍＰｙ排序", ["用", "numpy", "num", "py", "排序"]),
        ("ｎｐ．ａｒｒａｙ，２０", ["np.array", "np", "array", "20"]),
        ("?!…", []),
        ("", []),
    ],
)
def test_a_question_is_looked_for_by_its_telling_words(question: str, expected: list[str]) -> None:
    assert list(keywords(question)) == expected


@pytest.mark.parametrize(
    ("text", "keyword", "count"),
    [
        ("Sort, sort and SORT; sorted resorts", "sort", 3),
        ("a DataFrame and a frame, framed", "frame", 2),
        ("HTMLParser parses html", "html", 2),
        ("HTMLParser parses html", "parser", 1),
        ("read_csv, read.csv and readCsv", "csv", 3),
        ("read_csv and reread_csv", "read_csv", 1),
        ("np.array and np array", "np.array", 1),
        ("用ＮｕｍＰｙ写，numpy好", "numpy", 2),
        ("用python写，PYTHON好", "python", 2),
        ("die STRASSE, die Straße", "strasse", 2),
        ("下降，下降又下降", "下降", 3),
        ("我有猫", "猫", 1),
        ("nothing", "sort", 0),
        ("", "sort", 0),
    ],
)
def test_words_are_found_whole_and_as_parts_of_names(text: str, keyword: str, count: int) -> None:
    assert Searched.of(text).count(keyword) == count


words = st.text(st.sampled_from("ab_.Zß 下猫9-"), min_size=1, max_size=20)


@given(words)
def test_a_text_holds_every_keyword_of_itself(text: str) -> None:
    searched = Searched.of(text)
    assert all(searched.count(keyword) for keyword in keywords(text) if len(text) == len(text.casefold()))
    assert bool(keywords(text)) == any(character.isalnum() for character in text)
