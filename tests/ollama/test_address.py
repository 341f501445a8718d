"""Addresses of Ollama servers in the forms that people, and `OLLAMA_HOST`, give them."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.ollama.address import Address, read_address

HERE = "http://127.0.0.1:11434"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", HERE),
        ("   ", HERE),
        ('""', HERE),
        ("http://", HERE),
        ("0.0.0.0", HERE),
        ("0.0.0.0:11434", HERE),
        ("http://0.0.0.0:11434/", HERE),
        ("http://0.0.0.0", HERE),
        (":11434", HERE),
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("[::]:11434", "http://[::1]:11434"),
        ("[::]", "http://[::1]:11434"),
        ("::", "http://[::1]:11434"),
        ("[::ffff:0.0.0.0]:11434", HERE),
        ("::1", "http://[::1]:11434"),
        ("[::1]", "http://[::1]:11434"),
        ("http://[::1]", "http://[::1]:11434"),
        ("[0001:002:003:0004::1]:56789/path/", "http://[1:2:3:4::1]:56789/path"),
        ("localhost", "http://localhost:11434"),
        ("http://localhost", "http://localhost:11434"),
        ("LOCALHOST.", "http://localhost:11434"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("127.0.0.1:", HERE),
        ("192.168.1.20", "http://192.168.1.20:11434"),
        ("http://server:80", "http://server:80"),
        ("https://host", "https://host:443"),
        ("https://host/prefix/", "https://host:443/prefix"),
        ("https://host:11434/a/b//", "https://host:11434/a/b"),
        ("HTTPS://Host.Example/Ollama", "https://host.example:443/Ollama"),
        ("host/prefix", "http://host:11434/prefix"),
        ("  'http://127.0.0.1:11434/'  ", HERE),
        ("“127.0.0.1：11434”", HERE),
        ("１２７。０。０。１:11434", HERE),
        ("http://teacher_pc:11434", "http://teacher_pc:11434"),
        ("http://bücher.example", "http://xn--bcher-kva.example:11434"),
    ],
)
def test_forms_of_an_address(text: str, address: str) -> None:
    assert str(read_address(text)) == address


@pytest.mark.parametrize(
    "text",
    [
        "ftp://host", "http//host", "http:/host", "unix:///run/ollama.sock", "://host", "host:port", "host:0",
        "host:65536", "host:99999999999999999999", "host:-1", "host:１x", "host:8 0", "256.1.1.1", "127.1", "1.2.3",
        "11434", "[::1", "::1]", "[::1]8080", "[host]", "[127.0.0.1]:1", "1:2:3", "fe80::1%eth0", "user@host",
        "http://user:secret@host", "host name", "-host", "ho..st", "*", "*:11434", "host?x=1", "host/a b", "host/p?x",
        "host/p#x", "host\\path", "host\n.example", "\x00", "a" * 64, ".", "你 好", "¬", "xn--0", "http:host",
    ],
)  # fmt: skip
def test_junk_is_an_invalid_setting(text: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_address(text, name="ollama_address", file="settings.toml")
    assert caught.value.facts["name"] == "ollama_address"
    assert caught.value.facts["file"] == "settings.toml"
    assert caught.value.facts["value"] == text.strip()
    assert caught.value.facts["expected"]


@pytest.mark.parametrize(
    ("text", "loopback"),
    [
        ("", True),
        ("0.0.0.0", True),
        ("[::]", True),
        ("localhost", True),
        ("ollama.localhost", True),
        ("127.8.8.8", True),
        ("[::ffff:127.0.0.1]", True),
        ("https://localhost/prefix", True),
        ("192.168.1.20", False),
        ("localhost.example", False),
        ("notlocalhost", False),
        ("[2001:db8::1]", False),
    ],
)
def test_loopback_is_the_users_own_machine(text: str, loopback: bool) -> None:
    assert read_address(text).is_loopback is loopback


PLACES = st.one_of(
    st.text(),
    st.from_regex(r"\A(https?://)?[a-z0-9.\[\]:@%_-]{0,30}(:[0-9]{0,6})?(/[a-z/.]{0,9})?\Z"),
    st.builds(lambda ip, port: f"[{ip}]:{port}", st.ip_addresses(v=6), st.integers(1, 65535)),
    st.builds(lambda ip, port: f"http://{ip}:{port}/", st.ip_addresses(v=4), st.integers(1, 65535)),
)


@given(PLACES)
def test_any_text_is_an_address_to_go_to_or_an_invalid_setting(text: str) -> None:
    try:
        address = read_address(text)
    except InvalidSetting:
        return
    assert read_address(str(address)) == address
    assert 0 < address.port < 65536
    assert address.host not in ("", "0.0.0.0", "::")
    url = httpx.URL(str(address))
    assert (url.raw_host.decode(), url.port or {"http": 80, "https": 443}[url.scheme]) == (address.host, address.port)
    assert url.host
    assert url.userinfo == b""


@given(st.ip_addresses(), st.integers(1, 65535))
def test_every_address_of_a_machine_is_kept(ip: object, port: int) -> None:
    text = f"[{ip}]:{port}" if ":" in str(ip) else f"{ip}:{port}"
    assert read_address(text).port == port


def test_an_address_is_written_as_it_is_typed() -> None:
    assert str(Address("https", "::1", 443, "/a")) == "https://[::1]:443/a"
