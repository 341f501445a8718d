"""The text inside the shapes of slides as Markdown: paragraphs, lists with their levels, links, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from gangdan_gui.converting.markdown_table import tables
from gangdan_gui.markdown_text import escaped, escaped_inside

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_NUMBER = "1."
_SAFE = re.compile(r"(?:https?://|mailto:|ftp://)[^\s<>()]+\Z", re.IGNORECASE)


def text_blocks(body: Element, links: Mapping[str, str], *, listed: bool) -> Iterator[str]:
    """The paragraphs of a text; `listed` where the layout makes those without a mark of their own a list."""
    items: list[str] = []
    counts: dict[int, int] = {}
    for paragraph in body.iter(f"{A}p"):
        line = _line(paragraph, links)
        if not line:
            continue
        mark, level = _mark(paragraph, listed=listed)
        counts = {other: count for other, count in counts.items() if mark and other <= level}
        if mark:
            counts[level] = counts.get(level, 0) + 1 if mark == _NUMBER else 0
            mark = f"{counts[level]}." if mark == _NUMBER else mark
            items.append("    " * level + f"{mark} {line}")
            continue
        if items:
            yield "\n".join(items)
            items = []
        yield line
    if items:
        yield "\n".join(items)


def frame_blocks(frame: Element) -> Iterator[str]:
    """The tables in a frame. A merged cell says its words in each row that it reaches down to."""
    for table in frame.iter(f"{A}tbl"):
        rows: list[list[str]] = []
        for row in table.iter(f"{A}tr"):
            above = rows[-1] if rows else []
            cells = list(row.iter(f"{A}tc"))
            rows.append(
                [
                    above[at] if cell.get("vMerge") in ("1", "true") and at < len(above) else words(cell)
                    for at, cell in enumerate(cells)
                ]
            )
        yield from tables(rows)


def words(node: Element) -> str:
    """The plain words in a shape or a cell, on one line."""
    return " ".join(" ".join("".join(_texts(paragraph)).split()) for paragraph in node.iter(f"{A}p")).strip()


def _mark(paragraph: Element, *, listed: bool) -> tuple[str, int]:
    style = paragraph.find(f"{A}pPr")
    if style is None:
        return ("-" if listed else ""), 0
    stated = style.get("lvl", "0")
    level = int(stated) if stated.isdecimal() and len(stated) == 1 else 0
    if style.find(f"{A}buNone") is not None:
        return "", 0
    if style.find(f"{A}buAutoNum") is not None:
        return _NUMBER, level
    return ("-" if listed or level or style.find(f"{A}buChar") is not None else ""), level


def _line(paragraph: Element, links: Mapping[str, str]) -> str:
    """A paragraph with its links, as one line."""
    # Escaped as a whole where nothing is linked: what looks like markup may reach over several runs.
    pieces: list[tuple[str, str]] = []
    for run in _runs(paragraph):
        text = "".join(_texts(run))
        link = run.find(f"{A}rPr/{A}hlinkClick")
        address = links.get(link.get(_ID, ""), "") if link is not None else ""
        pieces.append((text, address if text.strip() and _SAFE.match(address) else ""))
    if not any(address for _, address in pieces):
        return escaped("".join(text for text, _ in pieces))
    return "".join(
        f"[{escaped_inside(text)}]({address})" if address else _spaced(text) for text, address in pieces
    ).strip()


def _spaced(text: str) -> str:
    """Escaped, with the blanks at its ends that part it from its neighbours."""
    before, after = text[:1].isspace(), text[-1:].isspace()
    return f"{' ' if before else ''}{escaped_inside(text)}{' ' if after and text.strip() else ''}"


def _runs(node: Element) -> Iterator[Element]:
    for child in node:
        if child.tag in (f"{A}r", f"{A}fld", f"{A}br"):
            yield child
        elif child.tag != _FALLBACK:
            yield from _runs(child)


def _texts(node: Element) -> Iterator[str]:
    if node.tag == f"{A}t":
        yield node.text or ""
    elif node.tag == f"{A}br":
        yield " "
    elif node.tag != _FALLBACK:
        for child in node:
            yield from _texts(child)
