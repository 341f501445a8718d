"""What an entry of a list may say. Values are never guessed: text that YAML takes for something else is a fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from gangdan_gui.catalog.identifiers import valid_id
from gangdan_gui.catalog.layout import Entry, Fault
from gangdan_gui.catalog.locations import EXPECTED, good_location, good_revision, local_path
from gangdan_gui.domain.documents import OF_SOURCES, OWN, Source, SourceKind

TEXTS = ("id", "title", "kind", "revision", "language", "licence", "description", "description_zh")
LISTS = ("locations", "include", "exclude")
NUMBERS = ("size", "pages", "depth")
# A list of one may be written under the singular, without brackets.
SINGULAR = MappingProxyType({"location": "locations"})
_REQUIRED = ("id", "title", "locations")
_REQUIRED_OF_OWN = ("id", "title")
_TAG = "tag:yaml.org,2002:"
_TAKEN_FOR = MappingProxyType(
    {"bool": "true or false", "int": "a number", "float": "a number", "timestamp": "a date", "null": "nothing"}
)
# Numbers to other readers of YAML (version 1.2), who would not find the text again: a commit may look like this.
_NUMBER_ELSEWHERE = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+")
# Without the leading zeros, underscores and colons by which YAML writes other numbers than people read.
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?")


class _Reading:
    """One entry while it is read: its values, and its faults in the order of the text."""

    def __init__(self, first_line: int) -> None:
        self._first_line = first_line
        self.values: dict[str, tuple[str, ...]] = {}
        self.lines: dict[str, int] = {}
        self.faults: list[Fault] = []

    def fault(self, node: Node, what: str) -> None:
        self.faults.append(Fault(self._first_line + node.start_mark.line, what))

    def field(self, key: Node, value: Node) -> None:
        if not isinstance(key, ScalarNode):
            self.fault(key, "a field's name must be a word")
            return
        name = SINGULAR.get(key.value, key.value)
        if name in self.lines:
            self.fault(key, f"{key.value}: stands here a second time")
            return
        self.lines[name] = self._first_line + key.start_mark.line
        if name in TEXTS:
            self.values[name] = self._texts(key.value, [value])
        elif name in LISTS:
            items = value.value if isinstance(value, SequenceNode) and value.tag == f"{_TAG}seq" else [value]
            self.values[name] = self._texts(key.value, items)
        elif name in NUMBERS:
            self.values[name] = self._number(key.value, value)
        else:
            self.fault(key, f"{key.value}: is not known here")

    def _number(self, name: str, node: Node) -> tuple[str, ...]:
        plain = isinstance(node, ScalarNode) and node.tag == f"{_TAG}int" and node.style is None
        if plain and _WHOLE_NUMBER.fullmatch(node.value):
            return (node.value,)
        self.fault(node, f"{name}: must be a whole number in digits, without quotes")
        return ()

    def _texts(self, name: str, nodes: list[Node]) -> tuple[str, ...]:
        return tuple(text for node in nodes if (text := self._text(name, node)) is not None)

    def _text(self, name: str, node: Node) -> str | None:
        if not isinstance(node, ScalarNode):
            self.fault(node, f"{name}: must be text")
        elif node.tag == f"{_TAG}str" and name in TEXTS and not _is_text(node.value):
            self.fault(node, f"{name}: half of a character (\\ud800 to \\udfff) is no text")
        elif node.tag == f"{_TAG}str" and node.style is None and _NUMBER_ELSEWHERE.fullmatch(node.value):
            self.fault(node, f"{name}: “{node.value}” is a number in YAML; put text in quotes")
        elif node.tag == f"{_TAG}str":
            return str(node.value)
        elif node.tag.removeprefix(_TAG) in _TAKEN_FOR and node.style is None:
            kind = _TAKEN_FOR[node.tag.removeprefix(_TAG)]
            written = f"“{node.value}” is" if node.value else "no value is"
            self.fault(node, f"{name}: {written} {kind} in YAML; put text in quotes")
        else:
            self.fault(node, f"{name}: the tag {node.tag.replace(_TAG, '!!')} is not allowed")
        return None


def read_entry(entry: Entry) -> tuple[Source | None, str, tuple[Fault, ...]]:
    """The source, or None and why not; and the entry's id as far as it can be read, else empty."""
    reading = _Reading(entry.first_line)
    if isinstance(entry.node, MappingNode):
        for key, value in entry.node.value:
            reading.field(key, value)
        _check(reading, entry.line)
        if unknown := [fault for fault in reading.faults if fault.what.startswith("kind:")]:
            # A kind of a later version has fields of its own, and may lack ours.
            reading.faults = unknown
    elif entry.node is not None:
        reading.fault(entry.node, "an entry must have fields such as id, title and locations")
    faults = (*entry.faults, *reading.faults)
    name = _first(reading.values, "id")
    return None if faults else _source(reading.values), name, faults


def _check(reading: _Reading, line: int) -> None:
    def check(name: str, good: bool, what: str) -> None:
        if name in reading.lines and reading.values.get(name) and not good:
            reading.faults.append(Fault(reading.lines[name], f"{name}: {what}"))

    kind = _first(reading.values, "kind")
    for name in _REQUIRED_OF_OWN if kind in OWN else _REQUIRED:
        if name not in reading.lines:
            reading.faults.append(Fault(line, f"{name}: is missing"))
        elif not reading.faults and not any(value.strip() for value in reading.values[name]):
            reading.faults.append(Fault(reading.lines[name], f"{name}: is empty"))
    check("id", valid_id(_first(reading.values, "id")), "only a-z, 0-9, - and _, at most 64, no name of a device")
    check("kind", kind in OF_SOURCES, f"“{kind}” is not known to this version")
    check("language", good_language(_first(reading.values, "language")), "a code such as en or zh-CN")
    if "kind" not in reading.lines or kind in OF_SOURCES:
        known = SourceKind(kind or SourceKind.LOCAL)
        locations = reading.values.get("locations", ())
        check("locations", all(good_location(known, location) for location in locations), EXPECTED[known])
        check("revision", known is SourceKind.GITHUB, f"only a source of kind {SourceKind.GITHUB} has one")
        for name in ("pages", "depth"):
            check(name, known is SourceKind.SITE, f"only a source of kind {SourceKind.SITE} has this")
        check("revision", good_revision(_first(reading.values, "revision")), "must be a commit, a tag or a branch")


def good_language(text: str) -> bool:
    """Whether this could be the code of a language; the empty one says nothing."""
    return bool(_LANGUAGE.fullmatch(text))


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _first(values: Mapping[str, tuple[str, ...]], name: str) -> str:
    return next(iter(values.get(name, ())), "")


def _source(values: Mapping[str, tuple[str, ...]]) -> Source:
    kind = SourceKind(_first(values, "kind") or SourceKind.LOCAL)
    locations = values.get("locations", ())
    return Source(
        id=_first(values, "id"),
        title=_first(values, "title"),
        kind=kind,
        locations=tuple(map(local_path, locations)) if kind is SourceKind.LOCAL else locations,
        include=values.get("include", ()),
        exclude=values.get("exclude", ()),
        language=_first(values, "language"),
        licence=_first(values, "licence"),
        description=_first(values, "description"),
        description_zh=_first(values, "description_zh"),
        revision=_first(values, "revision"),
        size=int(_first(values, "size") or 0),
        pages=int(_first(values, "pages") or 0),
        depth=int(_first(values, "depth") or 0),
    )
