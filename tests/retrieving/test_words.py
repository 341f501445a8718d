"""What texts and questions are taken apart into."""

from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.words import LONGEST, counted, needs_dictionary, question_terms, terms

CASES = [
    # names of code, as a whole and by their parts
    ("np.linalg.norm", ["np.linalg.norm", "np", "linalg", "norm"]),
    ("train_test_split", ["train_test_split", "train", "test", "split"]),
    ("StandardScaler HTMLParser", ["standardscaler", "standard", "scaler", "htmlparser", "html", "parser"]),
    ("readCsv", ["readcsv", "read", "csv"]),
    ("training_settings", ["training_settings", "train", "set"]),
    ("__init__ _private", ["init", "private"]),
    ("C++ and C#", ["c++", "c", "and", "c#", "c"]),
    ("C#语言", ["c#", "c", "语言"]),
    (".NET .gitignore", [".net", "net", ".gitignore", "gitignore"]),
    ("pip --no-cache-dir", ["pip", "--no-cache-dir", "no", "cache", "dir"]),
    ("scikit-learn", ["scikit", "learn"]),
    ("3.14", ["3.14", "3", "14"]),
    ("3、4", ["3", "4"]),
    ("The end.Next", ["the", "end.next", "end", "next"]),
    ("wait...what", ["wait", "what"]),
    ("# Heading, a #tag", ["head", "a", "tag"]),
    # English, in whatever form and case
    ("Lists, listed and LISTING", ["list", "list", "and", "list"]),
    ("Größe GRÖSSE café", ["grösse", "grösse", "café"]),
    # what was typed wide, joined or in two pieces
    ("用ＮｕｍＰｙ", ["用", "numpy", "num", "py"]),
    ("ｎｐ．ａｒｒａｙ，２０", ["np.array", "np", "array", "20"]),
    ("Ｃ＋＋", ["c++", "c"]),
    ("ﬁle", ["file"]),
    (unicodedata.normalize("NFD", "café"), ["café"]),
    # Chinese, long words with the shorter ones in them
    ("光合作用", ["光合", "合作", "作用", "光合作用"]),
    ("梯度下降", ["梯度", "下降"]),
    ("猫", ["猫"]),
    ("我的猫", ["我", "的", "猫"]),
    # in either script
    ("計算機", ["计算", "算机", "计算机"]),
    ("管理系統", ["管理", "系统", "管理系", "管理系统"]),
    ("資料庫NumPy", ["资料", "资料库", "numpy", "num", "py"]),
    # what the dictionary does not know is a word by its statistics, and found by pairs too
    ("龘靐齉", ["龘靐", "靐齉"]),
    # other scripts without spaces
    ("こんにちは", ["こん", "んに", "にち", "ちは"]),
    ("한국어", ["한국", "국어"]),
    ("матрица", ["матрица"]),
]
QUESTIONS = [
    ("How do I sort a List?", ["sort", "list"]),
    ("what is it?", ["what", "is", "it"]),
    ("What does WHO say?", ["who", "say"]),
    ("什么是梯度？", ["梯度"]),
    ("什麼是梯度？", ["梯度"]),
    ("怎么用Python排序？", ["用", "python", "排序"]),
    ("什么？", ["什么"]),
    ("sorting sorted sort", ["sort"]),
    ("?!…", []),
    ("，。！？——「」", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_text_is_taken_apart(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(("question", "expected"), QUESTIONS)
def test_a_question_is_looked_for_by_its_telling_words(question: str, expected: list[str]) -> None:
    assert question_terms(question) == dict.fromkeys(expected, 1.0)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("計算機網絡", "這門課講授計算機網絡的實驗與程式設計"),
        ("程式設計是什麼", "這門課講授計算機網絡的實驗與程式設計"),
        ("系統", "資料庫管理系統的設計"),
        ("資料庫", "關聯式資料庫系統"),
        ("軟體", "自由軟體的歷史"),
        ("迴圈", "使用迴圈重複執行"),
        ("陣列", "二維陣列的索引"),
        ("統計", "敘述統計與推論統計學"),
        ("遞迴", "用遞迴計算費氏數列"),
        ("網路", "類神經網路的訓練"),
        ("伺服器", "架設網頁伺服器軟體"),
        ("梯度", "使用随机梯度下降法训练"),
        # the two scripts
        ("計算機網絡", "计算机网络实验"),
        ("计算机网络", "這門課講授計算機網絡的實驗"),
        ("数据", "數據與資料"),
        ("什麼是遞歸？", "用递归计算阶乘"),
        ("头发", "頭髮的長度"),
        ("發展", "历史的发展"),
    ],
)
def test_words_are_found_in_longer_texts_however_those_are_cut(question: str, text: str) -> None:
    assert question_terms(question).keys() & set(terms(text))


def test_words_that_every_text_has_are_counted_and_make_no_text_longer() -> None:
    counts, length = counted("The list of the lists, 的列表")
    assert counts == {"the": 2, "list": 2, "of": 1, "的": 1, "列表": 1}
    assert length == 3


def test_only_han_needs_the_dictionary() -> None:
    assert [needs_dictionary(text) for text in ("sort", "こんにちは", "排序", "⼀")] == [False, False, True, True]


mixed = st.text(st.sampled_from("ab_.Zß 下降猫的9-#+ー・カ한\u0e31\ud800ﬁ①"), max_size=24)


@given(mixed)
def test_a_question_is_found_in_a_text_that_says_the_same(text: str) -> None:
    assert question_terms(text).keys() <= set(terms(text)) | set(terms(text.replace("什么", " ")))


@given(mixed | st.text(max_size=30))
def test_there_are_terms_where_there_are_letters_or_digits(text: str) -> None:
    found = terms(text)
    assert all(0 < len(term) <= LONGEST and "\n" not in term and term.strip() == term for term in found)
    if any(character.isalnum() for character in text):
        assert found
        assert question_terms(text)


@given(st.text(string.punctuation + " \n\t，。！？；：、“”‘’（）《》…—・", max_size=30))
def test_only_punctuation_is_nothing(text: str) -> None:
    assert terms(text) == []


@given(mixed, mixed)
def test_a_text_holds_what_its_lines_hold(first: str, second: str) -> None:
    assert sorted(terms(f"{first}\n{second}")) == sorted(terms(first) + terms(second))


@given(st.text("aB1", min_size=LONGEST, max_size=300))
def test_data_is_cut_short(text: str) -> None:
    assert all(len(term) <= LONGEST for term in terms(text))
