"""The head of a reply tells a quota from a refusal, and when to come back."""

from __future__ import annotations

from datetime import datetime
from email.utils import formatdate

import pytest

from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.replies import charset_of, refusal

NOW = 1_800_000_000.0


def clock(moment: float) -> str:
    return datetime.fromtimestamp(moment).astimezone().strftime("%H:%M")


@pytest.mark.parametrize(
    ("status", "headers", "code", "again", "wait"),
    [
        (404, {}, "not-there", False, 0),
        (403, {}, "forbidden", False, 0),
        (401, {}, "forbidden", False, 0),
        (418, {}, "http-status", False, 0),
        (206, {}, "http-status", False, 0),
        (503, {}, "http-status", True, 0),
        (503, {"retry-after": "7"}, "http-status", True, 7),
        (503, {"retry-after": "9999"}, "rate-limited", False, 0),
        (429, {}, "busy", True, 0),
        (429, {"retry-after": "5"}, "busy", True, 5),
        (429, {"retry-after": formatdate(NOW + 5, usegmt=True)}, "busy", True, 5),
        (429, {"retry-after": "soon"}, "busy", True, 0),
        (429, {"retry-after": "120"}, "rate-limited", False, 0),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) + 1800)}, "rate-limited", False, 0),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) + 3)}, "busy", True, 3),
        (403, {"x-ratelimit-remaining": "17"}, "forbidden", False, 0),
    ],
)
def test_refusals(status: int, headers: dict[str, str], code: str, again: bool, wait: float) -> None:
    failure = refusal(status, headers, 30, NOW)
    assert failure is not None
    assert (failure.reason.code, failure.again, failure.wait) == (code, again, wait)


def test_the_time_to_go_on_is_told() -> None:
    failure = refusal(429, {"retry-after": "120"}, 30, NOW)
    assert failure is not None
    assert clock(NOW + 120) in failure.reason.detail


def test_the_file_is_no_refusal() -> None:
    assert refusal(200, {"retry-after": "120"}, 30, NOW) is None


@pytest.mark.parametrize(
    ("media", "charset"),
    [
        ("text/html", ""),
        ("", ""),
        ("text/html; charset=GBK", "gbk"),
        ('text/html;charset="Shift_JIS"; x=y', "shift_jis"),
        ("text/html; Charset = big5", "big5"),
        ("text/plain; charset=utf-8", "utf-8"),
        ("text/plain; charset=ISO-8859-1", ""),
        ("text/plain; charset=", ""),
        ("text/plain; charset=" + "a" * 5000, ""),
        ("text/plain; charset=../../x", ""),
    ],
)
def test_the_encoding_that_is_named(media: str, charset: str) -> None:
    assert charset_of({"content-type": media}) == charset


def test_what_is_told_fits_into_a_sentence() -> None:
    assert NotBrought("redirect-loop", "https://example.org/").reason.detail == "https://example.org/"
    assert NotBrought("redirect-loop", "x" * 5000).reason.detail == "x" * 199 + "…"
