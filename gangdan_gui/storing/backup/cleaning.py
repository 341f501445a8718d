"""Takes out what must be in no backup: passwords, tokens and keys, wherever a library keeps addresses.

What is taken out is named, never shown.
"""

from __future__ import annotations

import codecs
import re
import sqlite3
import tomllib
from collections.abc import Callable
from typing import Any

import tomli_w

_SECRET = re.compile(r"(token|password|passwd|secret|api_?key|(^|_)key|credentials?)$", re.IGNORECASE)
_ADDRESS = re.compile(r"address|proxy|server|host|url", re.IGNORECASE)
# A name and a password before the host; the password may hold what no address may. But not `host:8080/a@b`.
_USER = re.compile(r"(?<=//)(?:[^\s/?#@:\"'<>]+:(?!\d+(?:[/?#\s\"'<>]|$))[^\s@\"'<>]*@|[^\s/?#\"'<>]*@)")
_QUERY = re.compile(r"(?i)(?<=[?&])((?:[a-z_-]*token|api[_-]?key|key|password|secret)=)[^&\s\"'#<>]+")
_COLUMNS = (
    ("sources", "locations"), ("sources", "problems"), ("sources", "description"), ("documents", "url"),
    ("documents", "reason"), ("documents", "warnings"),
)  # fmt: skip


def clean_text(text: str) -> str:
    """A text with the names, passwords and keys taken out of all addresses in it."""
    while (cleaned := _QUERY.sub(r"\1", _USER.sub("", text))) != text:
        text = cleaned
    return text


def clean_settings(data: bytes) -> tuple[bytes, list[str]]:
    """Settings without secrets, and the names of those that had any. Raises ValueError for what is no TOML."""
    said, found = _cleaned(tomllib.loads(data.decode("utf-8-sig")), "")
    return (tomli_w.dumps(said).encode(), found) if found else (data, found)


def clean_list(data: bytes) -> tuple[bytes, int]:
    """A list of sources without secrets, its bytes else as they are, and how many lines had one."""
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # Each byte as a letter: addresses are ASCII in every other encoding that such a list has.
    before = data.decode("utf-16" if utf16 else "latin-1")
    after = "".join(map(clean_text, lines := before.splitlines(keepends=True)))
    if after == before:
        return data, 0
    return after.encode("utf-16" if utf16 else "latin-1"), sum(clean_text(line) != line for line in lines)


def clean_records(connection: sqlite3.Connection) -> int:
    """Take secrets out of a copy of the records, so that no page of the file holds them; how many rows had one."""
    connection.create_function("clean", 1, lambda value: value and clean_text(value), deterministic=True)
    connection.execute("PRAGMA secure_delete = ON")
    rows = 0
    for table, column in _COLUMNS:
        rows += connection.execute(
            f"UPDATE {table} SET {column} = clean({column}) WHERE clean({column}) <> {column}"
        ).rowcount
    return rows


def _cleaned(said: dict[str, Any], above: str) -> tuple[dict[str, Any], list[str]]:
    cleaned: dict[str, Any] = {}
    found: list[str] = []
    for name, value in said.items():
        where = f"{above}{name}"
        if _SECRET.search(name) and value not in ("", 0, False):
            found.append(where)
            continue
        cleaned[name], inside = _value(value, where, _plain if _ADDRESS.search(name) else clean_text)
        found += inside
    return cleaned, found


def _value(value: Any, where: str, clean: Callable[[str], str]) -> tuple[Any, list[str]]:
    if isinstance(value, str):
        cleaned = clean(value)
        return cleaned, [where] if cleaned != value else []
    if isinstance(value, dict):
        return _cleaned(value, f"{where}.")
    if isinstance(value, list):
        both = [_value(one, where, clean) for one in value]
        return [one for one, _ in both], [where] if any(found for _, found in both) else []
    return value, []


def _plain(address: str) -> str:
    """Of one address, which may have no scheme; what stands before its last `@` is a name and a password."""
    cleaned = clean_text(address)
    scheme, mark, rest = address.rpartition("://")
    in_path = bool(mark) and cleaned == address and "/" in rest.partition("@")[0]
    if "@" not in rest or in_path or any(map(str.isspace, address.strip())):
        return cleaned
    return clean_text(f"{scheme}{mark}{rest.rpartition('@')[2]}")
