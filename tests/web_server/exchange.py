"""What is asked of the test server and what it replies."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Asked:
    """A request. `target` is path and query as they were sent; `headers` have names in lower case."""

    target: str
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its length; or with `raw` exactly these bytes, after which the connection ends."""

    status: int = 200
    body: bytes = b""
    media: str = "text/plain; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None


def whole(asked: Asked, body: bytes, media: str) -> Reply:
    """A file with its mark; 304 where the client has it."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if asked.headers.get("if-none-match") == etag:
        return Reply(304, headers={"ETag": etag})
    return Reply(200, body, media, {"ETag": etag})


def raw(head: str, body: bytes = b"") -> Reply:
    """Bytes as they are; `head` is lines without the last empty one, the status first."""
    lines = "\r\n".join(line.strip() for line in head.strip().splitlines())
    return Reply(raw=f"{lines}\r\n\r\n".encode() + body)
