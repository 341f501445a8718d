"""Formulas between `\\(…\\)` and `\\[…\\]` become pandoc's; code and what is no formula stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.exporting.formulas import with_dollars


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (r"a \(x\) b", "a $x$ b"),
        (r"\( x + y \)", "$x + y$"),
        ("\\[\nx\n- y\n\\]", "$$x - y$$"),
        ("$$\nx\n+ y\n$$", "$$x + y$$"),
        (r"$$ a \\[2pt] b $$", r"$$a \\[2pt] b$$"),
        (r"`\(x\)` and ``\[`\]``", r"`\(x\)` and ``\[`\]``"),
        ("```\n\\(x\\)\n```\n\\(y\\)", "```\n\\(x\\)\n```\n$y$"),
        ("    \\(x\\)", "    \\(x\\)"),
        (r"\\(x\\)", r"\\(x\\)"),
        (r"\(\) \[ \]", r"\(\) \[ \]"),
        (r"\(a$b\)", r"\(a$b\)"),
        ("\\(a\n\nb\\)", "\\(a\n\nb\\)"),
        ("> \\[\n> x\n> \\]", "> \\[\n> x\n> \\]"),
        ("$5 and $6", "$5 and $6"),
        (r"a\[0\] \[1\] \[some words\] \(see there\)", r"a\[0\] \[1\] \[some words\] \(see there\)"),
    ],
)
def test_formulas(text: str, made: str) -> None:
    assert with_dollars(text) == made


@given(st.text(alphabet=st.sampled_from("ab \n`>-"), max_size=60))
def test_a_text_without_formulas_is_as_it_was(text: str) -> None:
    assert with_dollars(text) == text


@given(st.text(alphabet=st.sampled_from("ab\\()[]$` \n~"), max_size=80))
def test_no_word_is_lost(text: str) -> None:
    assert [letter for letter in with_dollars(text) if letter in "ab"] == [letter for letter in text if letter in "ab"]
