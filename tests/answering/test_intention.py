"""Questions about documents as a whole are told from those about something in them."""

from __future__ import annotations

import pytest

from gangdan_gui.answering.intention import asks_of_whole, says_only_how


@pytest.mark.parametrize(
    "question",
    [
        "Summarise this chapter", "Please summarize these two papers in ten sentences for beginners.", "Summary",
        "Give me a short summary", "compare these papers", "Compare both documents", "Compare them",
        "What are the main points of this article?", "What do these studies have in common?", "tl;dr",
        "How do the two texts differ?", "Where do these papers disagree about grammar?", "Sum up the whole book",
        "Give an overview of my lecture notes", "Summarise what this chapter says about recursion", "Summarise it",
        "key points in Chinese, please", "Outline this in five points",
        "Compare this paper with that one", "What are the differences between the two reports?",
        "总结这一章", "请概括本文的主要内容", "比较这两篇论文", "这几篇文章有什么异同？",
        "总结一下", "用三句话概括全文", "归纳要点",
        "What is this document about?", "What is this paper about?", "What does this paper say?", "summarise chapter",
        "这篇文章是关于什么的？", "本章主要讲什么", "为这一章列一个提纲", "列出本章的大纲", "给我讲讲这篇文章",
        "逐章总结", "写一篇摘要", "写个小结", "本文的主旨是什么", "这章的重点是什么",
        "總結這一章", "請概括本文的主要內容", "比較這兩篇論文", "這篇論文講了甚麼？", "列出本章的大綱",
        'Summarise the chapter "Rain"', "总结“春”这一章", "把这篇文章 in English 总结一下", "summarise 这篇文章",
        "本单元的重点是什么", "这首诗讲了什么？", "总结每一章", "三篇论文的主要内容", "总结第1章和这两节",
        "怎么概括这篇文章的中心思想", "Compare both.", "Compare these two for beginners", "How do they differ?",
        "How would you summarise this chapter?", "Write an abstract of this paper", "What are both about?", "总结课文",
        "文档的要点", "该文讲了什么",
        "这篇论文讲了什么？", "对比它们的方法", "写一份摘要", "这份资料主要内容是什么",
    ],
)  # fmt: skip
def test_about_the_whole(question: str) -> None:
    assert asks_of_whole(question)


@pytest.mark.parametrize(
    "question",
    [
        "Summarise the rules of slicing", "What is the difference between a list and a tuple?",
        "Compare mean and median",
        "How is a list sorted?", "Who wrote this paper?", "What does this chapter say about recursion?", "",
        "What is an abstract class?", "Give an overview of Python decorators", "How do lists and tuples differ?",
        "What is the difference between a list and a tuple in this chapter?", "这一章里列表和元组有什么区别？",
        "列表和元组有什么区别？", "比较快速排序与归并排序", "什么是递归？", "总结列表切片规则", "作者是谁？",
        "總結列表切片規則", "列表和元組有甚麼區別？",
        "三国演义讲了什么", "《资本论》讲了什么", "本草纲目的主要内容是什么", "三角函数的重点是什么",
        "五四运动的主要内容",
        "每日新闻讲了什么", "二十四节气讲了什么", "几何的重点是什么", "日本史的主要内容", "所有权的要点",
        "其它函数的要点",
        "How do I compare two files?", "How to compare two text files in Python", "如何比较两个文件",
        "两个文件的区别怎么看", "How to write an abstract", "How do I get the abstract of a paper?", "如何写文章摘要",
        "怎么概括文章的中心思想", "什么是摘要", "什么是大纲", "What is a summary?", "材料力学的主要内容",
        "abstract base classes in the documents", "What is the difference between these two functions?",
        "Compare both lists", "文档字符串的要点", "课文作者介绍一下", "资料库讲了什么", "这种算法的要点",
        "“的”和“地”的区别", "「的」和「得」有什麼不同", "in 和 for 的区别", "this 和 that 的区别",
        "them 和 they 的不同",
        'the difference between "it" and "they"',
        "What is the warning about?", "What did the teacher say about rain?", "什么是摘要算法", "重点中学在哪里",
    ],
)  # fmt: skip
def test_about_something_in_it(question: str) -> None:
    assert not asks_of_whole(question)


@pytest.mark.parametrize(
    ("question", "only"),
    [("Shorter, please.", True), ("Write it in three sentences.", True), ("用中文写成五点", True), ("For pupils", True),
     ("in a poem about rain", False), ("它的作者是谁？", False), ("What is recursion?", False)],
)  # fmt: skip
def test_how_to_answer_alone_names_no_topic(question: str, *, only: bool) -> None:
    assert says_only_how(question) is only
