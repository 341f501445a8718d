"""Finds the entries of a list in its text, each with its YAML node, also where the file as a whole is no YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

VERSION = "1"
# What people stumble over most, in words that say what to do.
_ADVICE = {
    "mapping values": "a colon inside text: put the text in quotes",
    "escape": "a backslash in double quotes: use single quotes",
    "hexadecimal": "a backslash in double quotes: use single quotes",
    "'\\t'": "a tab: use spaces",
    "end of stream": "a quote that is not closed",
    "stream end": "a bracket that is not closed",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong, by its line (from 0)."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of `sources`. `start` and `end` are offsets: of whole lines, in a flow list (`[…]`) of the item alone.

    `node` is None where the entry is no YAML, which its `faults` tell. Marks of nodes count lines from `first_line`.
    """

    start: int
    end: int
    line: int
    node: Node | None
    first_line: int = 0
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The entries in the order of the text, the faults outside of them, and where `sources` stands.

    `key_end` is the offset behind the line (in a flow list: behind the word) `sources:`, None where there is none.
    `flow` is the slice of a value that is no block (`[…]`, `~`), `whole` tells whether the file is YAML as a whole.
    """

    entries: tuple[Entry, ...] = ()
    faults: tuple[Fault, ...] = ()
    key_end: int | None = None
    flow: slice | None = None
    whole: bool = True


def lay_out(text: str) -> Layout:
    """Find the entries; where the file does not parse, each entry is tried by itself."""
    try:
        root, marked = _compose(text)
    except (yaml.YAMLError, RecursionError) as error:
        return _entry_by_entry(text, _fault(error, text))
    if root is None:
        return Layout()
    if not isinstance(root, MappingNode):
        return Layout(faults=(Fault(root.start_mark.line, "not a list of sources: `sources:` is missing"),))
    return _whole(text, root, marked)


class _Loader(yaml.SafeLoader):
    """Composes nodes only: nothing is constructed. Remembers where anchors and aliases stand."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.marked: list[int] = []

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        """Compose one node, noting `&anchor` and `*alias`."""
        event = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs leave the parser out
        if getattr(event, "anchor", None) is not None:
            self.marked.append(event.start_mark.line)
        return super().compose_node(parent, index)


def _compose(text: str) -> tuple[Node | None, list[int]]:
    loader = _Loader(text)
    try:
        return loader.get_single_node(), loader.marked
    finally:
        loader.dispose()


def _fault(error: yaml.YAMLError | RecursionError, text: str, first_line: int = 0) -> Fault:
    if isinstance(error, ReaderError):
        line = text.count("\n", 0, error.position)
        return Fault(first_line + line, "a character that is no text in UTF-8")
    if isinstance(error, yaml.MarkedYAMLError):
        what = error.problem or error.context or "no YAML"
        # What is missing at the end was opened further up.
        mark = error.problem_mark or error.context_mark
        if error.context_mark and mark and mark.index >= len(text.rstrip()):
            mark = error.context_mark
        advice = next((f"{said} ({what})" for sign, said in _ADVICE.items() if sign in what), what)
        return Fault(first_line + (mark.line if mark else 0), advice)
    return Fault(first_line, "too deeply nested" if isinstance(error, RecursionError) else str(error))


# -- the file is YAML ------------------------------------------------------------------------------------------------


def _whole(text: str, root: MappingNode, marked: list[int]) -> Layout:
    faults: list[Fault] = []
    entries: list[Entry] = []
    key_end: int | None = None
    flow: slice | None = None
    seen: set[str] = set()
    for key, value in root.value:
        name = key.value if isinstance(key, ScalarNode) else "?"
        if name in seen:
            faults.append(Fault(key.start_mark.line, f"{name}: stands here a second time"))
        seen.add(name)
        if name == "sources":
            key_end = _line_end(text, key.end_mark.index)
            flow = None
            if isinstance(value, SequenceNode):
                if value.flow_style:
                    key_end, flow = key.end_mark.index, slice(value.start_mark.index, value.end_mark.index)
                entries += (_entry(text, item, value.flow_style) for item in value.value)
            elif _is_null(value):
                flow = slice(value.start_mark.index, value.end_mark.index) if value.value else None
            else:
                faults.append(Fault(value.start_mark.line, "sources: must be a list"))
        elif name == "version":
            if value.value != VERSION:
                faults.append(Fault(value.start_mark.line, f"version: this program knows version {VERSION}"))
        else:
            faults.append(Fault(key.start_mark.line, f"{name}: is not known here"))
    placed, outside = _with_marks(text, entries, marked)
    return Layout(tuple(placed), (*faults, *outside), key_end, flow)


