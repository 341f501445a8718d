"""What is left of a passage is a slice of it with the sentences that were found."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.answering.trimming import trimmed
from tests.answering.given import passage

FILLER = "Nothing of it is said here. " * 20
ANSWER = "The moon draws the tide twice a day."


def test_the_sentences_with_the_words_are_kept_whole() -> None:
    one = replace(passage(1, FILLER + ANSWER + " " + FILLER), terms=("moon", "tide"))
    short = trimmed(one, 120)
    assert ANSWER in short.text
    assert short.text.endswith(".")
    assert len(short.text) <= 120
    assert one.text[short.start - one.start : short.end - one.start] == short.text


def test_chinese_sentences_end_without_spaces() -> None:
    one = replace(passage(1, "这里什么也没有说。" * 30 + "月亮引起潮汐！" + "这里什么也没有说；" * 30), terms=("潮汐",))
    assert "月亮引起潮汐！" in trimmed(one, 40).text


def test_sentences_are_kept_by_words_of_either_script() -> None:
    text = "這裡什麼也沒有說。" * 30 + "資料庫有索引！" + "這裡什麼也沒有說；" * 30
    for terms in (("资料库", "索引"), ("資料庫", "索引")):
        assert "資料庫有索引！" in trimmed(replace(passage(1, text), terms=terms), 40).text
        plain = replace(passage(1, text.replace("資料庫", "资料库")), terms=terms)
        assert "资料库有索引！" in trimmed(plain, 40).text


def test_what_is_short_or_was_found_by_no_word_keeps_its_beginning() -> None:
    assert trimmed(one := passage(1, "Short."), 6) is one
    assert FILLER.startswith(trimmed(passage(1, FILLER), 60).text)


@given(st.text("ab. 。\n？", max_size=200), st.integers(1, 80), st.sets(st.sampled_from(["a", "ab", "b"])))
def test_it_is_always_a_slice_and_never_longer(text: str, longest: int, terms: set[str]) -> None:
    one = replace(passage(1, text), terms=tuple(sorted(terms)))
    short = trimmed(one, longest)
    assert len(short.text) <= longest or short is one
    assert one.text[short.start - one.start : short.end - one.start] == short.text
