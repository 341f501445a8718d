"""Pages: the document without the site around it, code and formulas as written."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.html import fragment_to_markdown
from gangdan_gui.domain.errors import UnreadableFile

CODE = "def f(x):\n\tif x:  # <b>&amp;\n\n\t    return `x` | {1: '*'}\n    # tail"


def markdown(body: str) -> str:
    return convert(f"<html><body>{body}</body></html>".encode(), "page.html").text


def tokens(code: str) -> str:
    """Code as a highlighter writes it: a span a word."""
    return "".join(
        f'<span class="n">{html.escape(part)}</span>' if part.strip() else part for part in re.split(r"(\s+)", code)
    )


@pytest.mark.parametrize(
    ("block", "language"),
    [
        (f"<pre>{html.escape(CODE)}</pre>", ""),
        (f"<pre>\n{html.escape(CODE)}\n</pre>", ""),
        (
            f'<div class="highlight-python3"><div class="highlight"><pre>{tokens(CODE)}\n</pre></div></div>',
            "python",
        ),
        (f'<pre><code class="language-rust">{tokens(CODE)}</code></pre>', "rust"),
        (f'<pre class="brush: sql; gutter">{html.escape(CODE)}</pre>', "sql"),
        (f'<div class="highlight highlight-source-js"><pre>{tokens(CODE)}</pre></div>', "js"),
        (f'<pre data-lang="go">{html.escape(CODE)}</pre>', "go"),
        (f"<blockquote><pre>{html.escape(CODE)}</pre></blockquote>", ""),
        (
            (
                '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2\n3</pre></td>'
                f'<td class="code"><div class="highlight-c"><pre>{tokens(CODE)}</pre></div></td></tr></table>'
            ),
            "c",
        ),
        (
            "<pre>"
            + "\n".join(f'<span class="lineno">{n} </span>{tokens(line)}' for n, line in enumerate(CODE.split("\n")))
            + "</pre>",
            "",
        ),
        ("<pre>" + html.escape(CODE).replace("\n", "<br>") + "</pre>", ""),
        ("<pre>" + html.escape(CODE).replace("    ", "&nbsp;&#160; &nbsp;") + "</pre>", ""),
    ],
)
def test_code_is_fenced_with_every_line_as_it_is(block: str, language: str) -> None:
    assert markdown(f"<p>before</p>{block}<p>after</p>") == f"before\n\n```{language}\n{CODE}\n```\n\nafter\n"


def test_code_in_a_list() -> None:
    assert markdown("<ul><li>a<pre>x\n  y</pre></li><li>b</li></ul>") == "- a\n\n  ```\n  x\n    y\n  ```\n\n- b\n"


def test_a_prompt_makes_a_session() -> None:
    assert markdown('<div class="highlight-python3"><pre>&gt;&gt;&gt; 1\n1</pre></div>') == "```pycon\n>>> 1\n1\n```\n"


FURNITURE = (
    "<nav>NOISE</nav>",
    "<script>NOISE()</script>",
    "<style>NOISE{}</style>",
    '<iframe src="x">NOISE</iframe>',
    "<svg><text>NOISE</text></svg>",
    "<button>NOISE</button>",
    "<template>NOISE</template>",
    '<div role="navigation">NOISE</div>',
    '<div class="sphinxsidebar"><p>NOISE</p></div>',
    '<div class="related">NOISE</div>',
    '<div class="edit-this-page">NOISE on GitHub</div>',
    '<ul class="breadcrumbs"><li>NOISE</li></ul>',
    "<footer>NOISE</footer>",
    '<span aria-hidden="true">NOISE</span>',
    '<a class="headerlink" href="#x">NOISE¶</a>',
)


@pytest.mark.parametrize("noise", FURNITURE)
@pytest.mark.parametrize("where", ["main", "body"])
def test_what_belongs_to_the_site_goes(noise: str, where: str) -> None:
    inside = f"<h1>Title{noise if where == 'main' else ''}</h1><p>Words of the document.</p>"
    text = markdown(f"{noise if where == 'body' else ''}<main>{inside}</main>")
    assert text == "# Title\n\nWords of the document.\n"


@pytest.mark.parametrize("noise", FURNITURE)
def test_a_page_of_furniture_has_nothing_to_read(noise: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        markdown(noise)
    assert refused.value.reason.code == "blank"


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (
            (
                '<span class="katex"><span class="katex-mathml"><math><semantics><mi>E</mi><annotation '
                'encoding="application/x-tex">E = mc^2</annotation></semantics></math></span>'
                '<span class="katex-html" aria-hidden="true">E=mc2</span></span>'
            ),
            "$E = mc^2$",
        ),
        ('<math alttext="a_b*c"><mi>a</mi></math>', "$a_b*c$"),
        ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "$x = 1$"),
        ('<span class="math notranslate">\\(a_i * b_i\\)</span>', "$a_i * b_i$"),
        (
            (
                '<span class="MathJax_Preview">NOISE</span><span class="MathJax">NOISE</span>'
                '<script type="math/tex">\\alpha_1</script>'
            ),
            "$\\alpha_1$",
        ),
        ('<img class="math" src="m.png" alt="\\beta">', "$\\beta$"),
    ],
)
def test_a_formula_stands_once_as_tex(formula: str, shown: str) -> None:
    assert markdown(f"<p>So {formula} holds.</p>") == f"So {shown} holds.\n"


@pytest.mark.parametrize(
    "formula",
    [
        '<div class="math notranslate">\\[x\n= 1\\]</div>',
        '<script type="math/tex; mode=display">x\n= 1</script>',
        (
            '<div class="katex-display"><span class="katex"><math display="block"><semantics><mi>x</mi><annotation '
            'encoding="application/x-tex">x\n= 1</annotation></semantics></math></span></div>'
        ),
    ],
)
def test_a_displayed_formula_stands_on_its_own(formula: str) -> None:
    assert "$$\nx\n= 1\n$$" in markdown(f"<p>Words</p>{formula}<p>Words</p>")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ('<a href="https://e.org/a_b" title="T">x</a>', "[x](https://e.org/a_b)"),
        ('<a href="mailto:a@e.org">x</a>', "[x](mailto:a@e.org)"),
        ('<a href="other.html">x</a>', "x"),
        ('<a href="#here">x</a>', "x"),
        ('<a href=" java\tscript:alert(1)">x</a>', "x"),
        ('<a href="JAVASCRIPT:alert(1)">x</a>', "x"),
        ('<a href="file://server/x">x</a>', "x"),
        ('<a href="//host/share">x</a>', "x"),
        ("&lt;div&gt; &amp;&nbsp;&copy;", "\\<div> & ©"),
        ("<code>&lt;b&gt; *x* |</code>", "`<b> *x* |`"),
        ("<code>a`b</code>", "``a`b``"),
        ("*args and **kw", "\\*args and \\*\\*kw"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("x<sup>2</sup>, H<sub>2</sub>O", "x^2, H_2O"),
        ('word<sup><a href="#fn1">1</a></sup>', "word[1]"),
        ('<img src="a/spade.png" alt="A spade">', "A spade"),
        ('<img src="a/spade.png" alt="spade.png">x', "x"),
        ('<img src="data:image/png;base64,AAAA">x', "x"),
        ("<b>bold</b> and <em>soft</em>", "**bold** and *soft*"),
    ],
)
def test_inline(source: str, shown: str) -> None:
    assert markdown(f"<p>{source}</p>") == f"{shown}\n"


def test_tables() -> None:
    text = markdown(
        "<table><thead><tr><th>a|b</th><th>c</th></tr></thead><tr><td>x<br>y</td><td><pre>p | q\nr</pre></td></tr>"
        "<tr><td><code>m|n</code></td><td><p>1</p><p>2</p></td></tr></table>"
    )
    assert text == "| a\\|b | c |\n| --- | --- |\n| x y | `p \\| q r` |\n| `m\\|n` | 1 2 |\n"


def test_a_table_that_only_arranges_is_taken_apart() -> None:
    text = markdown(
        "<table><tr><td><h1>Title</h1><p>Words</p><table><tr><th>a<th>b<tr><td>1<td>2</table></td></tr></table>"
    )
    assert text == "# Title\n\nWords\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def test_definitions_and_boxes() -> None:
    text = markdown(
        "<dl><dt>term</dt><dd>meaning</dd></dl>"
        '<div class="admonition tip"><p class="admonition-title">Tip</p><p>Do.</p></div>'
        '<dl class="py"><dt class="sig">f(<em>*a</em>)<a class="headerlink" href="#f">¶</a></dt><dd>Calls.</dd></dl>'
    )
    assert text == "**term**\n\nmeaning\n\n**Tip**\n\nDo.\n\n**`f(*a)`**\n\nCalls.\n"


def test_the_main_element_must_hold_the_document() -> None:
    words = "Words of the document. " * 20
    assert "Words" in markdown(f"<main><p>box</p></main><p>{words}</p>")
    assert "menu" not in markdown(f"<div>menu menu</div><main><p>{words}</p></main>")


def test_minified_pages() -> None:
    assert markdown("<main><h1>A</h1><p>b<p>c<ul><li>d<li>e</ul></main>") == "# A\n\nb\n\nc\n\n- d\n- e\n"


FRAGMENTS = st.lists(
    st.sampled_from(
        [
            "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<pre>", "</pre>", "<br>", "<dl>", "<dt>",
            "<dd>", "<sup>", "</sup>", "<a href=x>", "</a>", "<img alt=i>", "<ul>", "<li>", "</ul>",
            "<blockquote>", "<span class=math>", "<math>", "</math>", "<script>", "</script>", "<h2>", "</h2>",
            "\\(", "\\)", "*a* ", "b|c ", "&lt;d&gt;", "\n", "<div class=highlighttable>",
            "<table class=highlighttable>", "<dt class=sig>", "<nav>", "</nav>", "<code>",
        ]
    ),
    max_size=40,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(FRAGMENTS)
def test_any_nesting_is_survived(parts: list[str]) -> None:
    assert "<script" not in fragment_to_markdown("".join(parts))


@pytest.mark.parametrize(
    "element",
    ["div", "span", "blockquote", "ul><li", "table><tr><td", "dl><dd", "b", "section", "ol><li><p", "article"],
)
def test_no_words_are_lost_however_deep_they_stand(element: str) -> None:
    """The middle of a page that closes as many elements as it opens."""
    opening = f"<{element}>"
    closing = "".join(f"</{name}>" for name in reversed(element.split("><")))
    page = "".join(f"{opening} w{n} " for n in range(400)) + "deep words" + closing * 400
    text = convert(page.encode(), "a.html").text
    assert "deep words" in text
    assert all(f"w{n} " in text.replace("\n", " ").replace("*", " ") for n in range(400))


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<dl><dt>T <code>x</code><dd>One<p>Two</p></dl>", "**T `x`**\n\nOne\n\nTwo\n"),
        ("<dl><dt>A<dt>B<dd>Both<ul><li>i<ul><li>j</ul></ul></dl>", "**A**\n\n**B**\n\nBoth\n\n- i\n  - j\n"),
        ("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", "- a\n  1. b\n  2. c\n- d\n"),
        ("<h1>T<a class=headerlink href='#t'>¶</a></h1>", "# T\n"),
        ("<pre><code><i class='line-number'>1</i>a\n<i class='line-number'>2</i>b</code></pre>", "```\na\nb\n```\n"),
        ("<p>x \\(a_1\\) and \\[b|c\\] y <code>\\(d\\)</code></p>", "x $a_1$ and $$b|c$$ y `\\(d\\)`\n"),
        (
            "<table><tr><th>One</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>",
            "| One |\n| --- |\n| 1 |\n| 2 |\n",
        ),
        (
            "<table border=1><tr><td><ol><li>a<li>b</ol></td><td><ul><li>c<li>d</ul></td></tr></table>",
            "| 1. a 2. b | c; d |\n| --- | --- |\n",
        ),
    ],
)
def test_what_a_page_may_hold(page: str, shown: str) -> None:
    assert markdown(page) == shown


@pytest.mark.parametrize(
    ("inside", "tex"),
    [
        ("<mfrac><mn>1</mn><mi>x</mi></mfrac><mo>+</mo><msup><mi>y</mi><mn>2</mn></msup>", "\\frac{1}{x} + y^2"),
        ("<msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></msubsup>", "\\sum_{i = 0}^n"),
        ("<msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt{2} \\sqrt[3]{x}"),
        ("<mover><mi>x</mi><mo>→</mo></mover><mi>sin</mi><mi>α</mi>", "\\vec{x} \\sin \\alpha"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>",
            "\\begin{matrix} 1 & 0 \\end{matrix}",
        ),
        ("<mfrac><mn>1</mn></mfrac><foo><mi>a</mi></foo>", "1 a"),
    ],
)
def test_formulas_that_are_only_mathml_become_tex(inside: str, tex: str) -> None:
    assert markdown(f"<p>x <math>{inside}</math> y</p>") == f"x ${tex}$ y\n"
    spoken = f"<mjx-assistive-mml><math>{inside}</math></mjx-assistive-mml>"
    assert markdown(f"<p>x <mjx-container><mjx-math>z</mjx-math>{spoken}</mjx-container> y</p>") == f"x ${tex}$ y\n"
