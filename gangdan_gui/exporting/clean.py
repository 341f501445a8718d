"""Text as every format can hold it: whole characters, no controls, nothing that turns the direction of reading."""

from __future__ import annotations

import re

# Form feeds and the separators of Unicode end a line as well; what was read from a printed page has them.
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Colours of a terminal are told in letters behind a control.
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[@-~]|[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# Halves of pairs, and what XML refuses.
_NO_CHARACTER = re.compile(r"[\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """`text` without control characters but tabs and line ends; half a character becomes the mark for a lost one."""
    return _NO_CHARACTER.sub("\ufffd", _CONTROL.sub("", _LINE_END.sub("\n", text)))


def clean_line(words: str) -> str:
    """`words` clean and in one line (a title, a path)."""
    return " ".join(clean(words).split())
