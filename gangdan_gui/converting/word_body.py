"""What pandoc does not see in a Word document is put where it sees it: text boxes become paragraphs after their own.

The contents that Word makes of the headings go: each line of them would be found in place of its chapter.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gangdan_gui.domain.errors import UnreadableFile

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BOX = f"{_W}txbxContent"
_GALLERY = f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery"
_CALLS_FOR_IT = (b"txbxContent", b"Table of Contents")
# The prefixes by which pandoc knows them.
_PREFIXES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
}


def readable(document: bytes) -> bytes:
    """The main part of a Word document, changed where that is needed. Raises UnreadableFile (`damaged-file`)."""
    if not any(mark in document for mark in _CALLS_FOR_IT):
        return document
    for prefix, address in _PREFIXES.items():
        ElementTree.register_namespace(prefix, address)
    try:
        tree = ElementTree.fromstring(document)
        _arrange(tree)
        changed: bytes = ElementTree.tostring(tree, "utf-8", xml_declaration=True)
    except (ElementTree.ParseError, RecursionError) as error:
        raise UnreadableFile(code="damaged-file", detail="") from error
    return changed


def _arrange(parent: Element) -> None:
    children: list[Element] = []
    for child in parent:
        if _is_contents(child):
            continue
        _arrange(child)
        children.append(child)
        if child.tag == f"{_W}p":
            for box in list(_boxes(child)):
                children += list(box)
                box.clear()
    parent[:] = children


def _boxes(node: Element) -> Iterator[Element]:
    """The text boxes that hang on a paragraph, without what stands there for programs that know none."""
    for child in node:
        if child.tag == _BOX:
            yield child
        elif child.tag != _FALLBACK:
            yield from _boxes(child)


def _is_contents(node: Element) -> bool:
    gallery = node.find(_GALLERY) if node.tag == f"{_W}sdt" else None
    return gallery is not None and gallery.get(f"{_W}val") == "Table of Contents"
