"""What GitHub's addresses name."""

from __future__ import annotations

import pytest

from gangdan_gui.fetching.github import Place, Repository, read_place

GUIDE = Repository("octo", "guide")


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://github.com/octo/guide", Place(GUIDE)),
        ("https://www.github.com/octo/guide/", Place(GUIDE)),
        ("http://github.com/octo/guide.git", Place(GUIDE)),
        ("https://github.com/octo/guide/tree/v1.2", Place(GUIDE, "v1.2")),
        ("https://github.com/octo/guide/tree/main/docs/%E6%95%99%E7%A8%8B", Place(GUIDE, "main", folder="docs/教程")),
        ("https://github.com/octo/guide/blob/main/docs/a%20b.md", Place(GUIDE, "main", file="docs/a b.md")),
        ("https://github.com/octo/guide/raw/main/a.md", Place(GUIDE, "main", file="a.md")),
        ("https://raw.githubusercontent.com/octo/guide/main/docs/a.md", Place(GUIDE, "main", file="docs/a.md")),
        ("https://raw.githubusercontent.com/octo/guide/refs/heads/main/a.md", Place(GUIDE, "main", file="a.md")),
        ("https://raw.githubusercontent.com/octo/guide/HEAD/a.md", Place(GUIDE, "", file="a.md")),
    ],
)
def test_places(address: str, place: Place) -> None:
    assert read_place(address) == place


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/octo",
        "https://github.com/",
        "https://github.com/topics/python",
        "https://github.com/octo/guide/issues/3",
        "https://github.com/octo/guide/blob/main",
        "https://github.com/octo/guide/tree/a..b/docs",
        "https://github.com/octo/guide/blob/main/../../x",
        "https://github.com/octo/..",
        "https://github.com/oc%2Fto/guide",
        "https://gitlab.com/octo/guide",
        "https://github.com.example.org/octo/guide",
        "https://raw.githubusercontent.com/octo/guide/main",
    ],
)
def test_other_pages_are_no_places(address: str) -> None:
    assert read_place(address) is None


def test_the_addresses_that_are_asked_are_quoted() -> None:
    assert GUIDE.raw("v1", "教 程/a#b?.md").endswith("/octo/guide/v1/%E6%95%99%20%E7%A8%8B/a%23b%3F.md")
    assert GUIDE.archive("") == "https://codeload.github.com/octo/guide/tar.gz/HEAD"
    assert GUIDE.page("f" * 40, "a/b.md") == f"https://github.com/octo/guide/blob/{'f' * 40}/a/b.md"
