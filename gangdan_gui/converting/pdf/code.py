"""Program code in a PDF: lines in a font whose letters are equally wide, with the indentation they are drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from gangdan_gui.converting.pdf.columns import Row
from gangdan_gui.converting.pdf.page import GAP, Page

_WHOLE_DOCUMENT = 0.6  # more than this is a typewriter's page, not code


def is_typewritten(pages: Sequence[Page]) -> bool:
    """Whether most of a document is in such a font, so that the font says nothing."""
    runs = [run for page in pages for run in page.runs]
    return sum(len(run.text) for run in runs if run.fixed) > _WHOLE_DOCUMENT * sum(len(run.text) for run in runs)


def code_end(block: Sequence[Row], at: int) -> int:
    """Where the code ends that begins at a row; `at` itself where none does."""
    end = at
    while end < len(block) and _is_code(block[end]):
        end += 1
    return end


def code_text(lines: Sequence[Row]) -> str:
    """The lines with their indentation and the empty lines between them."""
    widths = [(run.right - run.left) / len(run.text) for row in lines for run in row.runs if run.text.isascii()]
    width = max(median(widths), 1.0) if widths else lines[0].size * 0.6
    steps = [above.middle - below.middle for above, below in pairwise(lines)]
    usual = max(min(steps, default=0.0), lines[0].size)
    edge = min(row.left for row in lines)
    made = [_line(lines[0], edge, width)]
    for row, step in zip(lines[1:], steps, strict=True):
        made += [""] * min(round(step / usual) - 1, 3)
        made.append(_line(row, edge, width))
    return "\n".join(made)


def _is_code(row: Row) -> bool:
    """Comments may be in Chinese, whose fonts are of any kind."""
    written = [run for run in row.runs if any(letter.isascii() for letter in run.text)]
    return bool(written) and all(run.fixed for run in written)


def _line(row: Row, edge: float, width: float) -> str:
    line = ""
    for run in row.runs:
        column = round((run.left - edge) / width)
        line += " " * max(column - len(line), 1 if line else 0) + run.text.replace(GAP, " ")
    return line
