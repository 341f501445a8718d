"""A question that leans on the one before is searched together with it; a new topic is left alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gangdan_gui.answering.follow_up import leaned_on, with_before

BEFORE = "How do I sort a list?"


def searched(question: str, earlier: Sequence[str]) -> str:
    return with_before(question, leaned_on(question, earlier))


@pytest.mark.parametrize(
    "question",
    [
        "还有呢？", "继续", "为什么？", "请举个例子", "第二个呢", "那字典呢？", "它为什么快？", "这个怎么用？", "more",
        "Why?", "and the second one?", "What about dictionaries?", "How does it work?", "Explain that.",
        "more of these", "参数呢？", "Windows 上呢？", "列表呢", "怎么用？", "有什么区别？", "再举一个例子",
        "请用中文再说一遍", "换个说法", "上一个问题的答案是什么", "总结一下", "On Windows?", "with numpy arrays?",
        "Translate it into English.", "In simpler words, please", "What is the difference?",
        "and for tuples?", "那元组呢？", "说得简单点", "前者和后者哪个更快？", "which one is faster?", "哪个更好？",
        "which of the two is faster?", "谁更快？", "what happens then?", "第二种方法怎么做？", "又该如何删除？",
        "what does the code above mean?", "What if there are none?", "What are the parameters of that function?",
        "Same for lists?", "Explain the second method", "What does the first line do?", "它和列表有什么区别？",
        "Is it safe to use?", "Does it have to be sorted?", "Is it similar to a list?", "Is it possible to sort it?",
        "What does it mean?", "Does it take a list?", "Is it faster than a tuple?", "What does the above mean?",
        "What is the last line of it?", "第二条是什么意思？", "第二步报错了怎么办", "哪个更适合初学者？",
        "translate to 中文", "翻译成 English", "OK，继续", "what about 元组？", "In Java?", "this 呢？",
        "還有呢？", "繼續", "為甚麼？", "請舉個例子", "這個怎麼用？", "第二個呢", "有什麼區別？",
    ],
)  # fmt: skip
def test_it_is_searched_with_the_question_before(question: str) -> None:
    assert searched(question, [BEFORE]) == f"{BEFORE}\n{question}"


@pytest.mark.parametrize(
    "question",
    [
        "binary search", "矩阵乘法怎么写？", "光合作用是什么", "How do I install NumPy on Windows?",
        "What is this library's licence?", "NumPy",
        "什么是矩阵呢？", "Python 中如何排序列表呢？", "Python 和 C 的区别是什么？", "用户手册在哪里", "常见问题",
        "法律", "In NumPy, how is an array sorted?",
        "What is the difference between a list and a tuple?", "What is the first law of thermodynamics?",
        "How does a list know its length?", "什么是迭代器，它是怎样工作的？", "他们说的“鸭子类型”是什么意思？",
        "矩陣乘法怎麼寫？", "什麼是矩陣呢？",
        "What is a generator, and how does it work?", "How do I get the last item of a list?", "Who is Ada Lovelace?",
        "Do two lists share the same memory?", "which one is faster, a list or a tuple?", "得分怎么算？",
        # “It” stands for nothing here.
        "Is it safe to use eval?", "What does it mean to be immutable?", "Does it make sense to use tuples?",
        "Is it a good idea to catch exceptions?", "Why is it important to wash hands?", "What time is it in Beijing?",
        "Why is it dark at night?", "How long does it take to boil eggs?", "Why does it rain in spring?",
        "What does it mean when functions return None?", "What is the first step in photosynthesis?",
        "mountains above sea level", "Which one is the capital of France?",
        # Words are spoken of.
        "for 循环怎么写？", "in 运算符怎么用？", "with 语句怎么用？", "on 和 in 的区别？", "and 和 or 的区别",
        "it 和 that 的区别", "人称代词 it 的用法", "this 关键字怎么用", "and operator in Python", "AND gates",
        "With statements?", "“呢”的用法", "“的”和“地”的区别", "「它」的用法", '"it" or "that"?',
        # Of these, the first is told.
        "宪法第一条是什么", "第一条铁路是谁修的", "第三步兵师", "这个世界上最高的山是什么", "其它排序算法",
        "前面板怎么拆", "谁更早发明了造纸术",
        "When a file is closed by another program, does it still exist on disk after the machine restarts?",
    ],
)  # fmt: skip
def test_a_new_topic_is_not_polluted(question: str) -> None:
    assert searched(question, [BEFORE]) == question


def test_several_of_them_lean_on_the_last_that_stands_by_itself() -> None:
    assert searched("还有呢？", ["old topic", BEFORE, "why?", "more"]) == f"{BEFORE}\n还有呢？"


def test_a_turn_that_a_follow_up_took_is_gone_on_with() -> None:
    before = ["old topic", BEFORE, "and for tuples?", "why?"]
    assert searched("举个例子", before) == f"{BEFORE}\nand for tuples?\n举个例子"
    assert searched("举个例子", [*before, "那字典呢？"]) == f"{BEFORE}\n那字典呢？\n举个例子"
    assert searched("why?", [*before, "什么是字典？"]) == "什么是字典？\nwhy?"


def test_a_conversation_however_long_is_searched_for_three_questions_at_most() -> None:
    assert searched("why?", ["A", BEFORE, *["and the second one?"] * 60]).count("\n") <= 2


def test_without_any_before_it_is_searched_as_it_is() -> None:
    assert searched("why?", []) == searched("why?", ["more"]) == "why?"


def test_an_empty_question_stays_empty() -> None:
    assert searched(" ？ ", [BEFORE]) == " ？ "
