"""Gives every converted text the same outer form, whatever format it came from.

Line ends are `\\n`, one blank line at most stands between blocks, no line of prose ends in blanks, the text ends in
one line end. Prose is in Unicode form NFC, so that a letter with an accent typed on one system is found by a question
typed on another; code is left as it was written, to the byte.
"""

from __future__ import annotations

import re
import unicodedata

from gangdan_gui.converting.code_fences import regions

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb]")
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_INVISIBLE = re.compile("[\u200b\u2060\u00ad]")
_ODD_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f]")
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")
_TABLE_ROW = re.compile(r"^[ >]*\|.*\|$", re.MULTILINE)
_PADDING = re.compile(r"(?<=\S) {2,}|-{4,}")
_CODE_SPAN = re.compile(r"(`+[^`]+`+)")
_EDGES = re.compile(r"\A\n{2,}|\n{2,}\Z")


def tidy(text: str) -> str:
    """The final form of a Markdown text; empty when nothing is in it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _LONE_SURROGATES.sub("\ufffd", _CONTROLS.sub("", text))
    pieces = ["\n".join(region.lines) if region.code else _prose("\n".join(region.lines)) for region in regions(text)]
    return _joined(pieces)


def _prose(text: str) -> str:
    text = _ODD_BLANKS.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFC", text)))
    text = _TABLE_ROW.sub(_without_padding, text)
    text = _BLANK_LINES.sub("\n\n", _TRAILING.sub("", text))
    # A stretch of prose that borders on code begins and ends with one blank line at most.
    return "" if not text.strip("\n") else _EDGES.sub("\n", text)


def _without_padding(match: re.Match[str]) -> str:
    """Blanks that align the columns of a table would fill half of a passage; those in code stay."""
    parts = _CODE_SPAN.split(match[0])
    return "".join(part if number % 2 else _PADDING.sub(_one, part) for number, part in enumerate(parts))


def _one(match: re.Match[str]) -> str:
    return " " if match[0].startswith(" ") else "---"


def _joined(pieces: list[str]) -> str:
    text = "\n".join(pieces).strip("\n")
    return _at_line_start(text) + "\n" if text.strip() else ""


def _at_line_start(text: str) -> str:
    """Drop an indentation of the very first line that has no meaning there."""
    return text.lstrip(" ") if len(text) - len(text.lstrip(" ")) < 4 else text
