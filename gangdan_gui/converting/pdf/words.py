"""Joins what line ends parted, and gives letters the form that a question has them in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from gangdan_gui.converting.pdf.page import GAP, SOFT_HYPHEN

_WIDE = "\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f"
_WIDE_LETTER = re.compile(f"[{_WIDE}]")
_GAPS = re.compile(f"(?<=[{_WIDE}]) +(?=[{_WIDE}])")
# Ligatures, and the radicals that some programs write in place of the characters they look like.
_PRESENTATION = re.compile("[\ufb00-\ufb06\u2f00-\u2fd5\u2e9f\u2ef3]")
_HYPHENATED = re.compile(r"(?P<begun>[^\W\d_]+)(?P<hyphen>[-\u2010\u00ad])$")
_REST = re.compile(r"[^\W\d_]+")
_LEADERS = re.compile(r"(?:\s*[.·…．]){5,}\s*")  # of a table of contents
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def normal(text: str) -> str:
    """A line with its ligatures as letters, and no blanks between Chinese characters."""
    text = _PRESENTATION.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = " ".join(_LEADERS.sub(" … ", text).split())
    return re.sub(rf" ?{GAP} ?", " ", _GAPS.sub("", text))


class Joiner:
    """Joins lines, knowing the words of the document: `well-` and `known` are one word or two."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._words = {word.casefold() for line in lines for word in _COMPOUND.findall(line)}

    def join(self, text: str, line: str, mark: str = "") -> str:
        """`line` set after `text`, with `mark` before its first character."""
        if not text:
            return mark + line
        if (parted := _HYPHENATED.search(text)) and line[0].isalnum():
            hyphen = "-" if self._is_compound(parted["begun"], line) else ""
            return text[: parted.start("hyphen")] + hyphen + mark + line
        if _WIDE_LETTER.match(text[-1]) and _WIDE_LETTER.match(line[0]):
            return text + mark + line
        return f"{text.rstrip(SOFT_HYPHEN)} {mark}{line}"

    def _is_compound(self, begun: str, line: str) -> bool:
        rest = _REST.match(line)
        if not rest or not rest[0][0].islower():
            return True
        return f"{begun}-{rest[0]}".casefold() in self._words and (begun + rest[0]).casefold() not in self._words
