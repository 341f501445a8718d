"""Reads the address of a Chroma server as the settings hold it."""

from __future__ import annotations

from urllib.parse import urlsplit

EXAMPLE = "https://chroma.school.example:8000"
_SCHEMES = ("http", "https")
HIDDEN = "•••"


def server_url(text: str) -> str:
    """The address with its scheme and without a stroke at the end; empty for none.

    Raises ValueError for what is no address. A user name or password in it is refused: it would show in messages.
    """
    plain = text.strip()
    if not plain:
        return ""
    url = plain if "://" in plain else f"http://{plain}"
    parts = urlsplit(url)
    fits = (
        parts.scheme.lower() in _SCHEMES and parts.hostname and parts.port != 0 and not (parts.query or parts.fragment)
    )
    if not fits or "@" in parts.netloc or any(map(str.isspace, url)):
        raise ValueError(f"no address of a server: {plain}")
    return f"{parts.scheme.lower()}://{parts.netloc}{parts.path}".rstrip("/")


def is_server_address(text: str) -> bool:
    """Whether a text names a server, or nothing."""
    try:
        server_url(text)
    except ValueError:  # of the port, too
        return False
    return True


def is_token(text: str) -> bool:
    """Whether a text can be sent as a token: one line of letters that a header may hold."""
    return text.isascii() and (text.isprintable() or not text)


def hidden(text: str) -> str:
    """What is shown of a token."""
    return HIDDEN if text else ""
