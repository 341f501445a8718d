"""The parts of a Word document: its main one, its notes, and what diagrams, charts and inserted pages say."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_POINT = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}pt"
_VALUE = "{http://schemas.openxmlformats.org/drawingml/2006/chart}v"
_SAYS = ("/diagramData", "/chart")


def main_part(parts: Mapping[str, bytes]) -> str:
    """The name of the part with the body; some programs call it otherwise than Word."""
    found = (target for kind, target in _targets(parts, "") if kind.endswith("/officeDocument"))
    return next(found, "word/document.xml")


def note_parts(parts: Mapping[str, bytes], main: str) -> list[str]:
    """The names of the parts with footnotes and endnotes."""
    return [
        target
        for kind, target in _targets(parts, main)
        if kind.endswith(("/footnotes", "/endnotes")) and target in parts
    ]


def words_of_drawings(parts: Mapping[str, bytes], main: str) -> dict[str, tuple[str, ...]]:
    """The lines of each diagram and chart, by the id that the main part names it by."""
    return {
        name: tuple(_lines(ElementTree.fromstring(parts[target])))
        for name, kind, target in _relations(parts, main)
        if kind.endswith(_SAYS) and target in parts
    }


def inserted(parts: Mapping[str, bytes], main: str) -> dict[str, bytes]:
    """The pages that other programs have put in whole, by the id that the main part names each by."""
    return {
        name: parts[target]
        for name, kind, target in _relations(parts, main)
        if kind.endswith("/aFChunk") and target in parts
    }


def _lines(part: Element) -> Iterator[str]:
    """A line for each point of a diagram; of a chart its titles."""
    for point in list(part.iter(_POINT)) or list(part.iter(f"{_A}p")):
        words = "".join(text.text or "" for text in point.iter(f"{_A}t"))
        if words.strip():
            yield words


def _targets(parts: Mapping[str, bytes], part: str) -> Iterator[tuple[str, str]]:
    for _, kind, target in _relations(parts, part):
        yield kind, target


def _relations(parts: Mapping[str, bytes], part: str) -> Iterator[tuple[str, str, str]]:
    """Id, kind and target of what a part, or the package itself, refers to inside the package."""
    folder, name = posixpath.split(part)
    listed = parts.get(posixpath.join(folder, "_rels", f"{name}.rels"))
    for one in ElementTree.fromstring(listed) if listed else ():
        if one.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/")
            yield one.get("Id", ""), one.get("Type", ""), target
