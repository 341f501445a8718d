"""Org: what its outlines, blocks and settings become, and files that are broken."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from tests.converting import outcomes

made = partial(outcomes.made, name="x.org")
outcome = partial(outcomes.outcome, name="x.org")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("* A =b=", "# A `b`"),
        ("* A :tag:\n** [#A] B", "# A\n\n## B"),
        ("*a* /b/ =c= snake_case x^2", "**a** *b* `c` snake_case x^2"),
        ("[[https://a.example][words]] [[file:b.org][more]]", "[words](https://a.example) more"),
        ("#+BEGIN_SRC go\nfunc f() {\n\treturn\n}\n#+END_SRC", "```go\nfunc f() {\n\treturn\n}\n```"),
        ("#+begin_src emacs-lisp :tangle x\n(a)\n#+end_src", "```elisp\n(a)\n```"),
        ("#+begin_example\n,* a\n,#+b\n#+end_example", "```\n* a\n#+b\n```"),
        (": as it *stands*", "```\nas it *stands*\n```"),
        ("- a\n  - b\n- c", "- a\n  - b\n- c"),
        ("| a | b |\n|---+---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ('#+INCLUDE: "/etc/passwd"\nx', "x"),
        ("#+SETUPFILE: a.org\n#+STARTUP: b\nx", "x"),
        ("* A\n:PROPERTIES:\n:ID: 1\n:END:\nx", "# A\n\nx"),
        ("* A\nSCHEDULED: <2024-01-01 Mon> DEADLINE: <2024-01-02 Tue>\nx", "# A\n\nx"),
        ("#+MACRO: m a $1 $2\n{{{m(b,c)}}}", "a b c"),
        ("#+begin_tip\nx\n#+end_tip", "**Tip:**\n\nx"),
        ("# gone\nx", "x"),
        ("a[fn:1]\n\n[fn:1] b", "a[^1]\n\n[^1]: b"),
    ],
)
def test_a_mark_becomes(source: str, expected: str) -> None:
    assert made(source) == expected


def test_the_title_is_that_of_the_settings() -> None:
    assert convert("#+title: 菜园\n* First\nx".encode(), "x.org").title == "菜园"
    assert convert(b"* First\nx", "x.org").title == "First"


@pytest.mark.parametrize(
    "source",
    [
        "#+BEGIN_SRC\nwords",
        "#+END_SRC\nwords",
        "#+begin_tip\nwords",
        "| words",
        "[[words",
        ":PROPERTIES:\nwords",
        "\\(words",
        "a \\[ words",
        "\\begin{x} words",
    ],
)
def test_broken_files_keep_their_words(source: str) -> None:
    assert "words" in made(source)


@pytest.mark.parametrize("odd", ["\\|", "\\[", "\\(x", "\\)", "\\alpha{", "\\begin{x}", "\\\\", "=a\\|="])
@pytest.mark.parametrize("line", ["| words {} | more |", "words {} more"])
@pytest.mark.timeout(20)
def test_a_backslash_that_begins_nothing_is_a_word(line: str, odd: str) -> None:
    text = made(line.format(odd))
    assert "words" in text
    assert "more" in text


def test_code_keeps_its_backslashes() -> None:
    assert made("=grep \\(a\\)= and \\(a_1\\) and \\alpha") == "`grep \\(a\\)` and $a_1$ and α"


def test_an_unended_block_stops_at_the_next_headline() -> None:
    assert made("#+BEGIN_SRC\na\n* B\nc") == "```\na\n```\n\n# B\n\nc"


@pytest.mark.slow
def test_large_files_are_read_in_parts() -> None:
    text = made(
        "".join(f"* Part {n}\nword{n}\n#+begin_src c\nint x{n};\n#+end_src\n{'filler ' * 200}\n" for n in range(700))
    )
    assert all(f"# Part {n}\n\nword{n}\n\n```c\nint x{n};\n```" in text for n in range(700))


PIECES = st.sampled_from(
    [
        "* ",
        "** ",
        "#+BEGIN_SRC x\n",
        "#+END_SRC\n",
        "#+begin_quote\n",
        "#+end_quote\n",
        ": ",
        "- ",
        "| ",
        "\n",
        "\n\n",
        "[[",
        "]]",
        "[fn:1]",
        "{{{m(",
        ")}}}",
        "$",
        "\\(",
        "=",
        "~",
        ":END:\n",
        ":PROPERTIES:\n",
        "#+TITLE: ",
        "word",
        "中",
        "<2024-01-01>",
        "\\",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=100))
@settings(max_examples=25, deadline=None)
def test_nothing_but_a_refusal_is_raised(source: str) -> None:
    text, code = outcome(source)
    assert text.strip() or code in {"blank", "empty", "binary", "encoding-unknown", "html-page", "conversion-failed"}
