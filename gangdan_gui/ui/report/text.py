"""A report as text to paste, and as a table for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

Row = Sequence[str]
# What a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(head: Iterable[str], rows: Iterable[Row]) -> str:
    """Lines above a table, then one line a row, with tabs between the columns."""
    return "\n".join((*filter(None, head), *("\t".join(row).rstrip("\t") for row in rows)))


def as_csv(head: Row, rows: Iterable[Row]) -> bytes:
    """A table as CSV in UTF-8; its first bytes say so, as Excel and WPS want it.

    A name that a spreadsheet would calculate gets an apostrophe before it.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig", "surrogateescape")
