"""Addresses are read as people paste them; what can't be a source is refused with the reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.fetching.web_address import is_address, read_web_address
from gangdan_gui.hosts import is_inside, is_loopback


@pytest.mark.parametrize(
    ("pasted", "read"),
    [
        ("https://docs.example.org/guide/", "https://docs.example.org/guide/"),
        ("  <HTTPS://Docs.Example.ORG/Guide/#top> ", "https://docs.example.org/Guide/"),
        ("http://example.org", "http://example.org/"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("https://example.org:8443/a", "https://example.org:8443/a"),
        ("https://例子.测试/数据/索引.md?页=1", "https://xn--fsqu00a.xn--0zwm56d/%E6%95%B0%E6%8D%AE/%E7%B4%A2%E5%BC%95.md?%E9%A1%B5=1"),
        ("https://example.org/a%20b c", "https://example.org/a%20b%20c"),
        ("http://[::1]:80/x", "http://[::1]/x"),
        ("github.com/octo/guide", "https://github.com/octo/guide"),
        ("www.github.com/octo/guide", "https://www.github.com/octo/guide"),
        ("raw.githubusercontent.com/octo/guide/main/a.md", "https://raw.githubusercontent.com/octo/guide/main/a.md"),
        ("www.Example.org", "https://www.example.org/"),
        ("www.例子.测试/a", "https://www.xn--fsqu00a.xn--0zwm56d/a"),
        ("https：//example.org/a", "https://example.org/a"),
        ("HTTP：／／example.org/a", "http://example.org/a"),
        ("https:/example.org/a", "https://example.org/a"),
        ("https://example.org/http:/other.org/", "https://example.org/http:/other.org/"),
        ("git@github.com:octo/guide.git", "https://github.com/octo/guide.git"),
        ("ssh://git@github.com/octo/guide", "https://github.com/octo/guide"),
        ("git+ssh://git@github.com/octo/guide", "https://github.com/octo/guide"),
        ("git://github.com/octo/guide.git", "https://github.com/octo/guide.git"),
    ],
)  # fmt: skip
def test_good_addresses(pasted: str, read: str) -> None:
    assert is_address(pasted)
    assert read_web_address(pasted) == read
    assert read_web_address(read) == read


@pytest.mark.parametrize(
    ("pasted", "what"),
    [
        ("ftp://example.org/a", "not-http"),
        ("file:///etc/passwd", "not-http"),
        ("mailto:a@example.org", "not-http"),
        ("https:///a", "no-host"),
        ("https:////a", "no-host"),
        ("ssh://git@example.org/octo/guide", "not-http"),
        ("https://", "no-host"),
        ("https://exa mple.org/", "no-host"),
        ("https://300.300.300.300/", "no-host"),
        ("https://teacher:secret@example.org/", "credentials"),
        ("https://teacher@example.org/", "credentials"),
        ("https://[::1/", "not-an-address"),
        ("https://example.org:99999/", "not-an-address"),
        ("https://example.org:0/", "no-host"),
        ("https://example.org/\x00", "not-an-address"),
    ],
)
def test_refused_addresses(pasted: str, what: str) -> None:
    assert is_address(pasted)
    with pytest.raises(AddressRefused) as refused:
        read_web_address(pasted)
    assert refused.value.facts["what"] == what
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("place", ["notes.md", "/home/li/课程", "C:\\Users\\li", "c:/x", "~/notes", "", "a b", "./a:b"])
def test_paths_are_no_addresses(place: str) -> None:
    assert not is_address(place)


@given(st.text())
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    try:
        read = read_web_address(text)
    except AddressRefused:
        return
    assert read_web_address(read) == read
    assert read.isascii()


@pytest.mark.parametrize(
    "host",
    ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "0.0.0.0",
     "169.254.169.254", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "100.64.0.1",
     "224.0.0.1", "::"],
)  # fmt: skip
def test_hosts_inside(host: str) -> None:
    assert is_inside(host)


@pytest.mark.parametrize("host", ["example.org", "8.8.8.8", "140.82.112.3", "2606:4700::1111", "localhost.example.org"])
def test_hosts_outside(host: str) -> None:
    assert not is_inside(host)
    assert not is_loopback(host)
