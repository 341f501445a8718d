"""Tells a reStructuredText document that is named as plain text, as whole manuals are."""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:[a-z][\w:-]*::(?:[ \t]|$)|_[^:\n]+:)", re.MULTILINE)
_ROLE = re.compile(r"(?<![\w:`]):[a-z][\w:+-]*:`[^`\n]")
_UNDERLINED = re.compile(r"^\S[^\n]*\n(?P<mark>[=\-~^\"'*+#])(?P=mark){2,}[ \t]*$", re.MULTILINE)
# One alone may be an example that a text shows.
_ENOUGH = 2


def is_rst(text: str) -> bool:
    """Whether a text has headings of reStructuredText and several of the marks that only it has."""
    if not _UNDERLINED.search(text):
        return False
    return len(_DIRECTIVE.findall(text)) + len(_ROLE.findall(text)) >= _ENOUGH
