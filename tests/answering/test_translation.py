"""What a model says where it is to translate a question, and what of it can be searched by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.answering.translation import (
    can_be_translated,
    kept_as_it_is,
    leaves_it_as_it_is,
    translation_in,
    translation_request,
)
from gangdan_gui.domain.chat import Role

CHINESE = "如何计算对称矩阵的特征值？"
ENGLISH = "How do I compute the eigenvalues of a symmetric matrix?"
BACK = "如何计算对称矩阵的特征值？"


def test_a_model_is_asked_briefly_and_without_thinking() -> None:
    request = translation_request(CHINESE, "en", "qwen3:4b", 8192)
    assert (request.model, request.context_tokens, request.temperature, request.thinks) == ("qwen3:4b", 8192, 0, False)
    assert len(CHINESE) < request.answer_tokens < 200
    rules, asked = request.messages
    assert rules.role is Role.SYSTEM
    assert "English" in rules.content
    assert (asked.role, asked.content) == (Role.USER, CHINESE)


@pytest.mark.parametrize(
    "said",
    [
        ENGLISH,
        f"  {ENGLISH}\n",
        f'"{ENGLISH}"',
        f"“{ENGLISH}”",
        f"“‘{ENGLISH}’”",
        f"「{ENGLISH}」",
        f"**{ENGLISH}**",
        f"`{ENGLISH}`",
        f"Translation: {ENGLISH}",
        f'English translation: "{ENGLISH}"',
        f"**Translation:** {ENGLISH}",
        f"**English**: {ENGLISH}",
        f"Here is the translation:\n\n{ENGLISH}",
        f"Sure! Here's the translated question: {ENGLISH}",
        f"译文：{ENGLISH}",
        f"翻译结果如下：\n{ENGLISH}",
        f"英文：{ENGLISH}",
        f"Question: {CHINESE}\nTranslation: {ENGLISH}",
        f"原文：{CHINESE}\n译文：{ENGLISH}",
        f"```\n{ENGLISH}\n```",
        f"{ENGLISH}\n\nThis question asks for a method of linear algebra.",
        f"{ENGLISH}\n\n(Note: “symmetric matrix” is the usual term.)",
        f"{ENGLISH} (Note: the usual term)",
        f"- {ENGLISH}",
        f"> {ENGLISH}",
        f"\ufeff{ENGLISH}\u200b",
        f"\x1b{ENGLISH}\x07",
        "How do I compute the eigenvalues\nof a symmetric matrix?",
        "How do I compute the eigenvalues\r\nof a symmetric matrix?",
    ],
)
def test_a_translation_is_found_in_what_stands_around_it(said: str) -> None:
    assert translation_in(said, CHINESE, "en") == ENGLISH


@pytest.mark.parametrize(
    "said",
    [
        "",
        "  \n",
        CHINESE,
        f"“{CHINESE}”",
        f"Translation: {CHINESE}",
        "如何求对称矩阵的特征值？",
        "対称行列の固有値はどう計算しますか？",
        "I'm sorry, but I can't help with that request today.",
        "Sorry, I do not understand this question at all.",
        "As an AI language model, I can translate many things.",
        "抱歉，我无法翻译这个问题。",
        "OK",
        "Translation:",
        "...",
        "42",
        " ".join(["To compute the eigenvalues, first form the characteristic polynomial, then find its roots."] * 3),
    ],
)
def test_what_is_no_translation_is_dropped(said: str) -> None:
    assert translation_in(said, CHINESE, "en") == ""


@pytest.mark.parametrize(
    "said", [BACK, f"中文翻译：{BACK}", f"「{BACK}」", f"以下是翻译：\n{BACK}", f"Chinese: {BACK}"]
)
def test_it_works_in_the_other_direction(said: str) -> None:
    assert translation_in(said, ENGLISH, "zh") == BACK


@pytest.mark.parametrize(
    "said",
    [ENGLISH, "How can eigenvalues be found?", "抱歉，我不能回答。", "好", "対称行列の固有値はどのように計算しますか"],
)
def test_what_is_no_chinese_is_dropped(said: str) -> None:
    assert translation_in(said, ENGLISH, "zh") == ""


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("怎样用 train_test_split 分成 80 和 20？", ("train_test_split", "80", "20")),
        ("np.linalg.norm 的 ord 是什么？", ("np.linalg.norm",)),
        ("`ValueError: bad shape` 是什么意思？", ("ValueError: bad shape", "ValueError")),
        ("报错“could not broadcast”怎么办", ("could not broadcast",)),
        ("什么是“过拟合”？", ()),
        ("What does the chapter on models say about “过拟合”?", ("过拟合",)),
        ("为什么 π 约为 3.14？", ("3.14",)),
        ("３０ 岁以上有多少人？", ("30",)),
        ("print() 与 DataFrame 怎么用？", ("print", "DataFrame")),
        ("what is cross-validation, e.g. for 5 folds?", ()),
    ],
)
def test_names_numbers_and_foreign_quotes_are_told(question: str, kept: tuple[str, ...]) -> None:
    assert kept_as_it_is(question) == kept


@pytest.mark.parametrize("question", ["np.linalg.norm", "`print`", "train_test_split()", "3.14", "怎样排序？" * 200])
def test_names_alone_and_whole_texts_are_not_translated(question: str) -> None:
    assert not can_be_translated(question)
    assert can_be_translated(f"怎样用 {question[:20]}")


def test_a_model_may_leave_a_name_as_it_is() -> None:
    assert leaves_it_as_it_is("“NumPy”", "numpy?")
    assert leaves_it_as_it_is("Translation: numpy", "numpy")
    assert not leaves_it_as_it_is("数值计算库", "numpy")


def test_a_translation_keeps_names_and_numbers() -> None:
    asked = "怎样用 train_test_split 分出 20% 的数据？"
    right = "How do I split off 20% of the data with train_test_split?"
    assert translation_in(right, asked, "en") == right
    assert translation_in("How do I split off 20% of the data with a train test split?", asked, "en") == ""
    assert translation_in("How do I split off some data with train_test_split?", asked, "en") == ""


def test_what_is_quoted_may_stay_in_the_language_of_the_question() -> None:
    asked = "老师说的“过拟合”和“欠拟合”有什么不同？"
    for said in ("What is the difference between “过拟合” and “欠拟合” that the teacher named?",
                 "What is the difference between overfitting and underfitting?"):  # fmt: skip
        assert translation_in(said, asked, "en") == said


def test_a_question_of_two_lines_becomes_one() -> None:
    asked = "什么是特征值？\n还有呢？"
    assert translation_in("What is an eigenvalue?\n\nWhat else?", asked, "en") == "What is an eigenvalue? What else?"


@given(st.text(max_size=300), st.sampled_from([(CHINESE, "en"), (ENGLISH, "zh")]))
def test_whatever_is_said_gives_one_line_or_nothing(said: str, asked: tuple[str, str]) -> None:
    found = translation_in(said, *asked)
    assert "\n" not in found
    assert found == found.strip()
    assert len(found) <= 3 * 3 * len(asked[0]) + 30
