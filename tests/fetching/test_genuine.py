"""What arrived is told from what stands in for it."""

from __future__ import annotations

import pytest

from gangdan_gui.fetching.genuine import HEAD_BYTES, Body, may_follow, objection, refresh_target

PROSE = "<p>" + "Rain falls on hills, runs into rivers and reaches the sea. " * 20 + "</p>"
LOGIN = '<html><body><form>Name <input name=n> <input type="password" name=p></form></body></html>'


def body(text: str, asked: str = "https://x.example/a.md", media: str = "text/plain", found: str = "") -> Body:
    data = text.encode()
    return Body(data, len(data), media, asked, found or asked)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (body(""), "empty"),
        (body("<!DOCTYPE html><html></html>"), "html-page"),
        (body("\n<!-- c --><html><body>x"), "html-page"),
        (body('<?xml version="1.0"?>\n<html>'), "html-page"),
        (body("<p>Not found", media="text/html"), "html-page"),
        (body("<html><h1>502", asked="https://x.example/a.ipynb"), "html-page"),
        (body(LOGIN), "login-page"),
        (body(LOGIN, asked="https://x.example/guide/", found="https://x.example/login"), "login-page"),
        (body(LOGIN, asked="https://x.example/guide/"), "login-page"),
        (body("<html>We have moved to <a href=x>there</a>", asked="https://x.example/"), "moved"),
        (body("<html>本页已迁移至 <a href=x>新站</a>", asked="https://x.example/"), "moved"),
        (body('{"message": "API rate limit exceeded"}'), "error-page"),
        (body('{"error": "gone"}', asked="https://x.example/a.ipynb"), "error-page"),
        (body('{"detail": []}', asked="https://x.example/guide"), "error-page"),
    ],
)
def test_stand_ins(given: Body, code: str) -> None:
    failure = objection(given)
    assert failure is not None
    assert failure.reason.code == code


@pytest.mark.parametrize(
    "given",
    [
        body("# Water\n\nRain <br> falls."),
        body("# Moved\n\nThis has moved.", media="text/html"),
        body("<div align=center>a logo</div>\n\n# Title"),
        body(f"<html>{PROSE}", asked="https://x.example/a.html", media="text/html"),
        body(f"<html>{PROSE}", asked="https://x.example/guide/"),
        body(f"<html><input type=password>{PROSE * 2}", asked="https://x.example/page.php"),
        body("<html><p>A short note.</p>", asked="https://x.example/note.html"),
        body('{"message": "a dictionary of words"}', asked="https://x.example/words.json"),
        body('{"cells": [], "error": 1}', asked="https://x.example/a.ipynb"),
        body("{not json"),
    ],
)
def test_documents(given: Body) -> None:
    assert objection(given) is None


@pytest.mark.parametrize(
    ("page", "target"),
    [
        ('<html><meta http-equiv="refresh" content="0; url=/new/">', "https://x.example/new/"),
        ("<html><META HTTP-EQUIV=refresh CONTENT='0;URL=b.html'>", "https://x.example/old/b.html"),
        ('<html><meta content="0; url=https://y.example/?a=1&amp;b=2" http-equiv="Refresh">', "https://y.example/?a=1&b=2"),
        ('<html><meta http-equiv="refresh" content="300">', ""),
        ('<html><meta http-equiv="refresh" content="0; url=/old/a.html#top">', ""),
        ('<html><!-- <meta http-equiv="refresh" content="0; url=/new/"> -->', ""),
        ('<html><meta http-equiv="refresh" content="0; url=javascript:x()">', ""),
        (f'<html><meta http-equiv="refresh" content="9; url=/new/">{PROSE}', ""),
    ],
)  # fmt: skip
def test_signposts(page: str, target: str) -> None:
    assert refresh_target(body(page, asked="https://x.example/old/a.html")) == target


def test_signposts_are_followed_within_their_host_only() -> None:
    assert may_follow("https://x.example/a", "http://X.example:8080/b")
    assert not may_follow("https://x.example/a", "https://y.example/b")


@pytest.mark.parametrize(
    "piece", ["<script ", "<!---->", "<!--", "<", "<meta ", "<meta http-equiv=", "<input ", "{", " "]
)
def test_pages_made_to_be_slow_are_read_all_the_same(piece: str) -> None:
    """Patterns that try every way to read such a page would not be done before the test's deadline."""
    for start in ("", "<html>", '<html><meta http-equiv="refresh" content="0; url=/x">'):
        given = body(start + piece * (HEAD_BYTES // len(piece)), asked="https://x.example/guide")
        objection(given)
        assert refresh_target(given) in ("", "https://x.example/x")
