"""Tool tips of texts that are not ours. Qt takes a tip that holds a tag for HTML, and would load its images."""

from __future__ import annotations

from html import escape

LONGEST = 600


def plain_tip(text: str) -> str:
    """A tool tip that shows a text as it is, in lines that are not too long."""
    if not text:
        return ""
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    # As rich text of our own it is broken into lines, which a plain tip is not.
    return f"<qt>{escape(shown).replace(chr(10), '<br>')}</qt>"
