"""Office's formulas as TeX: pandoc reads them from a Word document that holds nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gangdan_gui.converting.office.package import packed
from gangdan_gui.converting.pandoc import package_to_markdown

_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
FORMULA = f"{{{_M}}}oMath"
# Pandoc knows them by these prefixes.
ElementTree.register_namespace("m", _M)
ElementTree.register_namespace("w", _W)
_TYPES = (
    b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    b'<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType='
    b'"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type='
    b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
    b"</Relationships>"
)
_NUMBERED = re.compile(r"^formula(\d+) (.*)$", re.MULTILINE)


def formulas_to_tex(formulas: Sequence[Element]) -> list[str]:
    """Each formula between dollar signs; empty where there is nothing in it. Raises UnreadableFile."""
    document = Element(f"{{{_W}}}document")
    body = ElementTree.SubElement(document, f"{{{_W}}}body")
    for number, formula in enumerate(formulas):
        paragraph = ElementTree.SubElement(body, f"{{{_W}}}p")
        run = ElementTree.SubElement(paragraph, f"{{{_W}}}r")
        ElementTree.SubElement(run, f"{{{_W}}}t", {"xml:space": "preserve"}).text = f"formula{number} "
        paragraph.append(formula)
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "word/document.xml": ElementTree.tostring(document, "utf-8", xml_declaration=True),
    }
    made = dict(_NUMBERED.findall(package_to_markdown(packed(parts), "docx")))
    return [made.get(str(number), "").strip() for number in range(len(formulas))]
