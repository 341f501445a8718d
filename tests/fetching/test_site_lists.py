"""Sitemaps and inventories name pages, in whatever state they come."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.site.lists import read_inventory, read_search_index, read_sitemap

MOST = 1 << 20
HEAD = b"# Sphinx inventory version 2\n# Project: Water\n# Version: 1.0\n# The remainder is compressed using zlib.\n"
ENTITY = '<!DOCTYPE urlset [<!ENTITY x "https://evil.example/">]><urlset><url><loc>&x;</loc></url></urlset>'


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("<urlset><url><loc> https://a.example/1 </loc></url></urlset>", ["https://a.example/1"]),
        ("<urlset><url><loc><![CDATA[https://a.example/1]]></loc></url></urlset>", ["https://a.example/1"]),
        ("<urlset><url><loc>https://a.example/?a=1&amp;b=2</loc></url></urlset>", ["https://a.example/?a=1&b=2"]),
        ("<s:urlset><s:url><s:loc>https://a.example/1</s:loc></s:url></s:urlset>", ["https://a.example/1"]),
        ("<urlset><url><image:loc>https://a.example/1.png</image:loc></url></urlset>", []),
        ("<urlset><!-- <url><loc>https://a.example/old</loc></url> --></urlset>", []),
        ("<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.exa", ["https://a.example/1", "https://a.exa"]),
        (ENTITY, ["&x;"]),
        ("<urlset/>", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_sitemap(text: str, pages: list[str]) -> None:
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), gzip.compress(text.encode())):
        assert list(read_sitemap(data, MOST).pages) == pages


def test_an_index_of_sitemaps() -> None:
    found = read_sitemap(b"<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>", MOST)
    assert (found.sitemaps, found.pages) == (("https://a.example/1.xml",), ())


@pytest.mark.parametrize(
    "data", [gzip.compress(b"x" * 999)[:-9], b"\x1f\x8bnothing", gzip.compress(b"\0" * (MOST + 1))]
)
def test_what_is_cut_damaged_or_too_large_is_no_list(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the words are zlib's)
        read_sitemap(data, MOST)
    with pytest.raises(ValueError):  # noqa: PT011
        read_inventory(HEAD + data, MOST)


def test_an_inventory_names_its_pages_once() -> None:
    lines = [
        "index std:doc -1 $ Water", "guide/rain std:doc -1 $ Rain and snow", "snow falls std:doc -1 $ Snow",
        "a std:doc -1 a.html#part A", "b std:doc -1 a.html B", "water.Rain py:class 1 api.html#$ -",
        "search std:label -1 search.html Search", "broken", "x std:doc one $ -",
    ]  # fmt: skip
    pages = read_inventory(HEAD + zlib.compress("\n".join(lines).encode()), MOST)
    assert pages == ("index", "guide/rain", "snow%20falls", "a.html")


@pytest.mark.parametrize("data", [b"", b"<html>", b"# Sphinx inventory version 1\n# Project: x\nold mod old.html"])
def test_no_inventory_names_nothing(data: bytes) -> None:
    assert read_inventory(data, MOST) == ()


@given(st.binary(max_size=300))
def test_whatever_comes_names_addresses_or_nothing(data: bytes) -> None:
    try:
        found = read_sitemap(data, MOST)
    except ValueError:
        return
    assert all(place == place.strip() for place in (*found.pages, *found.sitemaps))


# As Sphinx writes it now, and as it did before version 7.
SEARCH = [
    'Search.setIndex({"alltitles": {"Rain": [[1, "x"]]}, "docnames": ["index", "guide/rain", "雪"], "envversion": 1})',
    'Search.setIndex({docnames:["index","guide/rain","\\u96ea"],envversion:{},filenames:["index.rst"],objects:{}})',
    '\ufeffSearch.setIndex( {"docnames": [ "index" , "guide/rain","雪"],"terms":{"docnames":[1]}})',
]


@pytest.mark.parametrize("text", SEARCH)
@pytest.mark.parametrize(
    ("linked", "pages"),
    [
        ({"guide/rain.html"}, ("index.html", "guide/rain.html", "%E9%9B%AA.html")),
        ({"guide/rain/", "other/"}, ("./", "guide/rain/", "%E9%9B%AA/")),
        ({"guide/rain/", "index.html"}, ("index.html", "guide/rain.html", "%E9%9B%AA.html")),
        (set(), ("index.html", "guide/rain.html", "%E9%9B%AA.html")),
    ],
)
def test_a_search_index_names_its_pages(text: str, linked: set[str], pages: tuple[str, ...]) -> None:
    assert read_search_index(text.encode(), linked) == pages


@pytest.mark.parametrize(
    "text",
    [
        "", "<html>", "alert(1)", 'window.x = {"docnames": ["index"]}', 'Search.setIndex(evil(), {"docnames": ["a"]})',
        'Search.setIndex({"docnames": []})', 'Search.setIndex({"docnames": ["/etc/passwd", "../other", ""]})',
    ],
)  # fmt: skip
def test_what_is_no_search_index_names_nothing(text: str) -> None:
    assert read_search_index(text.encode(), set()) == ()


@pytest.mark.parametrize("rest", ['{"envversion": {}})', '{"docnames": ["a", "b', '{"docnames": [1, 2]})', "{"])
def test_a_search_index_that_is_cut_is_damaged(rest: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (some of the words are json's)
        read_search_index(f"Search.setIndex({rest}".encode(), set())


@given(st.text('{}[]",:\\adocnmes ', max_size=60))
def test_whatever_a_search_index_holds_names_pages_or_nothing(rest: str) -> None:
    try:
        pages = read_search_index(f'Search.setIndex({{"docnames": {rest}'.encode(), set())
    except ValueError:
        return
    assert all(page.endswith(".html") and not page.startswith(("/", "..")) for page in pages)
