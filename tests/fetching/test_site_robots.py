"""What `robots.txt` asks is done as RFC 9309 says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.site.robots import read_robots

SITE = "https://docs.example.org"


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("Disallow: /", "/a", False),
        ("Disallow:", "/a", True),
        ("Disallow: /en/\nAllow: /en/stable/", "/en/stable/a.html", True),
        ("Disallow: /en/\nAllow: /en/stable/", "/en/latest/a.html", False),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /private", "/private.html", False),
        ("Disallow: /private/", "/private", True),
        ("Disallow: /*/draft", "/en/draft/a", False),
        ("Disallow: /*.pdf$", "/a/b.pdf", False),
        ("Disallow: /*.pdf$", "/a/b.pdf.html", True),
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /*?print=", "/a.php?print=1", False),
        ("Disallow: /%E6%95%99", "/教程/", False),
        ("Disallow: /教", "/%e6%95%99%e7%a8%8b/", False),
        ("Disallow: /a # for now", "/a", False),
        ("disallow:/a", "/a", False),
        ("Nonsense\nDisallow /a", "/a", True),
    ],
)
def test_rules(rules: str, path: str, allowed: bool) -> None:
    robots = read_robots(f"User-agent: *\n{rules}\n".encode(), "gangdan")
    assert robots.allows(SITE + path) is allowed


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("User-agent: GangDan\nDisallow: /\n\nUser-agent: *\nAllow: /", False),
        ("User-agent: *\nDisallow: /\n\nUser-agent: gangdan\nAllow: /", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: gangdan", True),
        ("User-agent: other\nUser-agent: gangdan\nDisallow: /", False),
        ("User-agent: other\nDisallow: /", True),
        ("User-agent: other\n\nUser-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow: /b\nUser-agent: *\nDisallow: /a", False),
        ("Disallow: /", True),
        ("\ufeffUser-agent: *\r\nDisallow: /\r\n", False),
        ("", True),
    ],
)
def test_who_is_meant(text: str, allowed: bool) -> None:
    assert read_robots(text.encode(), "gangdan").allows(f"{SITE}/a") is allowed


@pytest.mark.parametrize(
    ("said", "seconds"), [("2", 2.0), ("0.5", 0.5), ("-1", 0), ("nan", 0), ("inf", 0), ("soon", 0)]
)
def test_the_time_between_two_requests(said: str, seconds: float) -> None:
    assert read_robots(f"User-agent: *\nCrawl-delay: {said}".encode(), "gangdan").delay == seconds


def test_sitemaps_belong_to_no_group() -> None:
    text = b"Sitemap: https://a.example/1.xml\nUser-agent: x\nDisallow: /\nsitemap: https://a.example/2.xml # more"
    assert read_robots(text, "gangdan").sitemaps == ("https://a.example/1.xml", "https://a.example/2.xml")


@given(st.binary(max_size=400))
def test_whatever_comes_can_be_read(data: bytes) -> None:
    robots = read_robots(b"User-agent: *\n" + data, "gangdan")
    assert robots.allows(f"{SITE}/a") in (True, False)
    assert robots.delay >= 0


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    robots = read_robots(b"User-agent: *\nDisallow: /" + b"*a" * 2000 + b"$", "gangdan")
    assert robots.allows(f"{SITE}/" + "a" * 1999 + "b")
