"""The pages of a PDF that are pictures, or whose fonts do not say which letters they draw: read by recognition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pypdfium2

from gangdan_gui.converting import recognition
from gangdan_gui.converting.pdf.furniture import without_furniture
from gangdan_gui.converting.pdf.page import Page
from gangdan_gui.converting.recognition.page import BODY
from gangdan_gui.converting.recognition.run import Recognition
from gangdan_gui.domain.errors import UnreadableFile

MOST_UNKNOWN = 0.2
"""Of a page's or a document's letters: with more of them unknown nobody could read it."""


def with_recognised(document: pypdfium2.PdfDocument, pages: Sequence[Page]) -> tuple[list[Page], Recognition]:
    """The same pages, with their words on those that had none to read, and what the recognition came to."""
    run = Recognition(_body(pages))
    wanted = set(_without_words(pages)) if recognition.is_available() else set()
    return [_read(document, page, run) if page.number in wanted else page for page in pages], run


def _without_words(pages: Sequence[Page]) -> list[int]:
    """The numbers of pages with nothing to read on them but what is printed on every page."""
    return [
        page.number
        for page in without_furniture(pages)
        if (page.pictures and not page.runs) or page.unknown > MOST_UNKNOWN * page.characters
    ]


def _read(document: pypdfium2.PdfDocument, page: Page, run: Recognition) -> Page:
    """A page that can't be recognised stays as it was and is counted among the scanned ones."""
    if run.is_over():
        return page
    try:
        made = run.page(page.number, _pixels(document, page.number))
    except (UnreadableFile, pypdfium2.PdfiumError):
        return page
    return made if made.runs else page


def _pixels(document: pypdfium2.PdfDocument, number: int) -> recognition.Pixels:
    page = document[number - 1]
    try:
        longest = max(*page.get_size(), 1.0)
        bitmap = page.render(scale=min(recognition.DOTS / 72, recognition.LONGEST_SIDE / longest))
        try:
            return np.array(bitmap.to_numpy()[:, :, :3])
        finally:
            bitmap.close()
    finally:
        page.close()


def _body(pages: Sequence[Page]) -> float:
    """The size of most of the document's text, so that recognised pages have headings of the same levels."""
    sizes = Counter[float]()
    for page in pages:
        for run in page.runs:
            sizes[run.size] += len(run.text)
    return sizes.most_common(1)[0][0] if sizes else BODY
