"""Markdown of several dialects: noise goes, words and code stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.code_fences import fenced, inline_code, regions
from gangdan_gui.converting.conversion import convert


def markdown(text: str) -> str:
    return convert(text.encode(), "page.md").text


CODE = "<div>{{ x }}</div>  <!-- kept -->\n\n\n:label:`x`\n![img](a.png)\n# no heading\n{ref}`y`\t\n::: tip"


@pytest.mark.parametrize(
    "opening", ["```", "```python", "~~~", "~~~~ js", "````md", "```{.python .input}", "```rust,ignore"]
)
@pytest.mark.parametrize("prefix", ["", "  ", "> ", "- ", "1. "])
def test_fences_keep_every_character_of_code(opening: str, prefix: str) -> None:
    fence = opening.rstrip("abcdefghijklmnopqrstuvwxyz {}.,")
    rest = "> " if prefix == "> " else " " * len(prefix)
    lines = [opening, *CODE.split("\n"), fence]
    text = markdown("\n".join([prefix + lines[0], *(rest + line for line in lines[1:])]))
    for line in CODE.split("\n"):
        assert rest + line in text.split("\n") or (not line and rest.strip() == "")


def test_indented_code_is_code() -> None:
    assert markdown("words\n\n    <b>x</b>  {ref}`y`\n\n    # z\n\nwords\n") == (
        "words\n\n    <b>x</b>  {ref}`y`\n\n    # z\n\nwords\n"
    )


def test_a_fence_that_is_never_closed_is_closed() -> None:
    assert markdown("```python\nx = 1\n") == "```python\nx = 1\n```\n"


@pytest.mark.parametrize(
    ("info", "word"),
    [
        ("{.python .input n=3}", "python"),
        ("{.c}", "c"),
        ("rust,ignore", "rust"),
        ("js{1,3-4} [file.js]", "js"),
        ("vue-html", "vue-html"),
        ("c++", "c++"),
        ("ipython3", "python"),
        ("{code-cell} ipython3", "python"),
        ("{code-block} c", "c"),
        ("", ""),
    ],
)
def test_the_word_for_a_language(info: str, word: str) -> None:
    assert markdown(f"```{info}\nx\n```\n") == f"```{word}\nx\n```\n"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a <!-- hidden --> b", "a  b"),
        ("a <!-- hid\nden --> b", "a  b"),
        ('<span class="x">words</span>', "words"),
        ("<b>bold</b> <i>soft</i> <code>x</code> <kbd>Ctrl</kbd>", "**bold** *soft* `x` `Ctrl`"),
        ("x<sup>2</sup>H<sub>2</sub>", "x^2H_2"),
        ("one<br>two<br/>three", "one two three"),
        ('<img src="a.png" alt="A rake">', "A rake"),
        ('<img src="a.png"\n  alt="A rake" />', "A rake"),
        ("![A rake](a.png) and ![](b.png)x", "A rake and x"),
        ("![A `code` rake](a.png)", "A `code` rake"),
        ("![A rake][ref]{width=3}", "A rake"),
        ("![](data:image/png;base64,iVBOR)x", "x"),
        ("[![CI](badge.svg)](https://e.org)", "[CI](https://e.org)"),
        ("[x](https://e.org/a_(b)) <https://e.org>", "[x](https://e.org/a_(b)) <https://e.org>"),
        ("[x](other.md#part) [y][1]", "[x](other.md#part) [y][1]"),
        ("[x](javascript:alert(1)) [y]( JavaScript:f )", "x y"),
        ("[x](file:///etc/passwd) [y](data:text/html,z)", "x y"),
        ("Vec<T> and HashMap<K, V> and a<b", "Vec\\<T> and HashMap<K, V> and a<b"),
        ("`<div>` and ``<!-- x -->``", "`<div>` and ``<!-- x -->``"),
        ("$a<b$ and $$x_{<div>}$$", "$a<b$ and $$x_{<div>}$$"),
        ("costs $5 <b>or</b> $6", "costs $5 **or** $6"),
        ("{ref}`words <label>` {func}`f` {math}`x^2`", "words `f` $x^2$"),
        (":numref:`fig_x`, :cite:`A.2000` :eqref:`e`", "fig_x, (A.2000) e"),
        ("(**said**) and [~~gone~~]", "(**said**) and [~~gone~~]"),
        ("% of all\n\n+++ more", "% of all\n\n+++ more"),
        ("{{ template }} stays", "{{ template }} stays"),
        ("snake_case *a* 2 * 3", "snake_case *a* 2 * 3"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("trailing  \nspaces\t", "trailing\nspaces"),
        ("no\u00a0break zero\u200bwidth e\u0301", "no break zerowidth \u00e9"),
    ],
)
def test_prose(source: str, shown: str) -> None:
    assert markdown(f"Before.\n\n{source}\n\nAfter.\n") == f"Before.\n\n{shown}\n\nAfter.\n"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("::: tip\nwords\n:::", "**Tip**\n\nwords"),
        ("::: tip 注意\nwords\n:::", "**注意**\n\nwords"),
        (":::{note}\n:class: dropdown\nwords\n:::", "**Note**\n\nwords"),
        ("```{warning}\nwords *soft*\n```", "**Warning**\n\nwords *soft*"),
        ("```{admonition} A title\n:class: tip\n\nwords\n```", "**A title**\n\nwords"),
        ("````{note}\n```python\n<b>\n```\n````", "**Note**\n\n```python\n<b>\n```"),
        ("> [!NOTE]\n> words", "> **Note**\n>\n> words"),
        ("```{math}\n:label: e\nx^2\n```", "$$\nx^2\n$$"),
        ("$$\na < b\n<div>\n$$ (label)", "$$\na < b\n<div>\n$$"),
        ("```{toctree}\na\n```", ""),
        ("```toc\na\n```", ""),
        ("```{figure} x.png\nwords\n```", "words"),
        ("```{eval-rst}\n.. note:: words\n```", "**Note:** words"),
        ("(label)=\n# H {#id}", "# H"),
        ("# H #\n:label:`x`", "# H #"),
        ("Two\nlines\n===", "# Two lines"),
        ("Sub\n---", "## Sub"),
        ("<div>\n\nwords\n\n</div>", "words"),
        ("<div><p>one</p>\n<p>two</p></div>", "one\ntwo"),
        ("<script setup>\nimport x\n\nlet y\n</script>", ""),
        ("<style>\np {}\n</style>", ""),
        ("<!--\nhidden\n\nhidden\n-->", ""),
        ("<details><summary>More</summary>\n\nwords\n\n</details>", "More\n\nwords"),
        ("<table><tr><th>a</th></tr><tr><td>b</td></tr></table>", "a\n\nb"),
        (
            "<table><tr><th>a</th><th>c</th></tr><tr><td>b</td><td>d</td></tr></table>",
            "| a | c |\n| --- | --- |\n| b | d |",
        ),
        ("<pre><code>x\n  y</code></pre>", "```\nx\n  y\n```"),
        (
            '<Listing number="1-2" file-name="a.rs" caption="With `x`">\n\nwords\n\n</Listing>',
            "Listing 1-2: With `x`: a.rs\n\nwords",
        ),
        ("<MyBox title='Named' />", "Named"),
        ("| a    | b |\n|------|:-:|\n| `x  y` | <br>z |", "| a | b |\n|---|:-:|\n| `x  y` | z |"),
        ("one\n\n\n\n\ntwo", "one\n\ntwo"),
        ("- a\n  - <b>b</b>\n\n    c", "- a\n  - **b**\n\n    c"),
    ],
)
def test_blocks(source: str, shown: str) -> None:
    between = f"{shown}\n\n" if shown else ""
    assert markdown(f"Before.\n\n{source}\n\nAfter.\n") == f"Before.\n\n{between}After.\n"


def test_marks_for_slides_in_d2l() -> None:
    text = markdown(":label:`x`\n\n[**Said of `x`**] and (~~hidden~~), [**linked**](a.md).\n")
    assert text == "**Said of `x`** and hidden, [**linked**](a.md).\n"


def test_comments_and_breaks_of_myst() -> None:
    assert markdown("(label)=\n\n% hidden\n\n+++\n\nwords\n") == "words\n"


def test_a_cell_takes_the_kernel_s_language() -> None:
    text = "---\nkernelspec:\n  language: julia\n---\n```{code-cell}\n:tags: [x]\n\nf(1)\n```\n"
    assert markdown(text) == "```julia\nf(1)\n```\n"


def test_an_address_that_is_data_leaves_its_words() -> None:
    assert markdown(f"[try it](https://e.org/#{'x' * 200}) now") == "try it now\n"
    address = f"https://zh.wikipedia.org/wiki/{'%E4' * 60}"
    assert markdown(f"[wiki]({address})") == f"[wiki]({address})\n"


@given(st.text(alphabet="ab`~\n <>&*_[](){}:\\$|#\t中", max_size=80), st.sampled_from(["", "python"]))
def test_fenced_code_comes_back_as_it_was(code: str, language: str) -> None:
    body = code.strip("\n")
    text = convert(f"words\n\n{fenced(code, language)}\n\nwords\n".encode(), "x.md").text
    assert text == f"words\n\n{fenced(body, language)}\n\nwords\n"


@given(st.text(alphabet="a` ", min_size=1, max_size=20))
def test_inline_code_holds_its_ticks(text: str) -> None:
    made = inline_code(text)
    ticks = len(made) - len(made.lstrip("`"))
    assert "`" * ticks not in text
    assert text in made


@given(st.text(alphabet="`~ \nab>-", max_size=80))
def test_regions_are_the_text(text: str) -> None:
    assert "\n".join(line for region in regions(text) for line in region.lines) == text


@pytest.mark.parametrize("item", ["{0}- w{1}", "{0}1. w{1}\n\n{0}   more{1}\n", "> {0}- w{1}"])
def test_no_words_are_lost_of_a_list_however_deep(item: str) -> None:
    text = "\n".join(item.format("   " * n, n) for n in range(400))
    made = convert(text.encode(), "a.md").text
    assert {f"w{n}" for n in range(400)} <= set(made.split())
