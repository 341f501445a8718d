"""Numbers of things, for people who read the command line."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """`1 document`, `1,204 documents`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
