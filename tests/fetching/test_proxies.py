"""A proxy is used where one is named for an address, and none for this machine."""

from __future__ import annotations

import pytest

from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.proxies import proxy_for

PAGE = "https://docs.example.org/a.md"
NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("named", "proxy"),
    [
        ({}, ""),
        ({"https_proxy": "http://10.0.0.1:8080"}, "http://10.0.0.1:8080"),
        ({"http_proxy": "http://10.0.0.1:8080"}, ""),
        ({"HTTPS_PROXY": "10.0.0.1:8080"}, "http://10.0.0.1:8080"),
        ({"https_proxy": "  "}, ""),
        ({"all_proxy": "http://10.0.0.1:1"}, "http://10.0.0.1:1"),
        # As the usual tools in China have it set.
        ({"https_proxy": "http://127.0.0.1:7890", "all_proxy": "socks5://127.0.0.1:7890"}, "http://127.0.0.1:7890"),
        ({"https_proxy": "http://p:1", "no_proxy": "[::1],10.0.0.0/8,,*.x.org, ;bad[,http://y"}, "http://p:1"),
        ({"https_proxy": "http://p:1", "no_proxy": "*"}, ""),
        ({"https_proxy": "http://p:1", "no_proxy": ".example.org"}, ""),
        ({"https_proxy": "http://p:1", "NO_PROXY": "docs.example.org"}, ""),
        ({"https_proxy": "http://name:word@p:1"}, "http://name:word@p:1"),
    ],
)
def test_which_proxy(computer: pytest.MonkeyPatch, named: dict[str, str], proxy: str) -> None:
    for name, value in named.items():
        computer.setenv(name, value)
    assert proxy_for(PAGE) == proxy


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:80", "127.9.9.9", "a.localhost"])
def test_this_machine_has_none(computer: pytest.MonkeyPatch, host: str) -> None:
    computer.setenv("http_proxy", "http://10.0.0.1:8080")
    computer.setenv("all_proxy", "socks5://10.0.0.1:8080")
    assert proxy_for(f"http://{host}/a") == ""


@pytest.mark.parametrize(
    ("proxy", "told"),
    [
        ("socks5://127.0.0.1:7890", "socks5://127.0.0.1:7890"),
        ("http://name:word@127.0.0.1:99999", "http://127.0.0.1:99999"),
        ("ftp://name:word@p", "ftp://p"),
        ("http://[bad", "http://[bad"),
        ("http://", "http://"),
        ("http://p:0", "http://p:0"),
    ],
)
def test_one_that_can_not_be_used_is_named_without_its_password(
    computer: pytest.MonkeyPatch, proxy: str, told: str
) -> None:
    computer.setenv("https_proxy", proxy)
    with pytest.raises(NotBrought) as failure:
        proxy_for(PAGE)
    assert (failure.value.reason.code, failure.value.reason.detail) == ("proxy-broken", told)
