"""Patterns mean the same on every system."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.globs import matcher


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.md", "a.md"),
        ("*.md", "docs/deep/a.md"),
        ("*.MD", "docs/a.md"),
        ("*.md", "docs/README.MD"),
        ("**/*.md", "a.md"),
        ("**/*.md", "x/y/a.md"),
        ("docs/*.md", "docs/a.md"),
        ("docs/**", "docs/a/b.md"),
        ("docs/**/api/*.rst", "docs/api/x.rst"),
        ("docs/**/api/*.rst", "docs/v1/en/api/x.rst"),
        ("drafts", "drafts/x/y.md"),
        ("drafts", "a/drafts/x.md"),
        ("drafts/", "a/drafts/x.md"),
        ("docs/old", "docs/old/x.md"),
        ("./docs/*.md", "docs/a.md"),
        ("/docs/*.md", "docs/a.md"),
        (r"docs\api\*.rst", "docs/api/x.rst"),
        ("docs//a.md", "docs/a.md"),
        ("a?.md", "a1.md"),
        ("[ab].md", "a.md"),
        ("[ab].md", "[ab].md"),
        ("第 1 课 [导论]", "第 1 课 [导论]/元组 & 列表.md"),
        ("第 1 课 [导论]/*", "第 1 课 [导论]/a.md"),
        ("第 1 课 [导论]/元组*.md", "第 1 课 [导论]/元组 & 列表.md"),
        ("sub/x*[1]?.md", "sub/x*[1]?.md"),
        ("[x", "[x"),
        ("[!ab].md", "c.md"),
        ("[a-c]1.md", "b1.md"),
        ("[---].md", "-.md"),
        ("[%--]1.md", "&1.md"),
        ("数据/*.md", "数据/索引.md"),
        ("*第?章*", "书/第三章.md"),
        (unicodedata.normalize("NFC", "é*.md"), unicodedata.normalize("NFD", "école.md")),
        (unicodedata.normalize("NFD", "é*.md"), unicodedata.normalize("NFC", "école.md")),
        ("**", "any/thing"),
        ("*", "any/thing"),
        ("a+b(c).md", "a+b(c).md"),
        ("C++/**", "C++/intro.md"),
        ("a\nb*.md", "a\nb1.md"),
    ],
)
def test_matches(pattern: str, path: str) -> None:
    assert matcher([pattern])(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.md", "a.mdx"),
        ("*.md", "a.md/x.txt"),
        ("docs/*.md", "docs/deep/a.md"),
        ("docs/*", "docs/deep/a.md"),
        ("docs/*.md", "other/docs/a.md"),
        ("docs/**", "docs"),
        ("drafts/", "drafts"),
        ("drafts", "mydrafts/x.md"),
        ("a?.md", "a/.md"),
        ("[!ab].md", "a.md"),
        ("[!x]b.md", "a/b.md"),
        ("第 1 课 [导论]", "第 1 课 [练习]/a.md"),
        ("[ab]", "[ab]x.md"),
        ("a.md", "aXmd"),
        ("", "a.md"),
        ("  ", "a.md"),
        ("/", "a.md"),
    ],
)
def test_does_not_match(pattern: str, path: str) -> None:
    assert not matcher([pattern])(path)


def test_any_of_several_patterns_is_enough_and_none_matches_nothing() -> None:
    assert matcher(["*.rst", "*.md"])("a.md")
    assert not matcher([])("a.md")


@given(st.text(alphabet="ab*?[]!-/\\.^|~&数é\u0301", max_size=12), st.text(alphabet="ab/.-数é", max_size=8))
def test_no_pattern_breaks_the_scan(pattern: str, path: str) -> None:
    assert matcher([pattern])(path) in (True, False)


@given(st.text(alphabet="ab数.- é", min_size=1, max_size=8).filter(lambda name: name.strip() == name))
def test_a_plain_name_matches_itself(name: str) -> None:
    assert matcher([name])(name) or name == "." or name.startswith("./")


@pytest.mark.parametrize(
    "pattern", ["**/" + "*a" * 30 + "*b", "**/" * 40 + "q", "*a" * 60 + "*b.md", "**a" * 30 + "**b"]
)
def test_no_pattern_takes_for_ever(pattern: str) -> None:
    matches = matcher([pattern])
    assert not matches("x/" * 20 + "a" * 120)


# Two parts or more: what is one alone has a meaning of its own.
_PART = st.lists(st.sampled_from(["a", "b", "*", "**"]), min_size=1, max_size=3).map("".join)
_PARTS = st.lists(_PART, min_size=2, max_size=3)


@given(_PARTS.map("/".join), st.sampled_from(["", "/"]), st.text("ab/", max_size=9))
def test_stars_mean_what_the_plain_translation_means(pattern: str, end: str, path: str) -> None:
    pattern = f"{re.sub(r'[*]{3,}', '**', pattern)}{end}"
    body = pattern.rstrip("/")
    below = "/.*" if pattern.endswith("/") else "" if "*" in body.rpartition("/")[2] else "(?:/.*)?"
    tokens = re.findall(r"\*\*/|\*\*|\*|.", body)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    plainly = re.compile("".join(meaning.get(token, token) for token in tokens) + below)
    assert matcher([pattern])(path) == bool(plainly.fullmatch(path))
