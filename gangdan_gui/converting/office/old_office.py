"""Documents and slides of older programs (Word and PowerPoint 97, WPS), saved anew by LibreOffice.

LibreOffice goes by a file's content, so those of WPS, which are the same inside, go under the names of Microsoft's.
"""

from __future__ import annotations

from gangdan_gui.converting import libreoffice
from gangdan_gui.converting.office import package
from gangdan_gui.domain.reasons import Reason

_OLDER = {".docx": ".doc", ".pptx": ".ppt"}


def as_package(data: bytes, better: str) -> bytes:
    """A file that is, or can be saved as, one with the ending `better`. Raises UnreadableFile."""
    if package.is_package(data):
        return data
    refusal = package.refusal(data)
    if refusal.reason != Reason("old-office", better):
        raise refusal
    return libreoffice.saved_as(data, _OLDER[better], better)
