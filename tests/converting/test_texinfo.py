"""Texinfo: each command as a reader sees it, and files that are broken or mean harm."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from tests.converting import outcomes

made = partial(outcomes.made, name="x.texi")
outcome = partial(outcomes.outcome, name="x.texi")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@chapter A @code{b}", "# A `b`"),
        ("@subsubsection Deep", "#### Deep"),
        ("@code{a_b} and @strong{c} and a_b*c", "`a_b` and **c** and a_b\\*c"),
        ("@code{a@{@}}", "`a{}`"),
        ("@code{a@var{b}c}", "`abc`"),
        ("@verb{|a@b{|} x", "`a@b{` x"),
        ("@xref{Node} and @ref{Node, Name, Title}", "See Node and Title"),
        ("@xref{Node,,,gcc,The GCC Manual}.", "See Node in The GCC Manual."),
        ("@uref{https://a.example/x, words}", "[words](https://a.example/x)"),
        ("@uref{javascript:alert(1), words}", "words"),
        ("@email{a@@b.example, Ada}", "Ada (a@b.example)"),
        ("@math{a@{b@}^{2}}", "$a{b}^{2}$"),
        ("a@footnote{b @emph{c}} d", "a[^1] d\n\n[^1]: b *c*"),
        ("@'e @~n @,c @v{s} @ringaccent{a} @U{4E2D}", "é ñ ç š å 中"),
        ("x @c gone", "x"),
        ("@sc{nasa} @dots{} @copyright{} @LaTeX{}", "NASA ... © LaTeX"),
        ("@acronym{DNS, Domain Name System}", "DNS (Domain Name System)"),
        ("@noindent Text", "Text"),
        ("@unknowncommand{words} stay", "words stay"),
        ("# no heading", "\\# no heading"),
        ("@inlinefmt{html, a}@inlinefmt{info, b}", "b"),
        ("@ifset a\nno\n@end ifset\nyes", "yes"),
        ("@set a 1\n@ifset a\nyes @value{a}\n@end ifset", "yes 1"),
        ("@ifhtml\nweb\n@end ifhtml\n@ifnothtml\nplain\n@end ifnothtml", "plain"),
        ("@macro two{a, b}\n\\a\\ then \\b\\\n@end macro\n@two{x, y}", "x then y"),
        ("@macro m{}\n@code{z}\n@end macro\n@m{}", "`z`"),
        ("@alias file2=code\n@file2{x}", "`x`"),
        ("@menu\n* A::\n@end menu\nB", "B"),
        ("@cindex x\n@findex y\nB", "B"),
        ("@example\n@cindex x\na @{\n    b@}\n@end example", "```\na {\n    b}\n```"),
        ("@example python\nx\n@end example", "```python\nx\n```"),
        ("@displaymath\nx^2\n@end displaymath", "$$\nx^2\n$$"),
        ("@itemize\n@item a\n@item b\n@end itemize", "- a\n- b"),
        ("@enumerate\n@item a\n@item b\n@end enumerate", "1. a\n2. b"),
        ("@table @code\n@item x\nword\n@end table", "- **`x`**: word"),
        ("@multitable {a}{b}\n@item 1 @tab 2\n@end multitable", "| | |\n|---|---|\n| 1 | 2 |"),
        ("@quotation Tip\nx\n@end quotation", "> **Tip:** x"),
        ("@defun f a b\nx\n@end defun", "# Function: `f a b`\n\nx"),
        ("@deftypefn {F} {int} f (@var{x})\n@end deftypefn", "# F: `int f (x)`"),
        ("a\n@bye\nb", "a"),
    ],
)
def test_a_command_becomes(source: str, expected: str) -> None:
    assert made(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "@code{never closed\n\nwords",
        "@example\nnever ended words",
        "words }}} @end table\n@end itemize",
        "@itemize\n@item words\n@section Next\nmore",
        "@table\n@item words",
        "@multitable\n@tab words",
        "@item words\n@tab x",
        "@deftypefn\nwords",
        "@verbatim\nwords",
        "@ignore\nwords",
        "words @U{ffffffffff} @U{x} @value{none} @",
        '@"',
        "@'{} words",
    ],
)
def test_broken_files_keep_their_words(source: str) -> None:
    text, code = outcome(source)
    assert "words" in text or (code == "blank" and "words" not in source)


def test_macros_that_call_themselves_come_to_an_end() -> None:
    bomb = "@macro a{}\n@a{}@a{}\n@end macro\n" + "".join(
        f"@macro b{n}{{}}\n@b{chr(97 + n)}{{}}\n@end macro\n" for n in range(5)
    )
    assert "word" in made(bomb + "@a{}\n\nword")
    doubling = "".join(f"@macro m{chr(98 + n)}{{}}\n{f'@m{chr(97 + n)}{{}}' * 10}\n@end macro\n" for n in range(12))
    assert len(made("@macro ma{}\nxxxxxxxxxx\n@end macro\n" + doubling + "@mm{}\n\nword")) < 5_000_000


@pytest.mark.parametrize(
    "source",
    [
        "@code{" * 100_000 + "word",
        "@itemize\n@item word\n" * 50_000,
        "@ifset x\n" * 100_000 + "word",
        "@ignore\n" * 100_000 + "word",
        "@quotation\nword\n" * 50_000 + "@end quotation\n" * 50_000,
        "word @@" * 200_000,
        "@footnote{word\n\n" * 20_000,
        "word {" * 200_000,
    ],
    ids=["braces", "lists", "conditions", "ignored", "quotes", "at signs", "footnotes", "open"],
)
@pytest.mark.timeout(60)
@pytest.mark.slow
def test_large_and_deep_files_are_read(source: str) -> None:
    text, code = outcome(source)
    assert "word" in text or (code == "blank")


def test_the_encoding_is_the_one_that_the_file_states() -> None:
    source = "@documentencoding ISO-8859-2\n@chapter Kod\nZażółć gęślą jaźń.\n"
    read = convert(source.encode("iso8859-2"), "x.texi")
    assert "Zażółć gęślą jaźń." in read.text
    assert read.encoding == "iso8859-2"


PIECES = st.sampled_from(
    [
        "@code{",
        "}",
        "{",
        "@",
        "@@",
        "\n",
        "\n\n",
        "word",
        " ",
        ",",
        "@example\n",
        "@end example\n",
        "@itemize\n",
        "@item ",
        "@end itemize\n",
        "@table @code\n",
        "@end table\n",
        "@multitable\n",
        "@tab",
        "@end multitable\n",
        "@xref{",
        "@math{",
        "@footnote{",
        '@"',
        "@verb{|",
        "|}",
        "@macro m{a}\n",
        "@end macro\n",
        "@m{",
        "@set x y\n",
        "@value{x}",
        "@ifset x\n",
        "@deffn x y z\n",
        "@end deffn\n",
        "@chapter ",
        "@c ",
        "@ignore\n",
        "`",
        "*",
        "\x00",
        "\\",
        "中",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_nothing_but_a_refusal_is_raised(source: str) -> None:
    text, code = outcome(source)
    assert text.strip() or code in {"blank", "empty", "binary", "encoding-unknown", "html-page"}
