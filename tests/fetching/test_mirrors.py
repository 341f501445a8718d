"""Mirrors are asked first, and only for what begins with their address."""

from __future__ import annotations

import pytest

from gangdan_gui.fetching.mirrors import are_mirrors, read_mirrors


def test_mirrors_come_before_the_address_itself_in_their_order() -> None:
    mirrors = read_mirrors(
        "https://github.com/=https://one.example/gh/  https://github.com=https://two.example\n"
        "https://other.example/=http://127.0.0.1:8000/x?"
    )
    address = "https://github.com/octo/guide?a=b"
    assert mirrors.places(address) == (
        "https://one.example/gh/octo/guide?a=b", "https://two.example/octo/guide?a=b", address,
    )  # fmt: skip
    assert mirrors.places("https://github.com.evil.example/x") == ("https://github.com.evil.example/x",)


def test_a_mirror_of_a_part_is_for_that_part_only() -> None:
    mirrors = read_mirrors("https://example.org/docs=https://mirror.example/d")
    assert mirrors.places("https://example.org/docs/a.md")[0] == "https://mirror.example/d/a.md"
    assert mirrors.places("https://example.org/docs2/a.md") == ("https://example.org/docs2/a.md",)


@pytest.mark.parametrize(
    "text",
    ["https://a.example/", "a=b", "https://a.example/=ftp://b.example/", "https://a.example/=https://u:p@b.example/",
     "https://a.example/=https://b.example/=https://c.example/", "=https://b.example/", "镜像"],
)  # fmt: skip
def test_what_is_no_list_of_mirrors(text: str) -> None:
    assert not are_mirrors(text)


def test_none_are_mirrors_too() -> None:
    assert are_mirrors("  ")
    assert read_mirrors("").places("https://a.example/") == ("https://a.example/",)
