"""Moments as people read them."""

from __future__ import annotations

from datetime import datetime


def local_time(moment: str) -> str:
    """A kept moment as the clock here showed it; what is none stays as it is."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment
