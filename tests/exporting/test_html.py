"""The HTML page: one file, nothing in it that runs, loads or leads elsewhere than its words say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.html import to_html
from gangdan_gui.exporting.labels import ENGLISH
from tests.exporting.given import LESSON, LISTS, saying, written

ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "main", "section", "div", "p", "span", "a", "br", "hr",
    "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "label",
    "sub", "sup", "table", "colgroup", "col", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "name", "content", "http-equiv", "class", "id", "href", "type", "start", "style", "aria-hidden",
    "tabindex", "colspan", "rowspan",
}  # fmt: skip


def page(conversation: Conversation) -> LexborHTMLParser:
    return LexborHTMLParser(to_html(conversation, ENGLISH, {}).decode())


def assert_harmless(tree: LexborHTMLParser) -> None:
    """Only known elements with known attributes, and links to the web, to mail and into the page."""
    for node in tree.root.traverse():  # type: ignore[union-attr]
        inside_formula = any(parent == "math" for parent in parents(node))
        assert node.tag in ALLOWED or inside_formula or node.tag == "math", node.tag
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            if not inside_formula and node.tag != "math":
                assert name in ATTRIBUTES, name
            assert name not in {"src", "srcset", "action", "formaction", "xlink:href", "data", "ping"}
            if name == "href":
                assert node.tag == "a"
                assert (value or "").startswith("#") or urlsplit(value or "").scheme in {"http", "https", "mailto"}
            if name == "style":
                assert re.fullmatch(r"text-align: (left|center|right);?", value or ""), value
    policy = tree.css_first("meta[http-equiv=Content-Security-Policy]")
    assert policy is not None
    assert policy.attributes["content"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert "url(" not in tree.css_first("style").text()  # type: ignore[union-attr]
    assert "@import" not in tree.css_first("style").text()  # type: ignore[union-attr]


def parents(node: object) -> list[str]:
    found = []
    while (node := getattr(node, "parent", None)) is not None:
        found.append(node.tag)  # type: ignore[attr-defined]
    return found


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> LexborHTMLParser:
    return LexborHTMLParser(written(LESSON, tmp_path_factory.mktemp("html"), ".html").decode())


def test_a_lesson_is_a_page_to_read(lesson: LexborHTMLParser) -> None:
    assert_harmless(lesson)
    assert lesson.css_first("html").attributes["lang"] == "zh-CN"  # type: ignore[union-attr]
    assert lesson.css_first("title").text() == "列表和元组有什么区别？"  # type: ignore[union-attr]
    headings = [(node.tag, node.text()) for node in lesson.css("h1, h2, h3, h4, h5, h6")]
    assert sorted(headings) == sorted([
        ("h1", "列表和元组有什么区别？"), ("h2", "How is a tuple made?"), ("h3", "公式 Formula"), ("h3", "Sources"),
        ("h3", "Passages used"),
    ])  # fmt: skip
    assert [[cell.text() for cell in row.css("th, td")] for row in lesson.css("tr")] == [
        ["性质", "list", "tuple"], ["可变", "是", "否"], ["语法", "[1, 2]", "😀"],
    ]  # fmt: skip
    assert lesson.css_first("pre").text() == "def step(theta):\n    # 学习率乘以梯度\n    return  theta - 1"  # type: ignore[union-attr]
    assert [node.text() for node in lesson.css("annotation")] == [
        r"\theta - \eta \nabla J", "E = mc^2", r"J(\theta) = \frac{1}{2m} \sum_{i=1}^{m} x_i",
    ]  # fmt: skip


def test_numbers_lead_to_the_list_of_their_own_answer(lesson: LexborHTMLParser) -> None:
    inside = [node.attributes["href"] or "" for node in lesson.css("main a") if node.text().startswith("[")]
    assert inside == ["#answer-1-1", "#answer-1-3", "#answer-1-2"]
    listed = {node.attributes["id"]: node.text() for node in lesson.css(".sources span")}
    assert [listed[target.removeprefix("#")] for target in inside] == ["[1]", "[3]", "[2]"]
    assert [node.attributes["href"] for node in lesson.css(".sources a")][:1] == [LISTS]


def test_it_reads_in_the_dark_on_paper_and_in_chinese(lesson: LexborHTMLParser) -> None:
    (style,) = lesson.css("style")
    for wanted in ("prefers-color-scheme: dark", "@media print", "Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC"):
        assert wanted in style.text()


# Nothing is lost: what may not be done is shown as it was written.
SHOWN = {
    "html": "<script>alert(1)</script>",
    "schemes": "e smb://h/s f //h/s g file:///etc/passwd h ms-msdt:x javascript:x i javascript:x",
    "images": "a http://x.example/y b",
    "metadata": "header-includes: '<script>x</script>'",
    "attributes": "{style='background:url(http://x)'}",
    "raw": "<script>1</script>",
    "formulas": r"\input{/etc/passwd}",
    "open": "not closed\n# x\n<script>",
    "dollars": "$x and $$ not closed",
    "terminal": "a red b",
}
HOSTILE = {
    "html": "<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)> <a href='javascript:alert(1)'>y</a>\n\n"
    "<div onclick=x>\n**b**\n</div>\n<svg/onload=1>\n<!-- open",
    "schemes": "[a](javascript:alert) [b](JaVaScRiPt:x) [c](data:text/html,x) [d](vbscript:x) [e](smb://h/s) [f](//h/s)"
    " [g](file:///etc/passwd) [h](ms-msdt:x) <javascript:x> [i](&#106;avascript:x) [j](%6aavascript:x)"
    " [k](<java\tscript:x>) [l](https:evil) [m](https:///x) [n](\\\\\\\\h\\\\s) [o](#up) [p](&#1;javascript:x)",
    "images": "![a](https://evil.example/x.png?q=1) ![](http://x.example/y) ![b][r]\n\n"
    "[r]: https://evil.example/2 't'\n\n![c](data:image/svg+xml;base64,xx) ![d](//h/x.png)",
    "metadata": "---\ntitle: <script>x</script>\nheader-includes: '<script>x</script>'\n---\n\ntext",
    "attributes": "# h {.x onclick=alert(1)}\n\n`c`{.x onclick=y} [s]{style='background:url(http://x)'}\n\n"
    '::: {.x onclick=1}\nd\n:::\n\n``` {.python onclick=x}\nx\n```\n\n```py" onload="x\ny\n```',
    "raw": "```{=html}\n<script>1</script>\n```\n\n`<script>`{=html}\n\n```answer\nx\n```",
    "formulas": r"$\href{javascript:alert(1)}{x}$ $\text{</math><script>alert(1)</script>}$ $\class{x}{y}$ "
    r"$\style{z}{y}$ $$\unicode{x}<img src=x onerror=1>$$ $\input{/etc/passwd}$ $\def\a{\a\a}\a$",
    "open": "````\nnot closed\n# x\n<script>",
    "dollars": "$x and $$ not closed\n\n$$\n\na = b",
    "terminal": "a \x1b[1;31mred\x1b[0m b\n\n```\n\x1b[Kx\x1b[?25l\n```",
    "directions": "a \u202egnp.exe\u202c b \u2066x\u2069 &#x202e;y \x00 \ud800 \x1b[31m \uffff \x0b &#0; &#xd800;",
    "definitions": "[^1]: x\n\n[1]: http://x.example 'y'\n\n[1] [[1]](http://a.example)",
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_nothing_in_an_answer_runs_loads_or_leads_astray(tmp_path: Path, name: str) -> None:
    data = written(saying(HOSTILE[name], title=f"T\x00\x1b[1m\u202e {HOSTILE[name][:40]}"), tmp_path, ".htm").decode()
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff\uffff]", data)
    tree = LexborHTMLParser(data)
    assert_harmless(tree)
    said = tree.css_first("main").text()  # type: ignore[union-attr]
    assert SHOWN.get(name, "") in said
    assert tree.css(".sources p")
    assert "Sources" in said


def test_brackets_of_a_passage_are_no_formula() -> None:
    spoken = saying(r"an index is \[i\] or \(x = 1\)")
    passages = replace(spoken.exchanges[0], answer=replace(spoken.exchanges[0].answer, model=""))
    assert "an index is [i] or (x = 1)" in page(replace(spoken, exchanges=(passages,))).css_first("main").text()  # type: ignore[union-attr]
    assert len(page(spoken).css("math")) == 2


@pytest.mark.parametrize("end", ["", "\n", "\n\nbehind"])
def test_the_last_row_of_a_table_is_a_row(end: str) -> None:
    tree = page(saying(f"| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | x<br>y |{end}"))
    assert [[cell.text() for cell in row.css("th, td")] for row in tree.css("tr")] == [
        ["a", "b"], ["1", "2"], ["3", "x\ny"],
    ]  # fmt: skip
    assert len(tree.css("div.table > table")) == 1


def test_small_letters_below_and_above_are_read_and_no_other_tag() -> None:
    tree = page(saying("H<sub>2</sub>O, x<SUP>*n*</SUP> <sub>open, <u>u</u> <sub onclick=x>y </sup>"))
    assert_harmless(tree)
    assert [node.text() for node in tree.css("main sub, main sup")] == ["2", "n"]
    assert "<sub>open, <u>u</u> <sub onclick=x>y </sup>" in tree.css_first("main").text()  # type: ignore[union-attr]
    assert page(saying("<sub>" * 3000 + "</sub>" * 3000)).css("main sub")


def test_tasks_are_signs_and_not_boxes_to_click_on() -> None:
    tree = page(saying("- [ ] to do\n- [x] done\n- other\n\n1. [x] first\n2. [ ] second"))
    assert_harmless(tree)
    assert [item.text().strip() for item in tree.css("main li")] == [
        "☐\xa0to do", "☑\xa0done", "other", "☑\xa0first", "☐\xa0second",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("见https://zh.d2l.ai/x。然后", ["https://zh.d2l.ai/x"]),
        ("see https://a.example/b_c?x=1&y=2，然后 www.x.com、y", ["https://a.example/b_c?x=1&y=2", "http://www.x.com"]),
        ("（参见http://a.example/b）和(https://c.example/d).", ["http://a.example/b", "https://c.example/d"]),
        ("见https://a.example/b_(c)_d！", ["https://a.example/b_(c)_d"]),
        ("[见https://a.example](https://b.example)", ["https://b.example"]),
        ("`见https://a.example`", []),
    ],
)
def test_addresses_in_a_chinese_sentence_end_where_it_goes_on(text: str, addresses: list[str]) -> None:
    tree = page(saying(text))
    assert_harmless(tree)
    listed = len(tree.css(".sources a"))
    assert [node.attributes["href"] for node in tree.css('main a[href^="http"]')][:-listed] == addresses
    (said,) = [node.text() for node in tree.css("main p") if "://" in node.text() or "见" in node.text()][:1]
    assert said == re.sub(r"[`\[\]]|\(https://b.example\)", "", text)


def test_refused_links_show_where_they_would_have_led() -> None:
    tree = page(saying("see [here](javascript:alert(1)), [there](../x.html) and [you](mailto:a@b.cn)"))
    (paragraph,) = [node for node in tree.css("main p") if node.text().startswith("see")]
    assert paragraph.text() == "see here javascript:alert(1), there and you"
    assert [node.attributes["href"] for node in paragraph.css("a")] == ["mailto:a@b.cn"]


@pytest.mark.parametrize(
    "text",
    [
        "字" * 16_000,
        "| a | b |\n|-|-|\n" + "| 一 | $x^2$ |\n" * 300,
        "[" * 16_000,
        "\\(" * 8_000,
        "\\[ x " * 4_000,
        "$" + "{" * 2_000 + "}" * 2_000 + "$",
        "$" + "\\frac{" * 300 + "x" + "}{y}" * 300 + "$",
        "> " * 1_000 + "x",
        "- " * 1_000 + "x",
        "*a _b " * 2_000,
        "`a``b```c" * 2_000,
        "<a " * 5_000,
    ],
    ids=["long", "table", "brackets", "round", "square", "braces", "fractions", "quotes", "lists", "stars", "ticks",
         "tags"],
)  # fmt: skip
def test_long_and_deep_answers_are_whole(text: str) -> None:
    tree = page(saying(text))
    assert_harmless(tree)
    assert tree.css(".sources p")
    kept = re.sub(r"[\W_]", "", text.replace("\\frac", ""))
    assert len(re.sub(r"[\W_]", "", tree.css_first("main").text())) >= len(kept) // 2  # type: ignore[union-attr]


MARKS = [
    "```", "$", "$$", "<", "](", "![", "[1]", "javascript:", "|", "\n", "\n\n", "> ", "- ", "<!--", "{", "}", "\\(",
    "\\)", "---", "http://x",
]  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text() | st.sampled_from(MARKS), max_size=30).map("".join))
def test_whatever_is_written_is_harmless_and_ends_with_its_sources(text: str) -> None:
    tree = page(saying(text or "x"))
    assert_harmless(tree)
    assert len(tree.css(".sources p")) == 2


def test_a_question_from_elsewhere_is_words_only() -> None:
    conversation = saying("x", title="<b>&amp; `T`")
    tree = page(conversation)
    assert_harmless(tree)
    assert tree.css_first("h1").text() == "<b>&amp; `T`"  # type: ignore[union-attr]
    assert tree.css_first("title").text() == "<b>&amp; `T`"  # type: ignore[union-attr]
