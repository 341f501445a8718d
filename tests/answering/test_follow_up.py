"""A question that leans on the one before is searched together with it; a new topic is left alone."""

from __future__ import annotations

import pytest

from gangdan_gui.answering.follow_up import search_question

BEFORE = "How do I sort a list?"


@pytest.mark.parametrize(
    "question",
    [
        "还有呢？", "继续", "为什么？", "请举个例子", "第二个呢", "那字典呢？", "它为什么快？", "这个怎么用？", "more",
        "Why?", "and the second one?", "What about dictionaries?", "How does it work?", "Explain that.",
        "more of these", "参数呢？", "Windows 上呢？", "列表呢", "怎么用？", "有什么区别？", "再举一个例子",
        "请用中文再说一遍", "换个说法", "上一个问题的答案是什么", "总结一下", "On Windows?", "with numpy arrays?",
        "Translate it into English.", "In simpler words, please", "What is the difference?",
    ],
)  # fmt: skip
def test_it_is_searched_with_the_question_before(question: str) -> None:
    assert search_question(question, [BEFORE]) == f"{BEFORE}\n{question}"


@pytest.mark.parametrize(
    "question",
    [
        "binary search", "矩阵乘法怎么写？", "光合作用是什么", "How do I install NumPy on Windows?",
        "What is this library's licence?", "NumPy",
        "什么是矩阵呢？", "Python 中如何排序列表呢？", "Python 和 C 的区别是什么？", "用户手册在哪里", "常见问题",
        "法律", "In NumPy, how is an array sorted?",
        "What is the difference between a list and a tuple?",
        "When a file is closed by another program, does it still exist on disk after the machine restarts?",
    ],
)  # fmt: skip
def test_a_new_topic_is_not_polluted(question: str) -> None:
    assert search_question(question, [BEFORE]) == question


def test_several_of_them_lean_on_the_last_that_stands_by_itself() -> None:
    assert search_question("还有呢？", ["old topic", BEFORE, "why?", "more"]) == f"{BEFORE}\n还有呢？"


def test_without_any_before_it_is_searched_as_it_is() -> None:
    assert search_question("why?", []) == search_question("why?", ["more"]) == "why?"


def test_an_empty_question_stays_empty() -> None:
    assert search_question(" ？ ", [BEFORE]) == " ？ "
