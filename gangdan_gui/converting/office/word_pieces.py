"""A Word document's body in pieces that pandoc reads one by one: as a whole, a large one takes gigabytes and minutes.

The body is gone through block by block and never held as a tree.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gangdan_gui.converting.office.word_body import PREFIXES, Linked, W, arrange, paragraph

_BLOCKS = 1_000
"""Of a piece: pandoc's time for a block grows with their number, and each call takes its own tenth of a second."""

# Pandoc goes by the prefixes that the whole part declares.
_NAMES = "".join(f' xmlns:{prefix}="{address}"' for prefix, address in PREFIXES.items()).encode()
_NOTE = re.compile(r"\[\^(\d+)\](?!\()")


def pieces(document: bytes, linked: Linked, inserted: Mapping[str, str]) -> Iterator[bytes]:
    """The main part as parts of their own, each whole; `inserted` are words to stand for pages put in, by their ids.

    Raises ElementTree.ParseError, RecursionError.
    """
    blocks: list[bytes] = []
    for block in _blocks(document):
        if len(blocks) >= _BLOCKS and not _is_in_a_list(block):
            yield _whole(blocks)
            blocks = []
        holder = Element(f"{W}body")
        holder.append(_in_place(block, inserted))
        arrange(holder, linked)
        blocks += [ElementTree.tostring(one, "utf-8") for one in holder]
    yield _whole(blocks)


def arranged(notes: bytes, linked: Linked) -> bytes:
    """A part with footnotes or endnotes. Raises as `pieces`."""
    tree = ElementTree.fromstring(notes)
    for note in tree:
        arrange(note, linked)
    made: bytes = ElementTree.tostring(tree, "utf-8", xml_declaration=True)
    return made


def joined(texts: Iterable[str]) -> str:
    """The Markdown of the pieces as one, its notes counted on from piece to piece."""
    made: list[str] = []
    before = 0
    for text in texts:
        numbers = [int(number) for number in _NOTE.findall(text)]
        made.append(_counted_on(text, before) if before else text)
        before += max(numbers, default=0)
    return "\n\n".join(text.strip("\n") for text in made)


def _counted_on(text: str, before: int) -> str:
    return _NOTE.sub(lambda found: f"[^{int(found[1]) + before}]", text)


def _blocks(document: bytes) -> Iterator[Element]:
    """The children of the body; each is emptied behind the reader."""
    path: list[Element] = []
    for event, node in ElementTree.iterparse(io.BytesIO(document), ("start", "end")):
        if event == "start":
            path.append(node)
            continue
        path.pop()
        if len(path) == 2 and path[1].tag == f"{W}body":
            yield node
            path[1].clear()


def _in_place(block: Element, inserted: Mapping[str, str]) -> Element:
    if block.tag != f"{W}altChunk":
        return block
    name = block.get("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id", "")
    return paragraph(inserted.get(name, ""))


def _is_in_a_list(block: Element) -> bool:
    return block.find(f"{W}pPr/{W}numPr") is not None


def _whole(blocks: list[bytes]) -> bytes:
    return b"<w:document%s><w:body>%s</w:body></w:document>" % (_NAMES, b"".join(blocks))
