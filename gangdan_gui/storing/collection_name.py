"""Names collections so that Chroma accepts them and no two sources share one."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_READABLE = 40
_NOT_ALLOWED = re.compile(r"[^a-z0-9]+")


def collection_name(source: str, generation: int) -> str:
    """A name of 3–512 characters of `[a-zA-Z0-9._-]`, alphanumeric at both ends, for any id and generation.

    A readable part for people who look into the store, a hash that keeps ids apart whatever the readable part lost,
    and the generation. Letters are small, because some file systems do not tell case apart.
    """
    plain = unicodedata.normalize("NFKD", source).encode("ascii", "ignore").decode().lower()
    readable = _NOT_ALLOWED.sub("-", plain)[:_READABLE].strip("-")
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return "-".join(filter(None, ("s", readable, digest, f"g{generation}")))
