"""Words of two languages are bridged by their vectors."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gangdan_gui.domain.search import Bridged
from gangdan_gui.retrieving.asked_words import AskedWord, asked_words
from gangdan_gui.retrieving.bridge import LEAST_COSINE, MOST_FOR_ONE, Lexicon, bridge, joined
from gangdan_gui.retrieving.bridging import Bridging, heaviest
from gangdan_gui.retrieving.lexicon import MOST_WORDS, by_language, language_of, whole_words, worthwhile
from gangdan_gui.retrieving.stop_words import STOP_WORDS
from gangdan_gui.retrieving.words import terms


def lexicon(words: list[str], rows: NDArray[np.float32]) -> Lexicon:
    return Lexicon(tuple(words), tuple(range(len(words), 0, -1)), rows.astype(np.float16))


def units(count: int, seed: int, dimension: int = 3) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


@given(st.integers(0, 30), st.integers(0, 5), st.integers(0, 10**6), st.sets(st.integers(0, 29)))
def test_what_stands_for_a_question_is_near_and_known(count: int, asked: int, seed: int, struck: set[int]) -> None:
    words = [f"w{number}" for number in range(count)]
    rows, vectors = units(count, seed), units(asked, seed + 1)
    left_out = {f"w{number}" for number in struck}
    names = [f"q{number}" for number in range(asked)]
    found = bridge([AskedWord(name) for name in names], vectors, lexicon(words, rows), left_out)
    near = vectors @ rows.astype(np.float16).astype(np.float32).T
    for one in found.words:
        cosines = [near[names.index(one.asked), words.index(word)] for word, _ in one.found]
        assert cosines == sorted(cosines, reverse=True)
        assert min(cosines) >= LEAST_COSINE
        assert len(one.found) <= MOST_FOR_ONE
        assert all(0 < weight <= 1 for _, weight in one.found)
        assert [weight for _, weight in one.found] == sorted((weight for _, weight in one.found), reverse=True)
    shown = {word for one in found.words for word, _ in one.found}
    assert shown == set(found.terms) == {word for group in found.groups(()) for word in group}
    assert not shown & left_out
    assert set(found.text(" ".join(names)).split()) <= {*shown, *names}
    assert bool(found.text(" ".join(names))) == bool(shown)


def test_a_word_that_stands_for_two_has_the_greater_weight() -> None:
    rows = np.eye(2, dtype=np.float32)
    near = np.array([[1, 0], [0.8, 0.6]], np.float32)
    found = bridge([AskedWord("one"), AskedWord("other")], near, lexicon(["left", "up"], rows))
    assert found.terms == {"left": 1.0, "up": pytest.approx(0.36 * 0.75, abs=1e-3)}
    assert found.text("其他") == "left"


def test_what_a_dictionary_gives_is_nearer_than_its_vector_says_and_known_without_one() -> None:
    rows = np.array([[0.8, 0.6], [0.6, 0.8], [0, 1]], np.float32)
    asked = AskedWord("枚举", {"enumerate": 0.5, "list": 0.22, "seldom": 0.2, "rare": 0.1})
    found = bridge([asked], np.array([[1, 0]], np.float32), lexicon(["count", "list", "enumerate"], rows))
    assert [(word, round(weight, 2)) for word, weight in found.words[0].found] == [
        ("enumerate", round(0.85**2, 2)),  # its vector is far: as that of a word without one
        ("list", round(0.82**2 * 0.75, 2)),
        ("count", round(0.8**2 * 0.75**2, 2)),
        ("seldom", round(0.55**2 * 0.75**3, 2)),
    ]
    left = bridge([asked], np.array([[1, 0]], np.float32), lexicon(["count"], rows[:1]), {"enumerate", "count"})
    assert [word for word, _ in left.words[0].found] == ["list", "seldom"]


def test_what_cannot_be_read_is_said_in_other_words_with_its_names_where_they_stand() -> None:
    found = Bridging((Bridged("读取", (("read", 0.9), ("load", 0.7))), Bridged("文件", (("file", 0.8),))))
    assert found.text("怎样用 read_csv 读取 UTF-8 的ＣＳＶ文件？") == "read_csv read UTF 8 CSV file"
    assert found.text("文件读取") == "file read"
    assert Bridging().text("怎样用 read_csv") == ""


def test_a_term_of_the_question_stands_for_itself_with_what_was_found_for_it() -> None:
    found = Bridging((Bridged("lists", (("列表", 0.6), ("清单", 0.4))), Bridged("open", (("打开", 0.7),))))
    assert found.groups(("list", "open", "np.array", "np")) == (
        {"列表": 0.6, "清单": 0.4, "list": 1.0},
        {"打开": 0.7, "open": 1.0},
        {"np.array": 1.0},
        {"np": 1.0},
    )
    assert found.groups(()) == ({"列表": 0.6, "清单": 0.4}, {"打开": 0.7})
    assert heaviest(found.groups(("list",))) == {"列表": 0.6, "清单": 0.4, "list": 1.0, "打开": 0.7}
    assert Bridging().groups(("list",)) == ()


def test_nothing_stands_for_nothing() -> None:
    nothing = lexicon([], np.zeros((0, 2), np.float32))
    assert bridge([AskedWord("one")], np.ones((1, 2), np.float32), nothing) == Bridging()
    assert bridge([], np.zeros((0, 2), np.float32), lexicon(["left"], np.ones((1, 2), np.float32))) == Bridging()


def test_vocabularies_are_joined_with_each_word_once() -> None:
    rows = np.eye(3, dtype=np.float32)
    whole = joined([lexicon(["left", "up"], rows[:2]), lexicon(["out", "left"], rows[[2, 0]])])
    assert dict(zip(whole.words, whole.counts, strict=True)) == {"left": 3, "out": 2, "up": 1}
    assert list(whole.words) == ["left", "out", "up"]
    assert whole.vectors.tolist() == rows[[0, 2, 1]].tolist()


@pytest.mark.parametrize(
    ("word", "language"),
    [("leaf", "en"), ("叶子", "zh"), ("лист", "ru"), ("ひかり", "ja"), ("잎", "ko"), ("école", "en")],
)
def test_a_word_tells_its_language(word: str, language: str) -> None:
    assert language_of(word) == language
    assert by_language([word, "one"])[language][0] == 0


def test_numbers_names_of_code_and_rare_words_are_left_out() -> None:
    counts = {"leaf": 9, "read_csv": 9, "np": 9, "42": 9, "c++": 9, "叶": 9, "x" * 40: 9, "misprnt": 1}
    assert worthwhile(counts, 10_000) == ("leaf", "叶")
    assert worthwhile(counts, 20) == ("leaf", "叶", "misprnt")


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ("植物吸收二氧化碳，放出氧气。", {"植物", "二氧化碳", "氧气"}, {"二氧", "二氧化", "氧化", "氧化碳"}),
        ("植物吸收二氧化碳。\f铁会氧化。", {"二氧化碳", "氧化"}, {"二氧", "二氧化", "氧化碳"}),
        ("植物在阳光下把水变成养分，用灯照射试管", {"阳光", "养分", "试管"}, {"光下", "用灯", "下", "再"}),
        ("管理系統與資料庫", {"管理系统", "资料库"}, {"與", "与", "系統"}),
        ("NumPy adds the rows of two arrays", {"numpy", "row", "array"}, {"num", "py"}),
        ("Every num of NumPy.\fNo num here.", {"numpy", "num"}, set()),
        ("The sea in this season; the sun and sunny days", {"sea", "season", "sun", "sunny"}, {"also", "this"}),
        ("Shapes stretch while the arrays are called", {"shape", "call", "array"}, {"while"}),
        ("A ValueError names the value\fand the error", {"value", "error"}, set()),
    ],
)
def test_a_vocabulary_holds_whole_words_and_no_pieces(text: str, kept: set[str], left_out: set[str]) -> None:
    counts = Counter(term for chunk in text.split("\f") for term in set(terms(chunk)) - STOP_WORDS)
    found = set(worthwhile(counts, 3))
    assert kept <= found
    assert not found & left_out


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("测量 光照 强度 光照强度 光合 合作 作用 光合作用 影响", "测量 光照强度 光合作用 影响"),
        ("numpy num py array", "numpy array"),
        ("part art", "part art"),
        ("用 列表", "用 列表"),
        ("", ""),
    ],
)
def test_of_the_terms_of_a_question_whole_words_are_shown(asked: str, shown: str) -> None:
    assert whole_words(asked.split()) == tuple(shown.split())


def test_the_most_frequent_words_of_each_language_are_taken() -> None:
    counts = {"w" + "".join(chr(97 + int(digit)) for digit in f"{n:05}"): n + 2 for n in range(MOST_WORDS + 5)}
    found = worthwhile(counts | {"叶子": 2}, 10_000)
    assert len(found) == MOST_WORDS + 1
    assert found[-1] == "叶子"
    assert counts[found[0]] == MOST_WORDS + 6


def test_a_question_asks_by_its_own_words() -> None:
    assert asked_words("怎样用 read_csv 读取文件？", "zh") == ("读取", "文件")
    assert asked_words("How do I read files with 读取 in Python 3?", "en") == ("read", "files", "python")
    assert asked_words("what is it", "en") == ()
    assert asked_words("还有别的吗？", "zh") in {("还有", "别的"), ("还有",)}
    assert asked_words("", "zh") == ()
    assert asked_words("Что такое вода?", "ru") == ("что", "такое", "вода")
