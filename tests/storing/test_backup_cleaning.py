"""No password, token or key gets into a backup, and nothing else is taken out."""

from __future__ import annotations

import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.storing.backup.cleaning import clean_list, clean_records, clean_settings, clean_text

SECRET = "s3cr3t"


@pytest.mark.parametrize(
    ("line", "cleaned", "names"),
    [
        (f'proxy_address = "http://me:{SECRET}@proxy:8080"', "http://proxy:8080", ["proxy_address"]),
        (f'proxy_address = "me:{SECRET}@proxy:8080"', "proxy:8080", ["proxy_address"]),
        (f'proxy_address = "http://me:{SECRET}@x/y@proxy:8080"', "http://proxy:8080", ["proxy_address"]),
        (f'proxy_address = "http://me:{SECRET}/{SECRET}@proxy:80"', "http://proxy:80", ["proxy_address"]),
        (f'mirrors = "https://a/@b=https://u:{SECRET}@m/x"', "https://a/@b=https://m/x", ["mirrors"]),
        (f'ollama_address = "https://{SECRET}@host:11434/v"', "https://host:11434/v", ["ollama_address"]),
        (f'chroma_token = "{SECRET}"', None, ["chroma_token"]),
        (f'api_key = "{SECRET}"', None, ["api_key"]),
        (f'OPENAI_API_KEY = "{SECRET}"', None, ["OPENAI_API_KEY"]),
        (f'chroma_address = "https://h/?token={SECRET}&x=1"', "https://h/?token=&x=1", ["chroma_address"]),
    ],
)
def test_a_secret_of_the_settings_is_taken_out_and_named(line: str, cleaned: str | None, names: list[str]) -> None:
    data, found = clean_settings(f'theme = "dark"\n{line}\n[more]\npassword = "{SECRET}"\n'.encode())
    said = tomllib.loads(data.decode())
    assert found == [*names, "more.password"]
    assert said.get(names[0]) == cleaned
    assert said["theme"] == "dark"
    assert SECRET not in data.decode()


@pytest.mark.parametrize(
    "text",
    [
        'ollama_address = "http://127.0.0.1:11434"\nsend_with = "enter"\n',
        'embedding_model = "hf.co/someone/model@v2"\nchunk_size = 800\n',
        'mirrors = "https://github.com/=https://mirror.example/@gh/"\nchroma_token = ""\n',
        'context_tokens = 8192\nproxy_address = "proxy.example:8080"\n',
        'chroma_address = "https://host:8443/team/@us"\n',
    ],
)
def test_settings_without_a_secret_stay_to_the_byte(text: str) -> None:
    assert clean_settings(text.encode()) == (text.encode(), [])


def test_settings_that_are_no_toml_are_not_believed() -> None:
    with pytest.raises(ValueError, match="Invalid value"):
        clean_settings(b"proxy = me:secret@host")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_list_loses_its_secrets_and_nothing_else(encoding: str) -> None:
    lines = "- title: 课堂 # 我的\n  locations: [{}]\n  kind: site\n"
    data, found = clean_list(lines.format(f"'https://me:{SECRET}@wiki.example/a?api_key={SECRET}'").encode(encoding))
    assert found == 1
    assert data.decode(encoding) == lines.format("'https://wiki.example/a?api_key='")
    plain = lines.format("https://wiki.example/a@b, /home/a@b").encode(encoding)
    assert clean_list(plain) == (plain, 0)


def test_records_lose_their_secrets_down_to_the_last_page(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript((Path(__file__).parent / "older" / "schema_4.sql").read_text("utf-8"))
        address = f'["https://me:{SECRET}@wiki.example/"]'
        connection.execute("UPDATE sources SET locations = ? WHERE id = 'gone'", (address,))
        connection.execute("UPDATE documents SET url = ? WHERE id = 13", (f"https://h/?token={SECRET}",))
        assert clean_records(connection) == 2
        rows = connection.execute("SELECT locations FROM sources ORDER BY position").fetchall()
        assert rows == [('["/home/wang/备课"]',), ('["https://wiki.example/"]',)]
        assert connection.execute("SELECT url FROM documents WHERE id = 13").fetchone() == ("https://h/?token=",)
        assert clean_records(connection) == 0
    assert SECRET.encode() not in file.read_bytes()


@given(st.from_regex(r"[a-z0-9:@!%+-]{1,12}", fullmatch=True), st.sampled_from(["http", "https", "git+ssh"]))
def test_whatever_stands_before_a_host_is_taken_out(user: str, scheme: str) -> None:
    assert clean_text(f"see {scheme}://{user}@host.example/a, b") == f"see {scheme}://host.example/a, b"
