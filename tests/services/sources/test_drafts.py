"""What a location becomes when it is added."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import AddressRefused, LocationMissing
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.services.requests import WholeSite
from gangdan_gui.services.sources.drafts import PROSE, Wanted, from_catalogue, from_location

GUIDE = "https://github.com/octo/guide"


@pytest.mark.parametrize(
    ("location", "title", "include", "revision"),
    [
        (GUIDE, "guide", PROSE, ""),
        ("git@github.com:octo/guide.git", "guide", PROSE, ""),
        ("https：//github.com/octo/guide", "guide", PROSE, ""),
        (f"{GUIDE}?tab=readme-ov-file#guide", "guide", PROSE, ""),
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


def test_an_address_with_all_below_it() -> None:
    draft = from_location("https://docs.example.org/guide/", Wanted(site=WholeSite(pages=20)))
    assert draft == Source(
        "", "guide (docs.example.org)", SourceKind.SITE, ("https://docs.example.org/guide/",), pages=20
    )  # fmt: skip
    assert from_location(GUIDE, Wanted(site=WholeSite())).kind is SourceKind.GITHUB  # where it comes whole at once


def test_only_an_address_is_a_site(tmp_path: Path) -> None:
    with pytest.raises(AddressRefused):
        from_location(str(tmp_path), Wanted(site=WholeSite()))


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


@pytest.mark.parametrize(
    ("pasted", "address", "title"),
    [
        ("http://例子.测试/数学.md", "http://xn--fsqu00a.xn--0zwm56d/%E6%95%B0%E5%AD%A6.md", "数学.md (例子.测试)"),
        ("docs.example.org/3/", "https://docs.example.org/3/", "3 (docs.example.org)"),
        ("www.example.org", "https://www.example.org/", "www.example.org"),
    ],
)
def test_addresses_as_they_are_shown(pasted: str, address: str, title: str) -> None:
    draft = from_location(pasted, Wanted())
    assert (draft.kind, draft.locations, draft.title) == (SourceKind.ADDRESSES, (address,), title)


def test_what_is_there_is_no_address_and_what_is_like_none_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for missing in (
        "notes.org",
        "my.app",
        "lessons/notes.md",
        "example.orgs/a",
        "a b.com/x",
        "git@example.org:octo/x",
    ):
        with pytest.raises(LocationMissing):
            from_location(missing, Wanted())
    assert from_location("docs.example.org/3", Wanted()).kind is SourceKind.ADDRESSES
    (tmp_path / "docs.example.org/3").mkdir(parents=True)
    assert from_location("docs.example.org/3", Wanted()).locations == (str(tmp_path / "docs.example.org/3"),)
