"""Small documents of Office made by code: pandoc writes them from Markdown, the rest is put into their parts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from gangdan_gui.pandoc_program import run_pandoc

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def made(form: str, markdown: str, *options: str) -> bytes:
    """What pandoc writes."""
    return run_pandoc(("--from=markdown", f"--to={form}", "--output=-", *options), markdown)


def parts_of(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def pack(parts: Mapping[str, bytes | str]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return whole.getvalue()


def edited(package: bytes, part: str, edit: Callable[[str], str]) -> bytes:
    parts = parts_of(package)
    parts[part] = edit(parts[part].decode("utf-8")).encode("utf-8")
    return pack(parts)


def docx_of(body: str) -> bytes:
    """A Word document whose body is this XML."""
    return edited(
        made("docx", "x"),
        "word/document.xml",
        lambda xml: xml[: xml.index("<w:body>") + 8] + body + xml[xml.index("</w:body>") :],
    )


def xlsx_of(sheets: Mapping[str, str]) -> bytes:
    """A workbook of these sheets, each given as the XML of its rows."""
    numbers = range(1, len(sheets) + 1)
    names = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>'
        for number, name in zip(numbers, sheets, strict=True)
    )
    links = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    return pack(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>',
            **{
                f"xl/worksheets/sheet{number}.xml": _sheet(rows)
                for number, rows in zip(numbers, sheets.values(), strict=True)
            },
        }
    )


def cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def _sheet(rows: str) -> str:
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
