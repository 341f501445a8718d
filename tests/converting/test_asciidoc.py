"""AsciiDoc: each mark as a reader sees it, and files that are broken or mean harm."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.converting import outcomes

made = partial(outcomes.made, name="x.adoc")
outcome = partial(outcomes.outcome, name="x.adoc")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("= A `b`", "# A `b`"),
        ("== A\n\n=== B ===", "## A\n\n### B"),
        ("Old way\n-------\n\nx", "## Old way\n\nx"),
        ("线性代数\n========\n\nx", "# 线性代数\n\nx"),
        (":a: b\n\n{a} {A} \\{a} {c}", "b b {a} {c}"),
        (":a: b\n:!a:\n\n{a} x", "{a} x"),
        (":a: one \\\n  two\n\n{a}", "one two"),
        ("ifdef::x[]\na\nendif::[]\nifndef::x[b]", "a\nb"),
        ("// gone\nx", "x"),
        ("////\ngone\n////\nx", "x"),
        ("include::a.adoc[]\nx", "x"),
        ("*a* _b_ `c` #d# **e**f __g__h", "**a** *b* `c` d **e**f *g*h"),
        ("`a_b` snake_case_name 2 * 3", "`a_b` snake_case_name 2 * 3"),
        ("`*a*` and `+b*c+`", "`*a*` and `b*c`"),
        ("https://a.example/x[words] https://a.example.", "[words](https://a.example/x) <https://a.example>."),
        ("link:b.html[words] xref:c.adoc#d[more]", "words more"),
        ("link:javascript:alert(1)[words]", "words"),
        ("[[x]]\n== Title\n\n<<x>> <<x,words>> <<_title>>", "## Title\n\nTitle words Title"),
        ("a footnote:[b *c*]", "a [^1]\n\n[^1]: b **c**"),
        ("kbd:[F1] btn:[OK] menu:A[B > C]", "`F1` OK A → B → C"),
        ("latexmath:[a_b]", "$a_b$"),
        ("(((x)))a ((b))", "a b"),
        ("image::a.png[Words, 300]", "Words"),
        ("[source,python]\n----\na  # <1>\n\n\tb\n----\n<1> Note", "```python\na  # <1>\n\n\tb\n```\n\n1. Note"),
        ("```rust\nx\n```", "```rust\nx\n```"),
        ("[source]\nx = 1", "```\nx = 1\n```"),
        ("----\n[NOTE]\n{a} // x\n----", "```\n[NOTE]\n{a} // x\n```"),
        ("TIP: x", "**Tip:** x"),
        ("[IMPORTANT]\n====\nx\n\ny\n====", "**Important:** x\n\ny"),
        ("[quote]\nx", "> x"),
        ("* a\n** b\n* c", "- a\n  - b\n- c"),
        ("1. a\n2. b", "1. a\n2. b"),
        (". a\n+\n----\nx\n----\n. b", "1. a\n\n   ```\n   x\n   ```\n\n2. b"),
        ("* [x] done", "- done"),
        ("a:: b\nc::\nd", "- **a**: b\n- **c**: d"),
        ("* a\n\n//-\n\n* b", "- a\n\n- b"),
        ("|===\n|A |B\n\n|1 |2\n|===", "| A | B |\n|---|---|\n| 1 | 2 |"),
        ('[%header,format=csv]\n|===\na,b\n1,"2,3"\n|===', "| a | b |\n|---|---|\n| 1 | 2,3 |"),
        ("# no heading\\", "# no heading\\"),
        (".Caption\n....\nx\n....", "**Caption**\n\n```\nx\n```"),
        ("a +\nb", "a\nb"),
        ("++++\n<b>x</b><script>y</script>\n++++", "**x**"),
    ],
)
def test_a_mark_becomes(source: str, expected: str) -> None:
    assert made(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "----\nwords",
        "====\nwords",
        "|===\nwords",
        "|===\n|words",
        '[cols="0*,x"]\n|===\n|words\n|===',
        "[cols=999*]\n|===\n999+|words\n.999+|x\n|===",
        "endif::[]\nwords",
        "ifdef::a[]\nwords",
        "* words\n+",
        "+\nwords",
        "<<words",
        ".words",
        "////\nx\n////\nwords",
        "{counter:a} words {counter:a:x}",
        ":a: {a}{a}\n:a: {a}{a}\nwords {a}",
    ],
)
def test_broken_files_keep_their_words(source: str) -> None:
    assert "words" in made(source)


def test_attributes_that_hold_one_another_come_to_an_end() -> None:
    bomb = ":a0: xxxxxxxxxx\n" + "".join(f":a{n + 1}: {f'{{a{n}}}' * 10}\n" for n in range(12))
    assert len(made(bomb + "\n" + "{a12} " * 1000 + "word")) < 5_000_000


@pytest.mark.parametrize(
    "source",
    [
        "".join("=" * (4 + n % 400) + "\n" for n in range(3_000)) + "word",
        "* word\n+\n" * 30_000,
        "[[x]]\n" * 100_000 + "word",
        "word *a _b `c #d ^e " * 40_000,
        "link:a[" * 60_000 + "word",
        "word::\n" * 60_000,
        "|===\n" + "|word " * 200_000,
        "ifdef::a[]\n" * 60_000 + "word",
        "word\n\n" * 100_000,
        "[" * 200_000 + "word",
    ],
    ids=["blocks", "continued", "ids", "marks", "links", "terms", "cells", "conditions", "paragraphs", "brackets"],
)
@pytest.mark.timeout(60)
@pytest.mark.slow
def test_large_and_deep_files_are_read(source: str) -> None:
    assert "word" in made(source)


PIECES = st.sampled_from(
    [
        "----\n",
        "====\n",
        "|===\n",
        "|",
        "....\n",
        "____\n",
        "--\n",
        "++++\n",
        "* ",
        ". ",
        "a:: ",
        "\n",
        "\n\n",
        "+\n",
        "[NOTE]\n",
        "[source,x]\n",
        "[[a]]\n",
        ".T\n",
        "= ",
        "== ",
        "`",
        "*",
        "_",
        "#",
        "+",
        "<<",
        ">>",
        "link:x[",
        "]",
        "footnote:[",
        "https://a[",
        "ifdef::a[]\n",
        "endif::[]\n",
        ":a: b\n",
        "{a}",
        "word",
        " ",
        "(((",
        ")))",
        "\x00",
        "\\",
        "中",
        "pass:[",
        "image::a[",
        '"',
        ",",
        "[cols=2*]\n",
        "2+|",
        ".3+|",
        "////\n",
        "//\n",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_nothing_but_a_refusal_is_raised(source: str) -> None:
    text, code = outcome(source)
    assert text.strip() or code in {"blank", "empty", "binary", "encoding-unknown", "html-page"}
