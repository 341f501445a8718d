"""A proxy is used where one is named for an address, and none for this machine."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from gangdan_gui.way_out import MANUAL, NONE, CertificatesUnreadable, ProxyUnusable, WayOut, is_proxy, without_password

PAGE = "https://docs.example.org/a.md"
NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
SECRET = "http://teacher:pass%40word@proxy.example:8080"


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
def test_which_proxy_the_computer_names(computer: pytest.MonkeyPatch, named: dict[str, str], proxy: str) -> None:
    for name, value in named.items():
        computer.setenv(name, value)
    assert WayOut().proxy_for(PAGE) == proxy
    assert WayOut(NONE, SECRET).proxy_for(PAGE) == ""
    assert WayOut(MANUAL, SECRET).proxy_for(PAGE) == SECRET


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:80", "127.9.9.9", "a.localhost"])
def test_this_machine_has_none(computer: pytest.MonkeyPatch, host: str) -> None:
    computer.setenv("http_proxy", "http://10.0.0.1:8080")
    computer.setenv("all_proxy", "socks5://10.0.0.1:8080")
    for way in (WayOut(), WayOut(NONE), WayOut(MANUAL, SECRET)):
        assert way.proxy_for(f"http://{host}/a") == ""


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("192.168.1.20:11434", True), ("10.0.0.7", True), ("teacher-pc", True), ("lab.local", True),
        ("[fe80::1]", True), ("8.8.8.8", False), ("ollama.example", False), ("[2606:4700::1111]", False),
        ("local", True),
    ],
)  # fmt: skip
def test_a_proxy_that_the_user_names_leads_out_not_to_the_network_here(host: str, near: bool) -> None:
    assert WayOut(MANUAL, SECRET).proxy_for(f"http://{host}/") == ("" if near else SECRET)


@pytest.mark.parametrize(
    ("proxy", "told", "socks"),
    [
        ("socks5://127.0.0.1:7890", "socks5://127.0.0.1:7890", True),
        ("SOCKS5h://name:word@127.0.0.1:7890", "SOCKS5h://127.0.0.1:7890", True),
        ("http://name:word@127.0.0.1:99999", "http://127.0.0.1:99999", False),
        ("ftp://name:word@p", "ftp://p", False),
        ("http://[bad", "http://[bad", False),
        ("http://", "http://", False),
        ("http://p:0", "http://p:0", False),
        ("name:wo rd@p:1", "http://p:1", False),
    ],
)
def test_one_that_can_not_be_used_is_named_without_its_password(
    computer: pytest.MonkeyPatch, proxy: str, told: str, socks: bool
) -> None:
    computer.setenv("https_proxy", proxy)
    for way in (WayOut(), WayOut(MANUAL, proxy)):
        with pytest.raises(ProxyUnusable) as failure:
            way.proxy_for(PAGE)
        assert (failure.value.place, failure.value.socks) == (told, socks)
    assert not is_proxy(proxy)


def test_a_password_is_in_nothing_that_may_be_written_down() -> None:
    assert "pass" not in f"{WayOut(MANUAL, SECRET)!r} {WayOut(MANUAL, SECRET)}"
    assert without_password(SECRET) == "http://proxy.example:8080"
    assert without_password("teacher:word@proxy:1") == "proxy:1"


@pytest.mark.parametrize("text", ["", "  ", SECRET, "proxy.example:8080", "https://p", "10.0.0.1:3128"])
def test_what_is_a_proxy(text: str) -> None:
    assert is_proxy(text)


def test_a_file_that_holds_no_certificates_is_named(tmp_path: Path) -> None:
    (tmp_path / "school.pem").write_text("no certificate", "utf-8")
    for name in ("school.pem", "away.pem"):
        with pytest.raises(CertificatesUnreadable) as failure:
            WayOut(certificates=str(tmp_path / name)).trusted()
        assert failure.value.file == str(tmp_path / name)


def test_a_path_is_read_as_it_is_copied_and_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for typed in (f' "{tmp_path / "away.pem"}" ', f"{Path('~') / 'away.pem'}"):
        with pytest.raises(CertificatesUnreadable) as failure:
            WayOut(certificates=typed).trusted()
        assert failure.value.file == str(tmp_path / "away.pem")
    assert WayOut(certificates=' "" ').trusted().verify_mode == ssl.CERT_REQUIRED


def test_the_systems_certificates_are_asked_without_a_file() -> None:
    assert WayOut().trusted().verify_mode == ssl.CERT_REQUIRED
