"""Makes any text one that can be written in UTF-8."""

from __future__ import annotations


def without_surrogates(text: str) -> str:
    """`text` with surrogate pairs joined and lone surrogates replaced: UTF-8 has neither."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
