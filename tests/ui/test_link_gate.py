"""Which addresses may be opened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.ui.link_gate import passage_address, passage_number, safe_address


@pytest.mark.parametrize(
    "address",
    [
        "https://numpy.org/doc/stable/user/basics.html#rules",
        "http://localhost:8000/a?b=c",
        "HTTPS://Example.org",
        "https://zh.d2l.ai/chapter/%E5%89%8D%E8%A8%80.html",
        "https://zh.wikipedia.org/wiki/广播",
        "http://[::1]:8080/",
        "mailto:teacher@school.example",
        "mailto:a@b.example?subject=Hello%20there&body=x",
    ],
)
def test_pages_and_mail_may_be_opened(address: str) -> None:
    assert safe_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "smb://server/share",
        "SMB://server/share",
        "ms-msdt:/id PCWDiagnostic",
        "search-ms:query=x&crumb=location:\\\\server\\share",
        "file:///etc/passwd",
        "FiLe://server/x.exe",
        "//server/share/x.exe",
        "\\\\server\\share",
        "/etc/passwd",
        "../other.html",
        "#part",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "java%73cript:alert(1)",
        " https://numpy.org",
        "\x01https://numpy.org",
        "https:/numpy.org",
        "https:numpy.org",
        "https://",
        "https:///path",
        "https://user@numpy.org/",
        "https://numpy.org:80@evil.example/",
        "https://numpy.org\\@evil.example/",
        "https://numpy.org/\u202egnp.exe",
        "https://numpy\u200b.org/",
        "https://numpy.org/a b",
        "https://numpy.org/\nHost: x",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:msgbox(1)",
        "ftp://numpy.org/x",
        "ms-word:ofe|u|https://x.example/a.docx",
        "mailto:a@b.example?attach=/etc/passwd",
        "mailto:a@b.example?subject=x%0ABcc:c@d.example",
        "mailto:a@b.example?cc=c@d.example",
        passage_address(1),
        "https://numpy.org/" + "a" * 2000,
    ],
)
def test_everything_else_stays_text(address: str) -> None:
    assert safe_address(address) == ""


@given(st.text(max_size=80))
def test_what_is_allowed_names_its_scheme_and_hides_nothing(text: str) -> None:
    for address in (text, f"https://{text}", f"mailto:{text}"):
        allowed = safe_address(address)
        if allowed:
            assert allowed == address
            assert allowed.casefold().startswith(("http://", "https://", "mailto:"))
            assert allowed.isprintable()
            assert "\\" not in allowed


@pytest.mark.parametrize(
    "address", ["gangdan:passage/", "gangdan:passage/x", "gangdan:passage/²", "gangdan:other/1", "1"]
)
def test_only_chips_mean_a_passage(address: str) -> None:
    assert passage_number(address) == 0
    assert passage_number(passage_address(12)) == 12
