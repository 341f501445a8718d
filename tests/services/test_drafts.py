"""What a location becomes when it is added."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import AddressRefused, LocationMissing
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.services.drafts import PROSE, Wanted, from_catalogue, from_location

GUIDE = "https://github.com/octo/guide"


@pytest.mark.parametrize(
    ("location", "title", "include", "revision"),
    [
        (GUIDE, "guide", PROSE, ""),
        (f"{GUIDE}/tree/v1", "guide v1", PROSE, "v1"),
        (f"{GUIDE}/tree/main/docs/zh", "guide: docs/zh", ("docs/zh/**",), "main"),
        (f"{GUIDE}/blob/main/docs/a.md", "guide: a.md", ("docs/a.md",), "main"),
        ("https://raw.githubusercontent.com/octo/guide/main/docs/a.md", "guide: a.md", ("docs/a.md",), "main"),
    ],
)
def test_repositories(location: str, title: str, include: tuple[str, ...], revision: str) -> None:
    draft = from_location(location, Wanted())
    assert draft == Source("", title, SourceKind.GITHUB, (GUIDE,), include=include, revision=revision)


def test_patterns_count_below_the_folder_that_was_named() -> None:
    draft = from_location(f"{GUIDE}/tree/main/docs", Wanted("My guide", ["*.md", "zh/*.rst"], ["draft"]))
    assert (draft.title, draft.include, draft.exclude) == ("My guide", ("docs/**/*.md", "docs/zh/*.rst"), ("draft",))
    included = matcher(draft.include)
    assert all(map(included, ("docs/a.md", "docs/x/a.md", "docs/zh/b.rst")))
    assert not any(map(included, ("a.md", "docs/b.rst", "other/docs/a.md")))


def test_a_folder_with_brackets_in_its_name_is_meant_as_it_is_written() -> None:
    included = matcher(from_location(f"{GUIDE}/tree/main/app/[slug]", Wanted()).include)
    assert included("app/[slug]/page.md")
    assert not included("app/s/page.md")


@pytest.mark.parametrize(
    ("location", "title"),
    [
        ("https://docs.example.org/", "docs.example.org"),
        ("https://docs.example.org/guide/index.html", "guide (docs.example.org)"),
        ("https://docs.example.org/%E6%95%99%E7%A8%8B/a.md", "a.md (docs.example.org)"),
        ("https://github.com/octo", "octo (github.com)"),
        ("https://github.com/octo/guide/issues/7", "7 (github.com)"),
    ],
)
def test_single_addresses(location: str, title: str) -> None:
    assert from_location(location, Wanted()) == Source("", title, SourceKind.ADDRESSES, (location,))


@pytest.mark.parametrize("location", ["ftp://x.example/", "file:///etc/passwd", "https://", "https://u:p@x.example/"])
def test_refused(location: str) -> None:
    with pytest.raises(AddressRefused):
        from_location(location, Wanted())


@pytest.mark.parametrize("location", ["", "  ", "nowhere/at/all", "octo/guide"])
def test_missing(location: str) -> None:
    with pytest.raises(LocationMissing):
        from_location(location, Wanted())


def test_an_entry_of_the_catalogue_keeps_all_it_says() -> None:
    offer = Source(
        "guide", "Guide", SourceKind.GITHUB, (GUIDE,), include=("docs/**",), language="en", licence="CC0-1.0",
        description="About water", description_zh="关于水", revision="a" * 40, size=1000,
    )  # fmt: skip
    assert from_catalogue(offer, Wanted()) == offer
    mine = from_catalogue(offer, Wanted("水", ["*.md"]))
    assert (mine.title, mine.include, mine.licence, mine.revision) == ("水", ("*.md",), "CC0-1.0", "a" * 40)
