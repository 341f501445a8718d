"""Tells the reader of a text which of it was recognised from pictures, in the text's own language."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.converting.pdf.prose import PAGE_MARK
from gangdan_gui.domain.language import detect_language

_CHINESE = "*以下文字由图片识别而来，可能有误。*"
_OTHER = "*The following text was recognised from a picture and may hold mistakes.*"
_END_CHINESE = "*以上文字由图片识别而来。*"
_END_OTHER = "*The text above was recognised from a picture.*"


def marked(text: str, pages: Sequence[int]) -> str:
    """The text of a document with the marks of its pages, and a line at each place where recognised pages begin or end.

    `pages` are the numbers of the recognised ones.
    """
    if not pages:
        return text
    recognised = set(pages)
    chinese = detect_language(text).startswith("zh")
    begin, end = (_CHINESE, _END_CHINESE) if chinese else (_OTHER, _END_OTHER)
    before, *parts = text.split(PAGE_MARK)
    inside = False
    made = [before]
    for number, part in enumerate(parts, start=1):
        is_recognised = number in recognised
        line = begin if is_recognised and not inside else end if inside and not is_recognised and part.strip() else ""
        made.append(f"\n\n{PAGE_MARK}{line}\n\n{part}" if line else PAGE_MARK + part)
        inside = is_recognised or (inside and not line)
    return "".join(made)
