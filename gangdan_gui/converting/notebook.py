"""Jupyter notebooks (formats 3 and 4) as Markdown: prose, code, and what outputs say in a few words.

The JSON is read as it is: a validating reader refuses notebooks that are perfectly legible, such as those without
metadata.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gangdan_gui.converting import html, markdown
from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.domain.errors import UnreadableFile

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_OBJECT = re.compile(r"^<.*(?:at 0x|object|Figure|Axes|\bsize\b).*>$|^<[\w.]+ at [^<>]*>$", re.DOTALL)
_ENCODED = re.compile(r"[A-Za-z0-9+/=]{200,}")
_MOST_LINES = 40
_MOST_CHARACTERS = 2_000
_LANGUAGES = {"ipython": "python", "ipython3": "python", "python3": "python", "c++": "cpp", "xeus-cling": "cpp"}
_CELL_MAGIC = {"%%bash": "bash", "%%sh": "bash", "%%html": "html", "%%javascript": "javascript", "%%js": "javascript",
               "%%latex": "latex", "%%sql": "sql", "%%R": "r", "%%perl": "perl", "%%ruby": "ruby"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notebook:
    """The texts of a notebook's cells, empty ones too, and the title its metadata give it."""

    cells: tuple[str, ...]
    title: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(cell for cell in self.cells if cell)


def to_markdown(text: str, around: Neighbours | None = None) -> Notebook:
    """Convert a notebook. Raises UnreadableFile (`broken-notebook`)."""
    content = _parsed(text)
    language = _language(content)
    cells = tuple(_joined_blocks(_cell(cell, language, around)) for cell in _cells(content))
    title = _object(content.get("metadata")).get("title")
    return Notebook(cells, title if isinstance(title, str) else "")


def _joined_blocks(blocks: list[str]) -> str:
    return "\n\n".join(block for block in blocks if block.strip())


def _parsed(text: str) -> dict[str, object]:
    try:
        content = json.loads(text, strict=False)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableFile(code="broken-notebook", detail=str(error)) from error
    if not isinstance(content, dict) or not any(key in content for key in ("cells", "worksheets")):
        raise UnreadableFile(code="broken-notebook", detail="cells")
    return content


def _cells(content: dict[str, object]) -> Iterator[dict[str, object]]:
    """The cells of format 4, or of all worksheets of format 3."""
    sheets = [content, *(sheet for sheet in _list(content.get("worksheets")) if isinstance(sheet, dict))]
    for sheet in sheets:
        yield from (cell for cell in _list(sheet.get("cells")) if isinstance(cell, dict))


def _language(content: dict[str, object]) -> str:
    metadata = _object(content.get("metadata"))
    stated = (
        _object(metadata.get("kernelspec")).get("language")
        or _object(metadata.get("language_info")).get("name")
        or metadata.get("language")
    )
    if not isinstance(stated, str) or not stated:
        return "python"
    return _LANGUAGES.get(stated.lower(), stated.lower())


def _cell(cell: dict[str, object], language: str, around: Neighbours | None) -> list[str]:
    kind = cell.get("cell_type")
    source = _joined(cell.get("source", cell.get("input", "")))
    if kind in ("markdown", "html"):
        return [markdown.clean(source, around=around).strip("\n")]
    if kind == "heading":
        level = cell.get("level")
        return [f"{'#' * (level if isinstance(level, int) and 1 <= level <= 6 else 1)} {' '.join(source.split())}"]
    if kind == "code":
        own = cell.get("language")
        code = _code(source, own if isinstance(own, str) and own != "python" else language)
        return [code, *(_output(output) for output in _list(cell.get("outputs")) if isinstance(output, dict))]
    return [_plain(source)]


def _code(source: str, language: str) -> str:
    if not source.strip():
        return ""
    magic = source.lstrip().split(None, 1)[0]
    return fenced(source.replace("\r\n", "\n"), _CELL_MAGIC.get(magic, language))


def _output(output: dict[str, object]) -> str:
    """The words of an output; pictures, data for the browser and mere addresses of objects are none."""
    kind = output.get("output_type")
    if kind == "stream":
        return _block(_joined(output.get("text")))
    if kind in ("error", "pyerr"):
        return _block(f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}")
    data = {**output, **_object(output.get("data"))}
    for key in ("text/markdown", "text/latex", "latex"):
        if words := _joined(data.get(key)):
            return _short(markdown.clean(words).strip("\n"))
    plain = _joined(data.get("text/plain", data.get("text", "")))
    if plain.strip() and not _OBJECT.match(plain.strip()):
        return _block(plain)
    page = _joined(data.get("text/html", data.get("html", "")))
    if page and not plain.strip() and "<script" not in page.lower():
        return _short(html.fragment_to_markdown(page).strip("\n"))
    return ""


def _block(text: str) -> str:
    text = _plain(text)
    return fenced(_short(text)) if text.strip() else ""


def _plain(text: str) -> str:
    """What a terminal would show in the end: no colours, and of a line written over itself only the last state."""
    text = _ANSI.sub("", text).replace("\r\n", "\n")
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return _ENCODED.sub("…", text).strip("\n")


def _short(text: str) -> str:
    """The head of a long output; a mark shows that there was more."""
    lines = _ENCODED.sub("…", text).split("\n")
    kept = "\n".join(lines[:_MOST_LINES])
    if len(lines) <= _MOST_LINES and len(kept) <= _MOST_CHARACTERS:
        return kept
    return kept[:_MOST_CHARACTERS].rstrip() + "\n…"


def _joined(value: object) -> str:
    """Text may be one string or a list of lines."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
