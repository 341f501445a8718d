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
        ("$5 and $6", r"\$5 and \$6"),
        (r"a\[0\] \[1\] \[some words\] \(see there\)", r"a\[0\] \[1\] \[some words\] \(see there\)"),
    ],
)
def test_formulas(text: str, made: str) -> None:
    assert with_dollars(text) == made


@pytest.mark.parametrize(
    "money",
    [
        "$5–$10", "（$5）和（$6）", "5$和6$", "价格是5$，打折后3$。", "US$3/US$4", "100$/月，200$/年",
        "$100,000 (about $1)", "$HOME/bin:$PATH", "$HOME$PATH", "$x,$y", "$6; 5$", "a $ b $ c", "only 5$", "$5~$6",
    ],
)  # fmt: skip
def test_money_and_names_of_a_shell_are_no_formulas(money: str) -> None:
    assert with_dollars(money) == money.replace("$", r"\$")
    assert with_dollars(money, by_model=False) == money.replace("$", r"\$")


@pytest.mark.parametrize(
    "text",
    [
        "函数$f(x)$在$x=0$处", "从$1$到$10$", "$路程 = 速度 \\times 时间$", "the $n$th of $k$-means", "$O(n)$time",
        "$f'$x", "$3 \\text{ 个}$", "$10^6$", "2$x$", "`$a` $x$ ``$b``", "<a b='$x$'> $y$", "https://a.b/$x$ <https://a.b/$y>",
        "\\$5 and $x$", "$\\$5$", "> $$\n> x\n> $$", "$$ and nothing",
    ],
)  # fmt: skip
def test_what_is_one_stays_one(text: str) -> None:
    assert with_dollars(text) == text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("（$5）和$x$", "（\\$5）和$x$"),
        ("$ E = mc^2 $", "$E = mc^2$"),
        ("$$\n\na = b\n\n$$", "$$a = b$$"),
        ("\\begin{align}\na &= b \\\\\nc\n\\end{align}", "$$\\begin{align} a &= b \\\\ c \\end{align}$$"),
        ("$$\\begin{cases}1\\end{cases}$$", "$$\\begin{cases}1\\end{cases}$$"),
        ("`\\begin{align}x\\end{align}`", "`\\begin{align}x\\end{align}`"),
        ("$50%$ and $50\\%$", "$50\\%$ and $50\\%$"),
        ("$$\na % the first\n+ 5% b\n$$", "$$a + 5\\% b$$"),
        ("$$a \\tag{1}$$", "$$a \\qquad(1)$$"),
        ("$$a \\label{x} \\nonumber$$", "$$a$$"),
        (r"$\ce{H2O}$", r"$\mathrm{H_{2}O}$"),
        (r"$\ce{2H2 + O2 -> 2H2O}$", r"$\mathrm{2H_{2} + O_{2} \rightarrow 2H_{2}O}$"),
        (r"$\ce{SO4^2- + Na+ <=> x}$", r"$\mathrm{SO_{4}^{2-} + Na^{+} \rightleftharpoons x}$"),
        (r"$\ce{Ca(OH)2}$", r"$\mathrm{Ca(OH)_{2}}$"),
        ("$90\\degree$ $90^{\\degree}$", "$90^\\circ$ $90^\\circ$"),
        ("$\\cfrac12 \\argmin_x \\textcolor{red}{x}$", "$\\dfrac12 \\operatorname{argmin}_x \\color{red}{x}$"),
    ],
)
def test_forms_that_pandoc_does_not_know(text: str, made: str) -> None:
    assert with_dollars(text) == made


def test_brackets_of_a_document_are_brackets() -> None:
    text = "an index \\[i\\] and \\(x = 1\\), \\begin{align}x\\end{align}"
    assert with_dollars(text, by_model=False) == text


@given(st.text(alphabet=st.sampled_from("ab \n`>-"), max_size=60))
def test_a_text_without_formulas_is_as_it_was(text: str) -> None:
    assert with_dollars(text) == text


@given(st.text(alphabet=st.sampled_from("ab\\()[]$` \n~"), max_size=80))
def test_no_word_is_lost(text: str) -> None:
    assert [letter for letter in with_dollars(text) if letter in "ab"] == [letter for letter in text if letter in "ab"]
