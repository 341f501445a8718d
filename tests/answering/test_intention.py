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
