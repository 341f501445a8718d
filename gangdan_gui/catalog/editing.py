"""Changes the text of a list: adds an entry, takes entries out. The rest of the text stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from gangdan_gui.catalog.layout import Entry, Layout
from gangdan_gui.domain.documents import Source

_HEAD = "version: 1\nsources:\n"
_INDENT = re.compile(r"[ \t]*(?=-)")


def appended(text: str, layout: Layout, source: Source) -> str:
    """`text` with an entry for `source` after the last one, in the text's own line ends and indentation."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    if layout.flow is not None and layout.entries:
        last = layout.entries[-1].end
        return f"{text[:last]}, {_in_flow(source)}{text[last:]}"
    if layout.flow is not None:
        text, at = _without_empty_value(text, layout.flow)
    elif layout.entries:
        at = layout.entries[-1].end
    elif layout.key_end is not None:
        at = layout.key_end
    else:
        head = _HEAD if not text.strip("\ufeff \t\r\n") else "sources:\n"
        text = _ended(text, line_end) + head.replace("\n", line_end)
        at = len(text)
    before = _ended(text[:at], line_end)
    return before + _in_block(source, _indent(text, layout.entries)).replace("\n", line_end) + text[at:]


def without(text: str, layout: Layout, entries: Sequence[Entry]) -> str:
    """`text` without these entries of its layout."""
    for entry in reversed(entries):
        start, end = entry.start, entry.end
        if layout.flow is not None:
            start, end = _with_comma(text, start, end)
        text = text[:start] + text[end:]
    return text


def _without_empty_value(text: str, value: slice) -> tuple[str, int]:
    """The text without the `[]` behind `sources:`, and the offset of the next line."""
    shortened = text[: value.start].rstrip(" \t") + text[value.stop :]
    end = shortened.find("\n", value.start - 1)
    return shortened, len(shortened) if end < 0 else end + 1


def _with_comma(text: str, start: int, end: int) -> tuple[int, int]:
    """The slice of an item of a flow list with the comma behind it, or before it where it is the last."""
    if behind := re.compile(r"\s*,[ \t]*").match(text, end):
        return start, behind.end()
    before = text[:start].rstrip()
    return (len(before) - 1 if before.endswith(",") else start), end


def _ended(text: str, line_end: str) -> str:
    return text if not text or text == "\ufeff" or text.endswith("\n") else text + line_end


def _indent(text: str, entries: Sequence[Entry]) -> str:
    found = _INDENT.match(text, entries[0].start) if entries else None
    # Nothing stands before a tab but a broken entry.
    return found[0] if found and "\t" not in found[0] else "  "


def _in_block(source: Source, indent: str) -> str:
    lines = [f"{name}: {_scalar(value)}" for name, value in _fields(source).items() if not isinstance(value, list)]
    for name, values in _fields(source).items():
        if isinstance(values, list):
            lines += [f"{name}:", *(f"  - {_scalar(value)}" for value in values)]
    return f"{indent}- " + f"\n{indent}  ".join(lines) + "\n"


def _in_flow(source: Source) -> str:
    def value(said: str | int | list[str]) -> str:
        return f"[{', '.join(map(_scalar, said))}]" if isinstance(said, list) else _scalar(said)

    return "{" + ", ".join(f"{name}: {value(said)}" for name, said in _fields(source).items()) + "}"


def _fields(source: Source) -> dict[str, str | int | list[str]]:
    fields: dict[str, str | int | list[str]] = {
        "id": source.id,
        "title": source.title,
        "kind": source.kind.value,
        "revision": source.revision,
        "language": source.language,
        "licence": source.licence,
        "description": source.description,
        "description_zh": source.description_zh,
        "size": source.size,
        "pages": source.pages,
        "depth": source.depth,
        "locations": list(source.locations),
        "include": list(source.include),
        "exclude": list(source.exclude),
    }
    return {name: value for name, value in fields.items() if value}


def _scalar(value: str | int) -> str:
    """Text in double quotes on one line, whatever is in it; a number as it is."""
    if isinstance(value, int):
        return str(value)
    return yaml.safe_dump(value, default_style='"', allow_unicode=True, width=float("inf")).rstrip("\n")
