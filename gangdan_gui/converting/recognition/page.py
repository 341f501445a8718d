"""Recognised lines as a page of a PDF: columns, paragraphs, headings and tables are then told as in any other."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from gangdan_gui.converting.pdf.page import Page, Run
from gangdan_gui.converting.recognition import Line

BODY = 10.0
"""The size that text of the body gets on every page, however large the picture was."""

_LINE_HEIGHT = 1.3  # of the size: how high the boxes are drawn around lines
# Boxes are only about as high as their letters, so that nothing more than larger and not larger can be told.
_LARGER = 1.4
_UPRIGHT = 2.5  # times as high as wide: written from the top down


def recognised_page(number: int, lines: Sequence[Line], size: tuple[float, float], body: float = BODY) -> Page:
    """The page of that number, of a picture of `size` (width and height), with its body in the size `body`."""
    if not lines:
        return Page(number, *size, (), pictures=True)
    usual = median(_height(line) for line in lines)
    scale = body * _LINE_HEIGHT / max(usual, 1.0)
    width, height = size[0] * scale, size[1] * scale
    runs = tuple(
        Run(
            text=line.text,
            left=line.left * scale,
            bottom=height - line.bottom * scale,
            right=line.right * scale,
            top=height - line.top * scale,
            size=_size(_height(line) / usual, body),
            vertical=_is_vertical(line),
        )
        for line in lines
    )
    return Page(number, width, height, runs, characters=sum(len(run.text) for run in runs))


def _height(line: Line) -> float:
    across, down = line.right - line.left, line.bottom - line.top
    return across if _is_vertical(line) else down


def _is_vertical(line: Line) -> bool:
    return len(line.text) > 1 and line.bottom - line.top > _UPRIGHT * (line.right - line.left)


def _size(ratio: float, body: float) -> float:
    return round(body * (1.5 if ratio >= _LARGER else 1.0), 1)
