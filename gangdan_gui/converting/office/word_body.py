"""What pandoc does not see in a Word document is put where it sees it, and what a reader does not see is taken out.

Text boxes, WordArt and the words of diagrams become paragraphs after their own. The contents that Word makes of the
headings go: each line of them would be found in place of its chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_V = "{urn:schemas-microsoft-com:vml}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_GALLERY = f"{W}sdtPr/{W}docPartObj/{W}docPartGallery"
_GONE = frozenset({f"{W}del", f"{W}moveFrom"})
# What only stands around words; pandoc passes over the words too, or over what is nested in it.
_AROUND = frozenset(
    f"{W}{name}" for name in ("ins", "moveTo", "customXml", "smartTag", "fldSimple", "bdo", "dir")
) | {f"{_MC}Choice"}  # fmt: skip
_SETTINGS = frozenset(
    f"{W}{name}"
    for name in ("rPr", "pPr", "tblPr", "trPr", "tcPr", "tblGrid", "sectPr", "sdtPr", "customXmlPr", "smartTagPr")
)
_OFF = ("0", "false", "off")
# The prefixes by which pandoc knows them.
PREFIXES = {
    "w": W[1:-1],
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "r": _R[1:-1],
    "mc": _MC[1:-1],
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "v": _V[1:-1],
    "o": "urn:schemas-microsoft-com:office:office",
}
for _prefix, _address in PREFIXES.items():
    ElementTree.register_namespace(_prefix, _address)

Linked = Mapping[str, tuple[str, ...]]
"""The lines of words in the diagrams and charts of a document, by the ids that it names them by."""


def arrange(parent: Element, linked: Linked) -> None:
    """Change what is inside an element. Raises RecursionError for what is nested without end."""
    parent[:] = list(_arranged(parent, linked))


def paragraph(words: str) -> Element:
    """A paragraph of plain words."""
    made = Element(f"{W}p")
    _add_run(made, words)
    return made


def _arranged(parent: Element, linked: Linked) -> Iterator[Element]:
    for child in parent:
        if child.tag in _SETTINGS:
            yield child
        elif child.tag in _AROUND:
            yield from _arranged(child, linked)
        elif child.tag == f"{_MC}AlternateContent":
            yield from _arranged(Element("x") if child.find(f"{_MC}Choice") is None else _first(child), linked)
        elif not _is_unseen(child):
            arrange(child, linked)
            yield from _opened(child, linked)


def _first(alternatives: Element) -> Element:
    """The content for newer programs; the other one is a picture of it or the same."""
    only = Element("x")
    only.append(alternatives[0])
    return only


def _is_unseen(node: Element) -> bool:
    if node.tag in _GONE:
        return True
    if node.tag == f"{W}r":
        return _is_on(node.find(f"{W}rPr/{W}vanish"))
    if node.tag == f"{W}tr":
        return node.find(f"{W}trPr/{W}del") is not None
    gallery = node.find(_GALLERY) if node.tag == f"{W}sdt" else None
    return gallery is not None and gallery.get(f"{W}val") == "Table of Contents"


def _is_on(switch: Element | None) -> bool:
    return switch is not None and switch.get(f"{W}val", "1") not in _OFF


def _opened(node: Element, linked: Linked) -> Iterator[Element]:
    """An element, and what it hides as elements after it."""
    if node.tag == f"{W}r":
        yield from _run(node)
    elif node.tag == f"{W}p":
        _say_readings(node)
        yield node
        for block in _hung(node, linked):
            yield from list(block)
            block.clear()
    else:
        yield node


def _run(run: Element) -> Iterator[Element]:
    for place in run.iter(f"{W}ptab"):
        place.tag = f"{W}tab"
    if chosen := _chosen(run):
        holder = Element("x")
        _add_run(holder, chosen)
        yield from holder  # before the field, inside of which pandoc reads no words
    yield run


def _chosen(run: Element) -> str:
    """What is chosen in a field of a form."""
    listed = run.find(f"{W}fldChar/{W}ffData/{W}ddList")
    if listed is not None:
        entries = [entry.get(f"{W}val", "") for entry in listed.findall(f"{W}listEntry")]
        result = listed.find(f"{W}result")
        number = result.get(f"{W}val", "0") if result is not None else "0"
        return entries[int(number)] if number.isdecimal() and int(number) < len(entries) else ""
    box = run.find(f"{W}fldChar/{W}ffData/{W}checkBox")
    if box is None:
        return ""
    state = box.find(f"{W}checked")
    return "☒" if _is_on(state if state is not None else box.find(f"{W}default")) else "☐"


def _say_readings(node: Element) -> None:
    """Readings stand above words letter by letter; after the paragraph they do not part the words."""
    readings: list[str] = []
    for run in list(node.iter(f"{W}r")):
        ruby = run.find(f"{W}ruby")
        if ruby is None:
            continue
        readings.append("".join(text.text or "" for text in ruby.iterfind(f"{W}rt//{W}t")))
        SubElement(run, f"{W}t").text = "".join(text.text or "" for text in ruby.iterfind(f"{W}rubyBase//{W}t"))
        run.remove(ruby)
    if said := " ".join(filter(None, readings)):
        _add_run(node, f" ({said})")


def _add_run(node: Element, words: str) -> None:
    text = SubElement(SubElement(node, f"{W}r"), f"{W}t", {"xml:space": "preserve"})
    text.text = words


def _hung(node: Element, linked: Linked) -> Iterator[Element]:
    """What hangs on a paragraph, each as an element with its own paragraphs."""
    for child in node:
        if child.tag == f"{W}txbxContent":
            yield child
        elif child.tag == f"{_V}textpath":
            yield _of_lines([child.get("string", "")])
        elif child.tag in (_DIAGRAM, _CHART):
            yield _of_lines(linked.get(child.get(f"{_R}dm", child.get(f"{_R}id", "")), ()))
        elif child.tag != f"{_MC}Fallback":
            yield from _hung(child, linked)


def _of_lines(lines: Iterator[str] | list[str] | tuple[str, ...]) -> Element:
    block = Element("x")
    block.extend(paragraph(line) for line in lines if line.strip())
    return block
