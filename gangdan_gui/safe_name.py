"""Makes one part of a path legal on every system, so that a library can be moved from one to another."""

from __future__ import annotations

import re

_PART = 60
# What Windows refuses in names, and what ends a name there without being seen.
_REFUSED = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f\ud800-\udfff]')
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))")


def safe_part(name: str) -> str:
    """One part of a path made legal on every system: no reserved names, no characters Windows refuses, not too long."""
    safe = _REFUSED.sub("_", name)
    safe = safe.encode()[:_PART].decode("utf-8", "ignore").rstrip(" .").lstrip(" ")
    return _RESERVED.sub(r"\1_", safe) or "_"
