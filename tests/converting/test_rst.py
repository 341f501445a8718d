"""reStructuredText: every word once, code as written, nothing from the disk, nothing active."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from gangdan_gui.converting.conversion import convert


def markdown(text: str) -> str:
    return convert(text.encode(), "page.rst").text


def count(word: str, text: str) -> int:
    return len(re.findall(rf"(?<!\w){word}(?!\w)", text))


PROSE = [
    "note", "warning", "tip", "hint", "important", "caution", "danger", "error", "attention", "seealso", "todo",
    "only:html", "tab-set", "tab-item:Title", "dropdown:Title", "versionadded:1.0", "versionchanged:1.0",
    "deprecated:1.0", "versionremoved:1.0", "deprecated-removed:1.0_2.0", "hlist", "admonition:Title",
    "topic:Title", "sidebar:Title", "container:name", "compound", "epigraph", "impl-detail", "availability",
    "grid:2", "card:Title", "details:Title", "rst:unknown", "unknown", "never-heard-of:Title", "panels", "tabs",
]  # fmt: skip
SIGNATURES = [
    "function", "method", "class", "attribute", "data", "exception", "decorator", "option", "envvar", "describe",
    "object", "confval", "py:function", "py:class", "c:function", "cpp:class", "js:function", "coroutinefunction",
    "staticmethod", "classmethod",
]  # fmt: skip
CODES = [
    "code-block:python", "code:python", "sourcecode:c", "testcode", "doctest", "prompt:bash", "ipython:python",
    "plot", "parsed-literal", "testoutput", "jupyter-execute", "productionlist",
]  # fmt: skip


def directive(name: str, *body: str) -> str:
    name, _, argument = (
        name.partition(":") if not name.startswith(("py:", "c:", "cpp:", "js:", "rst:")) else (name, "", "")
    )
    return "\n".join(
        [f".. {name}:: {argument.replace('_', ' ')}".rstrip(), "", *(f"   {line}" for line in body), "", ""]
    )


@pytest.fixture(scope="module")
def everything() -> str:
    """One document that holds every directive, each with a word of its own."""
    parts = ["Title\n=====\n\n"]
    parts += [directive(name, f"Prose{n}word is here.") for n, name in enumerate(PROSE)]
    parts += [
        f".. {name}:: sign{n}word(a, *args, **kw)\n\n   Sign{n}body is here.\n\n" for n, name in enumerate(SIGNATURES)
    ]
    parts += [directive(name, f"code{n}word = 1", f"    code{n}deep") for n, name in enumerate(CODES)]
    parts += [directive("glossary", "term", "   Glossaryword."), directive("math", "mathword = 1")]
    parts += [directive("figure:a.png", "Captionword"), directive("csv-table:Tableword", "a,Cellword", "c,d")]
    return markdown("".join(parts))


@pytest.mark.parametrize("number", range(len(PROSE)), ids=lambda n: PROSE[n])
def test_the_words_of_a_directive_stand_once(everything: str, number: int) -> None:
    assert count(f"Prose{number}word", everything) == 1


@pytest.mark.parametrize("number", range(len(SIGNATURES)), ids=lambda n: SIGNATURES[n])
def test_a_signature_and_its_body_stand_once(everything: str, number: int) -> None:
    assert count(f"sign{number}word", everything) == 1
    assert f"sign{number}word(a, *args, **kw)`**" in everything
    assert count(f"Sign{number}body", everything) == 1


@pytest.mark.parametrize("number", range(len(CODES)), ids=lambda n: CODES[n])
def test_a_directive_of_code_is_a_fence(everything: str, number: int) -> None:
    assert count(f"code{number}word", everything) == 1
    assert re.search(rf"```\w+\ncode{number}word = 1\n    code{number}deep\n```", everything)


def test_other_directives_keep_their_words(everything: str) -> None:
    for word in ("Glossaryword", "mathword", "Captionword", "Tableword", "Cellword"):
        assert count(word, everything) == 1, word
    for noise in ("::", "System Message", "Unknown", ".. ", ":name:"):
        assert noise not in everything, noise


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (":func:`os.path.join`", "`os.path.join()`"),
        (":func:`~os.path.join`", "`join()`"),
        (":meth:`!close`", "`close()`"),
        (":class:`A title <pkg.Thing>`", "`A title`"),
        (":py:class:`Thing`", "`Thing`"),
        (":ref:`some-label`", "some-label"),
        (":ref:`words <some-label>`", "words"),
        (":doc:`a/b`", "a/b"),
        (":term:`word`", "word"),
        (":pep:`8`", "PEP 8"),
        (":rfc:`2324`", "RFC 2324"),
        (":abbr:`LIFO (last in)`", "LIFO (last in)"),
        (":file:`/usr/{name}`", "`/usr/name`"),
        (":kbd:`Ctrl`", "`Ctrl`"),
        (":menuselection:`A --> B`", "A → B"),
        (":never-heard:`word`", "`word`"),
        (":math:`a_b^2`", "$a_b^2$"),
        ("``*args``", "`*args`"),
        ("|version|", "version"),
        ("|defined|", "put in"),
        ("`text <https://e.org/x>`_", "[text](https://e.org/x)"),
        ("`text <JavaScript:alert(1)>`_", "text"),
        ("`text <file:///etc/passwd>`_", "text"),
        ("`text <data:text/html,x>`_", "text"),
        ("`text <other.html>`_", "text"),
        ("snake_case_name, 2 * 3, [0, 1], a > b, 'x'", "snake_case_name, 2 * 3, [0, 1], a > b, 'x'"),
        ("用 ``代码`` 和\\ :func:`f`\\ 。", "用 `代码` 和`f()`。"),
        ("用:func:`f`与``代码``，**粗体**字", "用`f()`与`代码`，**粗体**字"),
    ],
)
def test_inline(source: str, shown: str) -> None:
    assert markdown(f"{source}\n\n.. |defined| replace:: put in\n") == f"{shown}\n"


def test_a_label_without_a_title_shows_the_heading_it_stands_at() -> None:
    assert "see The end." in markdown(
        "Start\n=====\n\nsee :ref:`end-label`.\n\n.. _end-label:\n\nThe end\n=======\n\nx\n"
    )


@pytest.mark.parametrize(
    "leak",
    [
        ".. include:: {path}",
        ".. include:: {path}\n   :literal:",
        ".. literalinclude:: {path}",
        ".. csv-table:: T\n   :file: {path}",
        ".. raw:: html\n   :file: {path}",
        ".. list-table::\n   :file: {path}",
        ".. code-block:: text\n   :file: {path}",
        ".. |x| raw:: html\n   :file: {path}\n\n|x|",
        ".. figure:: {path}",
        ".. highlight:: {path}",
        ".. raw:: html\n   :url: file://{path}",
    ],
)
@pytest.mark.parametrize("kind", ["absolute", "relative", "home"])
def test_no_file_is_read_and_the_rest_stays(
    leak: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secretword,1\n")
    (tmp_path / "docutils.conf").write_text("[general]\nfile_insertion_enabled: on\nraw_enabled: on\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = {"absolute": str(secret), "relative": os.path.relpath(secret, tmp_path), "home": "~/secret.txt"}[kind]
    text = markdown(f"Before words.\n\n{leak.format(path=path)}\n\nAfter words.\n")
    assert "secretword" not in text
    assert text.startswith("Before words.\n")
    assert text.endswith("After words.\n")


def test_raw_html_becomes_words() -> None:
    text = markdown(
        ".. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`<script>steal()</script>` ok\n\n"
        ".. raw:: html\n\n   <div onclick='x()'>Rawword<script>steal()</script><style>p{}</style></div>\n\n"
        ".. raw:: latex\n\n   \\newpage\n"
    )
    assert "Rawword" in text
    assert "<" not in text
    assert "steal" not in text
    assert "newpage" not in text


@pytest.mark.parametrize("indent", ["", "   ", "      "])
def test_literal_blocks_keep_every_line(indent: str) -> None:
    code = 'def f():\n    """*Doc* `x`_ |y|::"""\n\n    return {"a": [1]}  # ``` \\n\n\n\n    end()'
    block = "\n".join(f"   {indent}{line}" if line else "" for line in code.split("\n"))
    text = markdown(f"Words::\n\n{block}\n\nMore words.\n")
    assert f"````python\n{code}\n````" in text
    assert text.startswith("Words:\n")
    assert text.endswith("More words.\n")


def test_code_in_lists_and_boxes_is_indented_as_they_are() -> None:
    text = markdown(
        "- item::\n\n    a\n      b\n\n- next\n\n"
        ".. note::\n\n   Words::\n\n     c\n\n   1. one\n\n      >>> d\n      1\n"
    )
    assert "- item:\n\n  ```\n  a\n    b\n  ```\n" in text
    assert "\n```\nc\n```\n" in text
    assert "1.  one\n\n    ```pycon\n    >>> d\n    1\n    ```" in text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (".. note:: one\n   two::\n\n      x\n", "**Note:** one two:\n\n```\nx\n```\n"),
        (".. note::\n   :class: wide\n\n   one\n", "**Note:** one\n"),
        (".. note::\n   - one\n   - two\n", "**Note**\n\n- one\n- two\n"),
        (
            ".. versionchanged:: 3.8\n   one::\n\n      x\n\n   two\n",
            "**Changed in version 3.8:** one:\n\n```\nx\n```\n\ntwo\n",
        ),
        (".. versionchanged:: 3.8\n   * one\n   * two\n", "**Changed in version 3.8**\n\n- one\n- two\n"),
        (".. versionadded:: 3.8 The tap.\n", "**New in version 3.8:** The tap.\n"),
        (".. versionadded:: 3.8\n", "**New in version 3.8.**\n"),
        (
            ".. deprecated-removed:: 1 2\n   one\n\n   two\n",
            "**Deprecated since version 1, removed in version 2:** one\n\ntwo\n",
        ),
        (".. seealso::\n\n   .. note:: deep\n", "**See also**\n\n**Note:** deep\n"),
        (
            ".. class:: C\n\n   .. method:: m()\n\n      .. code-block:: c\n\n         x\n",
            "**`class C`**\n\n**`m()`**\n\n```c\nx\n```\n",
        ),
        ("term\n   .. code-block:: sh\n\n      ls\n\n   tail\n", "**term**\n\n```sh\nls\n```\n\ntail\n"),
        (".. function:: f(a, \\\n               b)\n", "**`f(a, b)`**\n"),
    ],
)
def test_boxes_and_what_stands_in_them(source: str, shown: str) -> None:
    assert markdown(source) == shown


def test_two_lists_follow_one_another_without_a_mark_between() -> None:
    assert markdown("a\n  One.\n\n:b: Two.\n") == "- **a**: One.\n\n- **b**: Two.\n"


def test_a_table_cell_has_one_line() -> None:
    text = markdown(
        ".. list-table::\n   :header-rows: 1\n\n   * - A\n     - B\n"
        "   * - one\n\n       two\n     - ::\n\n         x | y\n"
        "   * - - p\n       - q\n     - .. code-block:: c\n\n          int z;\n"
    )
    assert text == "| A | B |\n|---|---|\n| one two | `x \\| y` |\n| p q | `int z;` |\n"


def test_headings_keep_their_levels_and_chinese_titles_may_be_wide() -> None:
    text = markdown("====\n很长的标题文字\n====\n\n小节标题\n--\n\n正文\n\n再小的\n~~\n\n正文\n\n小节二\n--\n\n正文\n")
    assert re.findall(r"^#+ .*$", text, re.MULTILINE) == ["# 很长的标题文字", "## 小节标题", "### 再小的", "## 小节二"]


@pytest.mark.slow
def test_a_large_document_is_read_in_parts_with_the_same_levels() -> None:
    parts = ["Book\n====\n\nSee |x| and `site`_.\n\n.. |x| replace:: Xword\n.. _site: https://e.org/\n\n"]
    filler = "Words of a paragraph that fills the page.\n" * 40
    for n in range(320):
        parts.append(
            f"Chapter {n}\n{'=' * 12}\n\n{filler}\n"
            + (f"Deep {n}\n~~~~~~~~~\n\n|x| `site`_\n\n" if n % 50 == 49 else "")
        )
        parts.append("Section\n-------\n\ntext\n\n" if n == 0 else "")
    source = "".join(parts)
    assert len(source) > 500_000
    text = markdown(source)
    headings = re.findall(r"^(#+) (\w+ ?\d*)", text, re.MULTILINE)
    assert ("#", "Book") in headings
    assert len([1 for level, title in headings if level == "#" and title.startswith("Chapter")]) == 320
    assert {level for level, title in headings if title.startswith("Deep")} == {"###"}
    assert text.count("Xword [site](https://e.org/)") == 6


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("import os", "python"),
        ("print('x')", "python"),
        ("for x in y:\n    pass", "python"),
        (">>> 1\n1", "pycon"),
        ("$ make html", ""),
        ("words", ""),
        ("two words", ""),
        ('{"a": 1}', ""),
        ("int x = f();", ""),
        ("x = f(y);", ""),
        ("1.5", ""),
    ],
)
def test_the_language_of_a_literal_block(code: str, language: str) -> None:
    indented = code.replace("\n", "\n   ")
    assert markdown(f"See::\n\n   {indented}\n") == f"See:\n\n```{language}\n{code}\n```\n"


def test_a_highlight_directive_names_the_language_of_what_follows() -> None:
    assert "```c\nx\n```" in markdown(".. highlight:: c\n\nSee::\n\n   x\n")


def test_headings_below_the_sixth_level_are_of_the_sixth() -> None:
    styles = "=-~^'\"#*+"
    text = "\n\n".join(f"Level{n}\n{style * 6}\nText {n}." for n, style in enumerate(styles))
    headings = [line for line in markdown(text).split("\n") if line.startswith("#")]
    assert headings == [f"{'#' * min(n + 1, 6)} Level{n}" for n in range(len(styles))]


def test_code_of_several_lines_in_a_table_keeps_its_lines() -> None:
    text = (
        ".. list-table:: Ways\n   :header-rows: 1\n\n   * - Name\n     - How\n   * - one\n     - First.\n\n"
        "       Second.\n   * - two\n     - Code::\n\n          a = 1\n          b = 2\n"
    )
    assert markdown(text) == (
        "**Ways**\n\n- **Name:**\n\n  one\n\n  **How:**\n\n  First.\n\n  Second.\n\n"
        "- **Name:**\n\n  two\n\n  **How:**\n\n"
        "  Code:\n\n  ```python\n  a = 1\n  b = 2\n  ```\n"
    )


def test_code_of_one_line_in_a_table_stays_in_it() -> None:
    text = ".. list-table::\n\n   * - one\n     - ::\n\n          a = 1\n"
    assert markdown(text) == "| | |\n|---|---|\n| one | `a = 1` |\n"


def test_bars_in_code_and_formulas_end_no_cell() -> None:
    text = ".. list-table::\n\n   * - ``a|b`` p|q\n     - :math:`|x|`\n"
    assert markdown(text).split("\n")[2] == "| `a\\|b` p\\|q | $\\vert x\\vert $ |"


def test_tabs_of_code_hold_code() -> None:
    text = ".. tabs::\n\n   .. code-tab:: bash Shell\n\n      ls *a* -l\n\n   .. code-tab:: py\n\n      x = 1\n"
    assert markdown(text) == "**Shell**\n\n```bash\nls *a* -l\n```\n\n**py**\n\n```python\nx = 1\n```\n"


def test_directives_inside_directives() -> None:
    text = (
        ".. only:: html\n\n   .. tabs::\n\n      .. group-tab:: Linux\n\n         .. note::\n\n            Said.\n\n"
        "            .. code-block:: python\n\n               x = 1\n"
    )
    assert markdown(text) == "**Linux**\n\n**Note:** Said.\n\n```python\nx = 1\n```\n"