def _entry(text: str, node: Node, in_flow: bool | None) -> Entry:
    if in_flow:
        return Entry(node.start_mark.index, node.end_mark.index, node.start_mark.line, node)
    dash = text.rfind("-", 0, node.start_mark.index)
    start = text.rfind("\n", 0, dash) + 1
    # A block's end mark is where the next token begins; its last value's end is where it really ends.
    end = _line_end(text, max(start + len(text[start : _last_mark(node)].rstrip()), dash))
    return Entry(start, end, node.start_mark.line, node)


def _last_mark(node: Node) -> int:
    if isinstance(node, MappingNode) and not node.flow_style and node.value:
        return _last_mark(node.value[-1][1])
    if isinstance(node, SequenceNode) and not node.flow_style and node.value:
        return _last_mark(node.value[-1])
    return int(node.end_mark.index)


def _with_marks(text: str, entries: list[Entry], marked: list[int]) -> tuple[list[Entry], list[Fault]]:
    """Give each anchor's and alias's fault to the entry around it."""
    left = [Fault(line, "anchors (&) and aliases (*) are not allowed") for line in marked]
    placed = []
    for entry in entries:
        lines = range(text.count("\n", 0, entry.start), text.count("\n", 0, max(entry.end - 1, entry.start)) + 1)
        mine = tuple(fault for fault in left if fault.line in lines)
        left = [fault for fault in left if fault.line not in lines]
        placed.append(Entry(entry.start, entry.end, entry.line, entry.node, entry.first_line, mine))
    return placed, left


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.tag.endswith(":null")


def _line_end(text: str, offset: int) -> int:
    """Behind the end of the line that `offset` is in."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


# -- the file is no YAML ---------------------------------------------------------------------------------------------

_SOURCES_LINE = re.compile(r"(?m)^\ufeff?sources:[ \t]*(?:#.*)?\r?(?:\n|\Z)")
_DASH = re.compile(r"([ \t]*)-(?:[ \t]|\r?\n|\Z)")
# What a new entry begins with, however it is indented: the items of its own lists are paths and patterns.
_NEW_ENTRY = re.compile(r"[ \t]*-[ \t]+[\"']?(?:id|title|kind|locations?)[\"']?[ \t]*:")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def _entry_by_entry(text: str, fault: Fault) -> Layout:
    head = _SOURCES_LINE.search(text)
    if head is None:
        return Layout(faults=(fault,), whole=False)
    entries = tuple(_alone(text, start, end) for start, end in _slices(text, head.end()))
    faults = () if any(entry.faults for entry in entries) else (fault,)
    return Layout(entries, faults, head.end(), whole=False)


def _slices(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where entries begin and end, judged by dashes and indentation alone."""
    indent: str | None = None
    begun: int | None = None
    end = start
    for line in _LINE.finditer(text, start):
        words = line[0].strip()
        if not words or words.startswith("#"):
            continue
        dash = _DASH.match(line[0])
        if dash and (indent is None or len(dash[1]) <= len(indent) or _NEW_ENTRY.match(line[0])):
            if begun is not None:
                yield begun, end
            indent = dash[1] if indent is None else indent
            begun = line.start()
        elif not line[0][0].isspace() and indent is not None and re.match(r"[\w-]+:|---|\.\.\.", line[0]):
            break
        end = line.end()
    if begun is not None:
        yield begun, end


def _alone(text: str, start: int, end: int) -> Entry:
    piece, line = text[start:end], text.count("\n", 0, start)
    try:
        root, marked = _compose(piece)
    except (yaml.YAMLError, RecursionError) as error:
        return Entry(start, end, line, None, line, (_fault(error, piece, line),))
    if isinstance(root, SequenceNode) and len(root.value) == 1:
        faults = tuple(Fault(line + at, "anchors (&) and aliases (*) are not allowed") for at in marked)
        return Entry(start, end, line, root.value[0], line, faults)
    return Entry(start, end, line, None, line, (Fault(line, "not an entry of its own"),))
