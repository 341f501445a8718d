"""An export as a document of pandoc's, for the formats that pandoc writes.

Words of ours are put into it as they are. An answer stands in it as a block of code of the class `answer`, which our
filter reads as Markdown, each by itself: what one leaves open can't reach the next.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gangdan_gui.bundled import resource
from gangdan_gui.domain.errors import ExportFailed
from gangdan_gui.domain.language import detect_language
from gangdan_gui.exporting.contents import Contents, Section
from gangdan_gui.exporting.formulas import with_dollars
from gangdan_gui.exporting.source_entries import SourceEntry
from gangdan_gui.markdown_bold import with_bold
from gangdan_gui.pandoc_program import PandocFailed, run_pandoc

# The version of pandoc's own document form, which its releases keep for years.
_VERSION = [1, 23, 1]
# A conversation of a hundred long answers takes a few seconds.
_SECONDS = 90

_Node = dict[str, Any]


def write_with_pandoc(told: Contents, *options: str, top: int) -> bytes:
    """What pandoc writes with these options; `top` is the level of the questions' headings. Raises ExportFailed."""
    common = ["--from=json", "--wrap=none", f"--lua-filter={resource('pandoc', 'export.lua')}"]
    try:
        written = run_pandoc([*common, *options], json.dumps(_document(told, top)), _SECONDS)
    except PandocFailed as failure:
        raise ExportFailed(reason=failure.reason.code, detail=failure.reason.detail) from failure
    if not written:
        raise ExportFailed(reason="conversion-failed", detail="pandoc: 0")
    return written


def _document(told: Contents, top: int) -> _Node:
    blocks = [
        block
        for number, section in enumerate(told.sections, start=1)
        for block in _section(section, f"answer-{number}", top)
    ]
    words = " ".join([told.title, *(section.text[:1000] for section in told.sections)])
    language = detect_language(words) or "en"
    meta = {
        "title": _node("MetaInlines", [_text(told.title)]),
        "lang": _node("MetaString", "zh-CN" if language == "zh" else language),
    }
    return {"pandoc-api-version": _VERSION, "meta": meta, "blocks": blocks}


def _section(section: Section, name: str, top: int) -> Iterator[_Node]:
    if section.heading:
        yield _node("Header", [top, _attributes(), [_text(section.heading)]])
    if section.quoted:
        yield _node("BlockQuote", [_paragraph(_text(line)) for line in section.quoted])
    if section.byline:
        yield _styled("byline", _paragraph(_text(section.byline)))
    if section.text:
        numbers = ",".join(str(number) for entry in section.entries for number in entry.numbers)
        facts = {"name": name, "numbers": numbers, "level": str(top + 1)}
        text = with_bold(with_dollars(section.text, by_model=section.by_model))
        yield _node("CodeBlock", [_attributes("", "answer", **facts), text])
    for remark in section.remarks:
        yield _styled("remark", _paragraph(_text(remark)))
    if section.entries:
        yield _styled("sources-title", _node("Header", [top + 1, _attributes(), [_text(section.listed)]]))
        yield _styled("sources", *(_entry(entry, name) for entry in section.entries))


def _entry(entry: SourceEntry, name: str) -> _Node:
    inlines = []
    for number in entry.numbers:
        label = _node("Strong", [_text(f"[{number}]")])
        inlines += [_node("Span", [_attributes(f"{name}-{number}"), [label]]), _text(" ")]
    inlines.append(_text(entry.place))
    if entry.address:
        link = _node("Link", [_attributes(), [_text(entry.address)], [entry.address, ""]])
        inlines += [_text(" — "), link]
    inlines += [_text(f" · {fact}") for fact in entry.facts]
    return _paragraph(*inlines)


def _node(kind: str, content: object) -> _Node:
    return {"t": kind, "c": content}


def _attributes(identifier: str = "", *classes: str, **facts: str) -> list[object]:
    return [identifier, list(classes), [list(pair) for pair in facts.items()]]


def _text(words: str) -> _Node:
    return _node("Str", words)


def _paragraph(*inlines: _Node) -> _Node:
    return _node("Para", list(inlines))


def _styled(style: str, *blocks: _Node) -> _Node:
    return _node("Div", [_attributes("", style), list(blocks)])
