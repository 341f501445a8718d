"""Counting without a tokenizer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.answering.tokens import count_tokens, fewest_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("four", 1),
        ("fours", 2),
        ("数组的形状", 5),
        ("数组 arr", 3),
        ("🧪", 2),
        ("1234", 4),
        ("0.25, 0.75", 8),
        ("日本語テスト", 6),
    ],
)
def test_tokens_are_counted_a_little_high(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


@given(st.text(), st.text())
def test_a_whole_is_no_more_than_its_parts(one: str, other: str) -> None:
    assert max(count_tokens(one), count_tokens(other)) <= count_tokens(one + other)
    assert count_tokens(one + other) <= count_tokens(one) + count_tokens(other)


@given(st.text())
def test_the_fewest_are_fewer(text: str) -> None:
    assert fewest_tokens(text) <= count_tokens(text)
