"""Which addresses are a site's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.formats import format_of
from gangdan_gui.fetching.site.scope import is_document, same_page, scope_of

GUIDE = scope_of("https://a.example/guide/")


@pytest.mark.parametrize(
    ("address", "folder"),
    [
        ("https://a.example/", b"/"),
        ("https://a.example/guide", b"/guide/"),
        ("https://a.example/guide/", b"/guide/"),
        ("https://a.example/guide/index.html", b"/guide/"),
        ("https://a.example/v3.12/", b"/v3.12/"),
        ("https://a.example/3.12", b"/3.12/"),
        ("https://a.example/%E6%95%99/a.php?x=1", "/教/".encode()),
    ],
)
def test_the_folder_that_an_address_names(address: str, folder: bytes) -> None:
    assert scope_of(address).folder == folder


def test_folders_above() -> None:
    assert scope_of("https://a.example:8443/x%20y/z/").folders == (
        "https://a.example:8443/x%20y/z/", "https://a.example:8443/x%20y/", "https://a.example:8443/"
    )  # fmt: skip
    assert scope_of("https://a.example/").folders == ("https://a.example/",)


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("a.html", "https://a.example/guide/a.html"),
        ("HTTP://A.Example/guide/a.html", "https://a.example/guide/a.html"),
        ("https://a.example:443/guide/", "https://a.example/guide/"),
        ("/guide", "https://a.example/guide"),
        ("/%67uide/a", "https://a.example/%67uide/a"),
        ("a.html?x=1#y", "https://a.example/guide/a.html"),
        ("a.php?page=2#y", "https://a.example/guide/a.php?page=2"),
        ("/Guide/a", ""),
        ("/guidebook/", ""),
        ("https://b.example/guide/", ""),
        ("https://a.example:8080/guide/", ""),
        ("x/%2e%2e/%2e%2e/other", ""),
    ],
)
def test_links(link: str, address: str) -> None:
    assert GUIDE.read(link, "https://a.example/guide/x.html") == address


@pytest.mark.parametrize(
    ("address", "followed"),
    [
        ("https://www.a.example/guide/", True),
        ("https://a.example/en/guide/", True),
        ("https://a.example/", False),
        ("https://b.example/guide/", False),
    ],
)
def test_where_a_site_may_move_to(address: str, followed: bool) -> None:
    assert GUIDE.is_followed(address) is followed


def test_one_page_under_several_addresses() -> None:
    assert same_page("https://a.example/x/index.html") == same_page("http://a.example/x/")
    assert same_page("https://a.example/%7Ex") == same_page("https://a.example/~x")
    assert same_page("https://a.example/%D6%D0") != same_page("https://a.example/%B9%FA")
    assert same_page("https://a.example/X") != same_page("https://a.example/x")


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("", True), ("a", True), ("a.html", True), ("a.PHP", True), ("a.md", True), ("v1.2", True), ("3.13-dev", True),
        ("a.png", False), ("a.tar.gz", False), ("a.7z", False), ("a.mp4", False), ("x.css", False),
        ("_sources/a.md", False), ("_modules/a.html", False), ("genindex.html", False), ("genindex-Z.html", False),
        ("py-modindex.html", False), ("modindex/", False), ("index.html", True), ("reindex.html", True),
    ],
)  # fmt: skip
def test_what_may_be_a_document(name: str, document: bool) -> None:
    assert is_document(f"https://a.example/guide/{name}", lambda path: bool(format_of(path))) is document


@given(st.text(max_size=60))
def test_whatever_is_linked_stays_inside(link: str) -> None:
    address = GUIDE.read(link, "https://a.example/guide/x.html")
    assert not address or (GUIDE.holds(address) and GUIDE.read(address, "https://b.example/") == address)
