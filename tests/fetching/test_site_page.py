"""Pages tell where they lead, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.site.page import page_links

HERE = "https://a.example/guide/rain.html"


def links(html: str, charset: str = "utf-8") -> tuple[str, ...]:
    return page_links(html.encode(charset), HERE).links


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ('<a href="snow.html">x</a>', ["https://a.example/guide/snow.html"]),
        ("<A HREF=/snow.html>x", ["https://a.example/snow.html"]),
        ("<a href='a&amp;b.html'>x<a href='a&amp;b.html'>y", ["https://a.example/guide/a&b.html"]),
        ('<map><area href="#x"></map>', [HERE]),
        ('<frameset><frame src="menu.html"></frameset>', ["https://a.example/guide/menu.html"]),
        ('<base href="/other/"><a href="snow.html">x</a>', ["https://a.example/other/snow.html"]),
        ('<base target="_top"><a href="snow.html">x</a>', ["https://a.example/guide/snow.html"]),
        ('<!-- <a href="old.html"> --><script>"<a href=s.html>"</script>', []),
        ('<a name="x">x</a><a href>y</a>', []),
        ('<a href="snow.html" rel="external nofollow">x</a>', []),
        ('<meta name="ROBOTS" content="noindex, NoFollow"><a href="snow.html">x</a>', []),
        ('<a href="http://[::1">x</a>', []),
    ],
)
def test_links(html: str, found: list[str]) -> None:
    assert list(links(html)) == found


@pytest.mark.parametrize("charset", ["gb18030", "big5", "shift-jis"])
def test_links_in_other_encodings(charset: str) -> None:
    page = f'<meta charset="{charset}"><a href="天文.html">x</a>'
    assert links(page, charset) == ("https://a.example/guide/天文.html",)
    assert page_links(page[20:].encode(charset), HERE, charset).links == ("https://a.example/guide/天文.html",)
    assert page_links(b'<meta charset="nonsense"><a href="a.html">', HERE, "hex").links


def test_a_page_names_its_own_address_and_its_search() -> None:
    page = (
        '<link rel="canonical" href="/guide/rain"><link rel="search" href="search.html"><link rel="next" href="x.html">'
    )
    found = page_links(page.encode(), HERE)
    assert (found.canonical, found.search) == ("https://a.example/guide/rain", ("https://a.example/guide/search.html",))


@given(st.binary(max_size=300))
def test_whatever_comes_is_read(data: bytes) -> None:
    assert all(page_links(b"<a href='x.html'>" + data, HERE).links)
