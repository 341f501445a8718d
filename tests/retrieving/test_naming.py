"""Which questions name something that could be looked for."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.naming import names_something

NAMING = """
    GIL|yield|Go|C++|c#|.NET|np.array|--option|train_test_split|H2O|3D|Python3|404|2024|3.14|PEP 8|IT|WHO
    |if|with|is|user's guide|O'Reilly|how do lists work?|What is it made of, salt?
    |熵|猫|列表|什么是熵？|什麼是熵？|为什么天是蓝的？|用C写|R语言|5年级|人口|数学|中国|大小
    |हिन्दी|தமிழ்|שָׁלוֹם|C|什么是 C？|What is R?|π|什么是π|√Ω|not in|is not
    |what is "the"?|“的”是什么|「會」是什麼意思|학습률|ラムダ|матрица|ＧＩＬ|ﬁle|😀 猫
"""
EMPTY = """
    -k|a|k|7|42|3.1|1+1|1 2|²|a b c|😀 a|x=1|f(x)|c|r|D|a̋|the|"a b"|The|how?|what is it?|don't|won’t|they're|let's
    |什么？|为什么|什麼？|怎麼樣|是不是|请问|的|我的|你好|是什么|这是什么呢？|？？？|???|-
"""


@pytest.mark.parametrize("question", [one.strip() for one in NAMING.split("|")])
def test_a_word_a_name_or_a_code_is_enough(question: str) -> None:
    assert names_something(question)


@pytest.mark.parametrize("question", [one.strip() for one in EMPTY.split("|")])
def test_signs_letters_small_numbers_and_words_of_every_text_are_not(question: str) -> None:
    assert not names_something(question)


@given(st.text(string.punctuation + string.whitespace + "，。？！😀👍🏽…", max_size=30))
def test_what_has_no_letter_and_no_digit_names_nothing(text: str) -> None:
    assert not names_something(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_stands_beside_a_name_takes_nothing_from_it(before: str, after: str) -> None:
    assert names_something(f"{before} numpy {after}")
