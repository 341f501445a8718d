"""Finding the words of a question in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.ui.reading.highlight_words import QuestionWords, best_window


def found(question: str, text: str) -> list[str]:
    return [text[start:end] for start, end in QuestionWords.of(question).spans(text)]


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        (
            "How does broadcasting work?",
            "Arrays broadcast; a broadcasted array works.",
            ["broadcast", "broadcasted", "works"],
        ),
        ("run", "running runs ran", ["running", "runs"]),
        ("What is the rule?", "the rule is: What", ["rule"]),
        ("np.broadcast_to", "use np.broadcast_to(x)", ["np", "broadcast"]),
        ("NumPy的广播规则是什么", "广播规则：numpy 的广播", ["广播规则", "numpy", "广播"]),
        ("熵", "信息熵是熵", ["熵", "熵"]),
        ("怎样添加我自己的文档？", "怎样添加自己的文档，怎样构建？", ["添加自己", "文档"]),
        ("为什么用梯度下降？", "我们用梯度下降", ["梯度下降"]),
        ("光照强度对光合作用有什么影响？", "光合作用和光照强度", ["光合作用", "光照强度"]),
        ("几何的应用是什么", "解析几何有很多应用", ["几何", "应用"]),
        ("什么是熵？", "信息熵", ["熵"]),
        ("什麼是資料庫？", "𠮷 关系型资料库", ["资料库"]),
        ("数据的发展", "數據與髮型，發展", ["數據", "發展"]),
        ("可以这样吗", "可以吗", []),
        ("是什么", "这是什么", []),
        ("ＮｕｍＰｙ", "NumPy", ["NumPy"]),
        ("학습률", "학습률을 정한다", ["학습률"]),
        ("データの読み込み", "データを読む", ["データ"]),
        ("𠮷野家", "去𠮷野家", ["𠮷野家"]),
        ("", "anything 任何", []),
    ],
)
def test_words_that_name_something_are_found(question: str, text: str, words: list[str]) -> None:
    assert found(question, text) == words


@given(st.text(max_size=60), st.text(max_size=300))
def test_spans_are_in_order_and_inside(question: str, text: str) -> None:
    end = 0
    for start, stop in QuestionWords.of(question).spans(text):
        assert end <= start < stop <= len(text)
        end = stop


def test_one_long_word_is_one_step_a_character() -> None:
    text = "a" * 200_000 + "广" * 200_000
    assert found("aaaa 广广", text) == ["广" * 200_000]


def test_the_window_begins_where_most_words_are() -> None:
    text = "rule " + "x" * 400 + " rule rule rule"
    spans = QuestionWords.of("rule").spans(text)
    assert best_window(text, spans, 100) == text.index(" rule rule") + 1
    assert best_window("short", [], 100) == 0
