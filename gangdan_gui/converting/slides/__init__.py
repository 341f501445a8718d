"""PowerPoint's slides as Markdown: each under its number and title, its notes as a quotation below it.

Read by us, because pandoc leaves out of slides their notes, links, formulas and the levels of their lists.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gangdan_gui.converting.office.formulas import FORMULA, formulas_to_tex
from gangdan_gui.converting.office.old_office import as_package
from gangdan_gui.converting.office.package import stated_title, unpacked
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.converting.slides.text import A, frame_blocks, text_blocks, words
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.markdown_text import escaped, escaped_inside

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_TITLES = ("title", "ctrTitle")
# What stands on every slide, and on a page of notes beside the notes.
_FURNITURE = ("dt", "ftr", "hdr", "sldNum", "sldImg")


def to_markdown(data: bytes) -> tuple[str, str]:
    """Convert a presentation: its text, and its title. Raises UnreadableFile."""
    parts = unpacked(as_package(data, ".pptx"), "ppt/")
    try:
        deck = _Deck(parts)
        slides = [deck.slide(number, part) for number, part in enumerate(deck.order(), start=1)]
        text = deck.formulas.restore("\n\n".join(block for _, blocks in slides for block in blocks))
    except (ElementTree.ParseError, RecursionError) as error:
        raise UnreadableFile(code="damaged-file", detail="") from error
    return text, next((title for title, _ in slides if title), "") or stated_title(parts)


class _Deck:
    """One package of slides. Its `formulas` are set aside while text is cleaned, and restored by whoever joins it."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self._parts = parts
        self.formulas = Placeholders("")

    def order(self) -> list[str]:
        """The slides' parts as they are shown, which is not the order of their names."""
        main = next((name for name in self._targets("", "officeDocument").values()), "ppt/presentation.xml")
        slides = self._targets(main, "slide")
        listed = [slides.get(one.get(f"{_R}id", ""), "") for one in self._tree(main).iter(f"{_P}sldId")]
        return [part for part in listed if part in self._parts]

    def slide(self, number: int, part: str) -> tuple[str, list[str]]:
        """The title of a slide as plain words, and the slide's blocks."""
        tree = self._tree(part)
        shapes = list(_shapes(tree))
        self._set_formulas_aside(tree)
        heads = [shape for shape in shapes if _place(shape) in _TITLES]
        title = " ".join(filter(None, (words(shape) for shape in heads)))
        blocks = [f"# {number}. {escaped_inside(title)}" if title else f"# {number}"]
        links = self._links(part)
        for shape in shapes:
            if shape not in heads and _place(shape) not in _FURNITURE:
                blocks += self._blocks(shape, part, links)
        return self.formulas.restore(title), blocks + self._notes(part)

    def _blocks(self, shape: Element, part: str, links: Mapping[str, str]) -> Iterator[str]:
        if shape.tag == f"{_P}pic":
            about = shape.find(f"{_P}nvPicPr/{_P}cNvPr")
            if about is not None and about.get("descr"):
                yield escaped(about.get("descr", ""))
        elif shape.tag == f"{_P}graphicFrame":
            yield from frame_blocks(shape)
            for diagram in shape.iter(f"{_DGM}relIds"):
                target = self._targets(part, "diagramData").get(diagram.get(f"{_R}dm", ""), "")
                for body in self._tree(target).iter(f"{_DGM}t") if target in self._parts else ():
                    yield from text_blocks(body, {}, listed=False)
        else:
            text = shape.find(f"{_P}txBody")
            if text is not None:
                yield from text_blocks(text, links, listed=_place(shape) not in ("", "subTitle"))

    def _notes(self, part: str) -> list[str]:
        blocks: list[str] = []
        for target in self._targets(part, "notesSlide").values():
            if target in self._parts:
                for shape in _shapes(self._tree(target)):
                    body = shape.find(f"{_P}txBody")
                    if body is not None and _place(shape) not in _FURNITURE:
                        blocks += text_blocks(body, self._links(target), listed=False)
        lines = "\n\n".join(blocks).split("\n")
        return ["\n".join(f"> {line}".rstrip() for line in lines)] if blocks else []

    def _set_formulas_aside(self, tree: Element) -> None:
        """Put into a text run of its own, in place of each formula, what stands for it."""
        found = [(run, list(run.iter(FORMULA))) for run in tree.iter() if run.tag.endswith("/drawing/2010/main}m")]
        formulas = [formula for _, inside in found for formula in inside]
        tex = iter(formulas_to_tex(formulas) if formulas else ())
        for run, inside in found:
            made = " ".join(filter(None, (next(tex) for _ in inside)))
            run.clear()
            run.tag = f"{A}r"
            ElementTree.SubElement(run, f"{A}t").text = self.formulas.inline(made)

    def _links(self, part: str) -> dict[str, str]:
        """The addresses outside that a part leads to."""
        tree = self._relations(part)
        return {one.get("Id", ""): one.get("Target", "") for one in tree if one.get("TargetMode") == "External"}

    def _targets(self, part: str, kind: str) -> dict[str, str]:
        folder = posixpath.dirname(part)
        return {
            one.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/")
            for one in self._relations(part)
            if one.get("Type", "").endswith(f"/{kind}") and one.get("TargetMode") != "External"
        }

    def _relations(self, part: str) -> Element:
        folder, name = posixpath.split(part)
        return self._tree(posixpath.join(folder, "_rels", f"{name}.rels"))

    def _tree(self, part: str) -> Element:
        content = self._parts.get(part)
        return ElementTree.fromstring(content) if content is not None else Element("nothing")


def _shapes(node: Element) -> Iterator[Element]:
    """Shapes, pictures, tables and diagrams in their order, those in groups too; of alternatives the first."""
    for child in node:
        if child.tag in (f"{_P}sp", f"{_P}pic", f"{_P}graphicFrame"):
            yield child
        elif child.tag == f"{_MC}AlternateContent":
            yield from _shapes(child[0] if len(child) else child)
        elif child.tag in (f"{_P}cSld", f"{_P}spTree", f"{_P}grpSp"):
            yield from _shapes(child)


def _place(shape: Element) -> str:
    """What the layout keeps the shape for; empty for a shape that its writer put there."""
    place = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return "" if place is None else place.get("type", "body")
