"""Counting over tables is told apart from reading in prose, on both sides."""

from __future__ import annotations

import pytest

from gangdan_gui.answering.counting import counts_over_tables, is_table, wants_figure
from gangdan_gui.domain.search import Passage

TABLE = "| Name | Class | Mark |\n| --- | --- | --- |\n| Li | 7a | 81 |\n| Ann | 7b | 92 |\n| Bo | 7a | 64 |\n"
PROSE = "Twelve pupils took part. Seven of them came from class 7a, which is the largest one this year.\n"
SHELL = "Files are joined with a pipe:\n\n    cat a | sort | uniq\n\nThe result is printed.\n"


def passages(*texts: str) -> list[Passage]:
    return [
        Passage(number, "s", "a.csv", "", "", (), 0, len(text), text, "en", 0.5, 0.5)
        for number, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    "question",
    [
        "How many pupils are in class 7a?", "What is the average mark?", "the total of all marks in class 7a",
        "Average of the marks", "Sum of the column Mark", "How much did it cost altogether?",
        "What is the median mark in class 7b?", "Give me the number of rows", "What do the marks add up to?",
        "七年级一共有多少个学生？", "平均分是多少？", "这些数据的总和是多少",
        "Which pupil has the highest mark?", "Who has the best mark?", "Sum up all marks of class 3A",
        "Count the pupils with marks over 70", "What percentage of pupils passed?", "Rank the pupils by mark",
        "top 3 pupils by mark", "the lowest mark in 3A", "compute the standard deviation of the marks",
        "how often does 3A occur", "List all pupils with a mark above 80", "which class has the most pupils?",
        "谁的分数最高？", "统计每个班的人数", "分数超过 80 的有哪些？", "最低分是谁", "前三名是谁", "及格率是多少",
        "按分数从高到低排序", "各班人数", "列出所有 80 分以上的学生", "3A 班有多少学生？", "最高分是多少", "一共多少人",
        "标准差是多少", "总分是多少", "哪个班的平均分最高？", "数一数有多少个 3A",
        "誰的分數最高？", "統計每個班的人數", "總分是多少", "標準差是多少",
        "有几名学生不及格", "成绩的平均值", "女生占比是多少",
    ],
)  # fmt: skip
def test_a_figure_is_asked_for(question: str) -> None:
    assert wants_figure(question)


@pytest.mark.parametrize(
    "question",
    [
        "How is the average computed?", "What is the mean?", "Explain the sum function", "How do I count the rows?",
        "What does mean() mean?", "Why is the total negative?", "who is in class 7a", "What does this mean for us?",
        "How long does it take?", "Summarise this table", "如何计算平均值？", "平均数的定义", "什么是总和", "求和公式",
        "中位数和平均数有什么区别",
        "Ann 的分数是多少？", "Ben 在哪个班", "什么是标准差", "What mark does Ann have?", "How do I sort by mark?",
        "What is the best way to learn?", "统计学是什么", "What is the standard deviation?", "怎样排序一个列表",
        "介绍一下这张表", "怎么求平均分", "什麼是標準差", "怎麼求總分",
    ],
)  # fmt: skip
def test_an_explanation_is_asked_for(question: str) -> None:
    assert not wants_figure(question)


def test_of_a_long_text_the_beginning_is_looked_at() -> None:
    # Each of these words would look through all that follows it.
    assert not wants_figure("which " * 30_000)
    assert wants_figure("How many pupils are in class 7a? " + "what, " * 30_000)


def test_a_table_is_rows_and_little_else() -> None:
    assert is_table(TABLE)
    assert is_table(f"# Marks\n\n{TABLE}")
    assert not is_table(PROSE + TABLE.splitlines()[0])
    assert not is_table(SHELL)
    assert not is_table("| a | b |\n| --- | --- |\n| 1 | 2 |\n")
    assert not is_table("")


@pytest.mark.parametrize(
    ("texts", "warned"),
    [
        ([TABLE], True), ([TABLE, PROSE, PROSE, PROSE], True), ([PROSE, TABLE], True),
        ([PROSE, TABLE, PROSE], False), ([PROSE], False), ([PROSE, PROSE, SHELL], False), ([], False),
    ],
)  # fmt: skip
def test_the_passages_must_be_tables(texts: list[str], *, warned: bool) -> None:
    assert counts_over_tables("How many pupils are in class 7a?", passages(*texts)) is warned
    assert not counts_over_tables("Who is in class 7a?", passages(*texts))
