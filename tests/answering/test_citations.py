"""References in an answer become our numbers, or stay plain words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.answering.citations import bind, without_citations

OURS = (1, 2, 3)


@pytest.mark.parametrize(
    ("said", "text", "cited"),
    [
        ("So [1].", "So [1].", (1,)),
        ("So [3][1].", "So [3][1].", (1, 3)),
        ("So [1,3] and [1, 2].", "So [1][3] and [1][2].", (1, 2, 3)),
        ("So [1-3].", "So [1][2][3].", (1, 2, 3)),
        ("So [1–2, 3].", "So [1][2][3].", (1, 2, 3)),
        ("如此【1】。", "如此[1]。", (1,)),
        ("如此［２］。", "如此[2]。", (2,)),
        ("见来源1。", "见[1]。", (1,)),
        ("See 来源2.", "See [2].", (2,)),
        ("见来源 2，", "见[2]，", (2,)),
        ("如此（来源 1）。", "如此[1]。", (1,)),
        ("如此（来源1、3）。", "如此[1][3]。", (1, 3)),
        ("如此[来源1和来源2]。", "如此[1][2]。", (1, 2)),
        ("so (Source 2)", "so [2]", (2,)),
        ("so [[1]]", "so [1]", (1,)),
        ("so [[1](https://made.up/)]", "so [1]", (1,)),
        ("so [[1], [2]]", "so [[1], [2]]", (1, 2)),
        ("so [[1]", "so [[1]", (1,)),
        ("so [^1]", "so [1]", (1,)),
        ("来源2(见第 3 节)", "[2] (见第 3 节)", (2,)),
        ("so [1](see the guide)", "so [1] (see the guide)", (1,)),
        ("so [1](https://made.up/)", "so [1]", (1,)),
        ("[1]: made up", "[1]\\: made up", (1,)),
        ("So [1][7].", "So [1][7].", (1,)),
        ("So [1, 7].", "So [1][7].", (1,)),
        ("so [01]", "so [1]", (1,)),
        ("so [citation:2] and [citation:1][citation:3]", "so [2] and [1][3]", (1, 2, 3)),
        ("如此〔1〕、〖２〗、[文档3]。", "如此[1]、[2]、[3]。", (1, 2, 3)),
        ("so [１－３], [#2] and (DOCUMENT 1)", "so [1][2][3], [2] and [1]", (1, 2, 3)),
        ("so [1‑2] and [1−2]", "so [1][2] and [1][2]", (1, 2)),
        ("so 【2†source】 and [1†L3-L9]", "so [2] and [1]", (1, 2)),
        ("so [Source 1: numpy.rst]", "so [1]", (1,)),
        ("如此[来源1，第二节]。", "如此[1]。", (1,)),
        ("so [Passage 1, Passage 3]", "so [1][3]", (1, 3)),
        ("根据来源1、2，如此", "根据[1][2]，如此", (1, 2)),
        ("来源1-3都说", "[1][2][3]都说", (1, 2, 3)),
        ("来源1和来源3。", "[1][3]。", (1, 3)),
        ("来源1、2个文件", "[1]、2个文件", (1,)),
        ("来源1和3D图形", "[1]和3D图形", (1,)),
        ("| a [1] | 见【2】 |", "| a [1] | 见[2] |", (1, 2)),
        ("$f$ is 0 on $[1, 3]$ [2]", "$f$ is 0 on $[1, 3]$ [2]", (2,)),
        ("from $5 [1] to $6 [2]", "from $5 [1] to $6 [2]", (1, 2)),
        ("so [1]\n\n[^1]: numpy.rst\n[^2]: b", "so [1]\n\n[1]\\: numpy.rst\n[2]\\: b", (1, 2)),
    ],
)
def test_every_form_of_a_reference(said: str, text: str, cited: tuple[int, ...]) -> None:
    bound = bind(said, OURS)
    assert (bound.text, bound.cited) == (text, cited)


@pytest.mark.parametrize(
    "said",
    [
        "So [7].", "[0, 1]", "[1-99]", "[3-1]", "[2024]", "来源12", "来源2个", "来源2.5", "![1](x.png)", r"\[1\]",
        "`a[1]`", "[1: n]", "x[1:3]",
        "``a[1] ` ``", "```\na[1] 来源1\n```", "~~~\n[1]", "    a[1]\n", "`over a\nline [1]`", "- [ ] task",
        "来源", "[]", "(#2)", "[1.5]", "[-1]", "[citation:9]", "document 2", "[#]",
        "$a[1]$", "$$\\int_{[1,3]}$$", r"\([1, 2]\)", r"\[ a[1, 2] \]", "<https://made.up/[1]>",
    ],
)  # fmt: skip
def test_what_is_no_reference_stays_as_it_is(said: str) -> None:
    assert bind(said, OURS) == bind(said, ()) != bind("[1]", OURS)
    assert (bind(said, OURS).text, bind(said, OURS).cited) == (said, ())


def test_a_stray_backtick_hides_no_reference_of_a_later_paragraph() -> None:
    assert bind("a ` b\n\nc [1] ` d", OURS).cited == (1,)


def test_a_list_however_long_is_bound() -> None:
    # As of a model that goes round in circles.
    assert bind("来源1、" * 10_000 + "来源2。", OURS).cited == (1, 2)


def test_prose_after_a_block_of_code_is_bound() -> None:
    bound = bind("a [1]\n\n```py\nx[2]\n```\n\n见【3】", OURS)
    assert (bound.text, bound.cited) == ("a [1]\n\n```py\nx[2]\n```\n\n见[3]", (1, 3))


answers = st.lists(
    st.sampled_from(
        [
            "[1]",
            "[2,3]",
            "【1】",
            "来源2",
            "[9]",
            "[1-3]",
            " ",
            "\n",
            "`",
            "```\n",
            "字",
            "a",
            "[",
            "]",
            "(",
            "x)",
            "[1](x)",
        ]
    )
).map("".join)


@given(answers | st.text(), st.sets(st.integers(1, 9)))
def test_only_our_numbers_are_cited_and_binding_twice_changes_nothing(said: str, ours: set[int]) -> None:
    bound = bind(said, ours)
    assert set(bound.cited) <= ours
    assert all(f"[{number}]" in bound.text for number in bound.cited)
    assert bind(bound.text, ours) == bound


@given(answers)
def test_code_is_never_touched(said: str) -> None:
    block = "```\n[1] 来源2 【3】\n```\n"
    assert bind(f"{block}{said}", OURS).text.startswith(block)


def test_history_has_no_references_but_its_code() -> None:
    assert without_citations("So [1], 见【2】 `a[1]`") == "So , 见 `a[1]`"
