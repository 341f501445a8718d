"""What services rely on: formats by name, refusals with a reason, titles, languages, the common outer form."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import Converted, convert, format_of, sniff
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason


def refusal(data: bytes, path: str, as_format: str = "") -> str:
    with pytest.raises(UnreadableFile) as refused:
        convert(data, path, as_format=as_format)
    return refused.value.reason.code


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.rst", "rst"),
        ("A.HTM", "html"),
        ("x.py", "py"),
        ("x.ipynb", "ipynb"),
        ("docs/READ.me/x.Markdown", "md"),
        ("notes.txt", "txt"),
        ("README", "txt"),
        ("docs/LICENSE-APACHE", "txt"),
        ("_sources/index.rst.txt", "rst"),
        ("x.tar.txt", "txt"),
        ("中文 文件名 (副本)#1.md", "md"),
        ("docs\\windows.md", "md"),
        ("Makefile", ""),
        ("x.org", "org"),
        ("x.adoc", "asciidoc"),
        ("x.ASC", "asciidoc"),
        ("x.txi", "texinfo"),
        ("x.texinfo", "texinfo"),
        ("x.png", ""),
        (".gitignore", ""),
        ("x", ""),
        ("", ""),
        ("archive.rst.gz", ""),
    ],
)
def test_format_by_name(path: str, name: str) -> None:
    assert format_of(path) == name


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        (b"# x", "a.md", None),
        (b"[part]\nkey = 1\n", "a.cfg", Reason("format-not-read", ".cfg")),
        (b"all:\n\tmake\n", "Makefile", Reason("format-not-read", "Makefile")),
        ("中文内容。".encode("gbk"), "a.tex", Reason("format-not-read", ".tex")),
        (b"\x89PNG\r\n", "logo.png", Reason("asset", ".png")),
        (b"body {}", "site.css", Reason("asset", ".css")),
        (b"{}", "package-lock.json", Reason("asset", ".json")),
        (b"x=1", "lib/jquery.min.js", Reason("asset", ".js")),
        (b"PK\x03\x04", "a.xps", Reason("binary", "zip")),
        (b"\x00\x01\x02\x03" * 30, "a.xyz", Reason("binary")),
        (b"", "a.xyz", Reason("empty")),
        (b"\n", "a.xyz", Reason("blank")),
    ],
)
def test_why_a_file_is_no_document(data: bytes, path: str, reason: Reason | None) -> None:
    assert sniff(data, path) == reason


PAGE = b"<!DOCTYPE html>\n<html><body><p>404 not found</p></body></html>"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n"


@pytest.mark.parametrize("ending", ["rst", "py", "ipynb", "md", "txt"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n\n  ", b"<?xml version='1.0'?>\n", b"<!-- saved -->\n"])
def test_a_web_page_under_a_document_s_name(ending: str, start: bytes) -> None:
    assert refusal(start + PAGE, f"x.{ending}") == "html-page"


@pytest.mark.parametrize("ending", ["rst", "html", "py", "ipynb", "md", "txt"])
def test_what_no_format_can_read(ending: str) -> None:
    path = f"x.{ending}"
    assert refusal(b"", path) == "empty"
    assert refusal(b"\xef\xbb\xbf \n \n", path) == "blank"
    assert refusal(POINTER, path) == "lfs-pointer"
    assert refusal(b"\x89PNG\r\n\x1a\n" + bytes(200), path) == "binary"


def test_markdown_may_speak_of_html() -> None:
    assert "html" in convert(b"Start with `<!doctype html>`.\n\n<html>\n", "x.md").text


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b"---\ntitle: Only settings\n---\n", "x.md"),
        (b"<!-- nothing -->\n", "x.md"),
        (b"***\n---\n", "x.md"),
        (b".. a comment\n", "x.rst"),
        (b".. toctree::\n\n   a\n   b\n", "x.rst"),
        (b"<html><head><title>x</title></head><body><nav>Home</nav><script>f()</script></body></html>", "x.html"),
        (b'{"cells": [], "nbformat": 4}', "x.ipynb"),
        (b"# -*- coding: utf-8 -*-\n", "x.py"),
    ],
)
def test_nothing_to_read(data: bytes, path: str) -> None:
    assert refusal(data, path) == "blank"


def test_an_unknown_format() -> None:
    assert refusal(b"words", "x.xps") == "format-not-read"
    assert refusal(b"words", "x.md", as_format="xps") == "format-not-read"


def test_a_format_by_choice() -> None:
    assert convert(b"T\n=\n\n:func:`f`\n", "notes.txt", as_format="rst").text == "# T\n\n`f()`\n"


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\ntitle: From settings\n---\n# Heading\n", "x.md", "From settings"),
        ("---\ntitle: 'It''s: here'\nother: [\n---\n# Heading\n", "x.md", "It''s: here"),
        ('+++\ntitle = "Toml"\n+++\n# Heading\n', "x.md", "Toml"),
        ("---\ntitle: 3.10\n---\ntext\n", "x.md", "3.1"),
        ("\ufeff---\ntitle: 标题\n---\ntext\n", "x.md", "标题"),
        ("text first\n\n## The `code` of *life* [link](http://a.b) \\* ##\n", "x.md", "The code of life link *"),
        ("Under\n=====\n\ntext\n", "x.md", "Under"),
        ("```python\n# a comment\n```\n\n# Real\n", "x.md", "Real"),
        ("no heading\n", "docs/My file.v2.md", "My file.v2"),
        ("---\n\nA rule, then text: here\n\n---\n", "x.md", "x"),
        ("Title\n*****\n\ntext\n", "x.rst", "Title"),
        ("<title>Site — page</title><h1>The page</h1><p>x", "x.html", "The page"),
        ("<title>Whole page</title><h1>1. One</h1><p>x<h1>2. Two</h1>", "x.html", "Whole page"),
        ("<h1>1. One</h1><p>x<h1>2. Two</h1>", "x.html", "1. One"),
        ("just words\n", "README", "README"),
    ],
)
def test_title(text: str, path: str, title: str) -> None:
    assert convert(text.encode(), path).title == title


def test_front_matter_leaves_the_text() -> None:
    assert convert(b"---\ntitle: T\ntags: [a]\n---\n\nwords\n", "x.md").text == "words\n"


def test_an_unfinished_front_matter_is_text() -> None:
    assert "title" in convert(b"---\ntitle: T\n\nwords\n", "x.md").text


@pytest.mark.parametrize(
    ("text", "language"),
    [("中文的内容，带 code。\n", "zh"), ("plain words\n", "en"), ("日本語のテキスト\n", "ja"), ("12 + 3\n", "")],
)
def test_language(text: str, language: str) -> None:
    assert convert(text.encode(), "x.md").language == language


def test_encodings_of_one_document_give_one_text() -> None:
    text = "# 标题\r\n\r\n正文里有代码：\r\n\r\n```python\r\nx = '值'\r\n```\r\n"
    made = {
        codec: convert(text.encode(codec), "x.md")
        for codec in ("utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16", "utf-32")
    }
    assert {result.text for result in made.values()} == {"# 标题\n\n正文里有代码：\n\n```python\nx = '值'\n```\n"}
    assert made["gbk"] == Converted("标题", made["utf-8"].text, "zh", "gb18030")
    assert made["utf-8-sig"].encoding == "utf-8-sig"


def test_a_notebook_with_a_mark_and_in_gbk() -> None:
    notebook = json.dumps({"cells": [{"cell_type": "markdown", "source": "# 标题"}]}, ensure_ascii=False)
    assert convert(b"\xef\xbb\xbf" + notebook.encode(), "x.ipynb").title == "标题"
    assert convert(notebook.encode("gbk"), "x.ipynb", prefer_chinese=True).title == "标题"


def test_a_page_declared_in_gbk() -> None:
    page = (
        '<html><head><meta http-equiv="content-type" content="charset=gbk"></head><body><h1>朱镕基</h1></body></html>'
    )
    result = convert(page.encode("gbk"), "x.html", charset="utf-8")
    assert (result.title, result.encoding) == ("朱镕基", "gb18030")


def test_warnings_come_with_the_text() -> None:
    result = convert("# 标题\n\n正文内容".encode()[:-1], "x.md")
    assert result.text == "# 标题\n\n正文内\n"
    assert result.warnings == (Reason("cut-short"),)


ALPHABET = st.one_of(
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from(
        [*list("\n\n\n\t  `~*_[]()<>#|$\\:.-=+!{}'\"&%"), "```", "<div>", "</p>", "<!--", "-->", "\r\n", "\x00"]
    ),
)
DOCUMENTS = st.lists(ALPHABET, max_size=120).map("".join)


def check_form(text: str) -> None:
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not text.startswith("\n")
    assert "\r" not in text
    assert not [c for c in text if unicodedata.category(c) == "Cc" and c not in "\n\t"]


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS, st.sampled_from(["md", "html", "txt"]))
def test_any_text_is_converted_or_refused(text: str, ending: str) -> None:
    try:
        result = convert(text.encode(), f"x.{ending}")
    except UnreadableFile as error:
        result = Converted("", "", "", error.reason.code)
    if result.text:
        check_form(result.text)
    else:
        assert result.encoding in {"empty", "blank", "binary", "html-page"}


@settings(max_examples=15, deadline=None)
@given(DOCUMENTS)
def test_any_restructured_text_is_converted_or_refused(text: str) -> None:
    try:
        result = convert(text.encode(), "x.rst")
    except UnreadableFile as error:
        result = Converted("", "", "", error.reason.code)
    if result.text:
        check_form(result.text)
    else:
        assert result.encoding in {"empty", "blank", "binary", "html-page"}


WORDS = st.lists(st.from_regex(r"[a-z]{4,9}|[\u4e00-\u4eff]{2,5}", fullmatch=True), min_size=1, max_size=30)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.sampled_from(["md", "txt", "html"]))
def test_plain_words_stay_in_their_order(words: list[str], ending: str) -> None:
    text = convert(" ".join(words).encode(), f"x.{ending}").text
    assert re.findall(r"[^\s\\]+", text) == words


def test_many_comments_before_a_text_cost_no_time() -> None:
    made = convert(("<!-- note -->\n" * 500 + "# Water\n\nRain falls.\n").encode(), "water.md")
    assert "Rain falls." in made.text
