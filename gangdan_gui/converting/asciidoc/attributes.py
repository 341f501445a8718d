"""The line in brackets that says what the block below it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_LINE = re.compile(r"^\[(?:\[(?P<id>[^\[\]]+)\]|(?P<list>[^\s\[\]\"'][^\n]*|\"[^\n]*|))\]$")
_PART = re.compile(
    r"""\s*(?:(?P<name>[\w-]+)\s*=\s*)?(?:"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>[^']*)'|(?P<bare>[^,]*))\s*(?:,|$)"""
)


@dataclass(slots=True)
class Attributes:
    """What is known of the next block. `style` is the first word, `places` are all that stand without a name."""

    style: str = ""
    title: str = ""
    options: str = ""
    ids: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)

    def take(self, line: str) -> bool:
        """Read a line if it is one of attributes."""
        found = _LINE.match(line)
        if not found:
            return False
        if found["id"]:
            self.ids.append(found["id"].partition(",")[0])
            return True
        places: list[str] = []
        for part in _PART.finditer(found["list"]):
            value = part["double"] or part["single"] or part["bare"] or ""
            if part["name"]:
                self.named[part["name"]] = value
            else:
                places.append(value.strip())
        first = places[0] if places else ""
        self.ids += re.findall(r"#([\w-]+)", first)
        self.options += "," + ",".join(re.findall(r"%([\w-]+)", first))
        self.style = re.split(r"[#.%]", first)[0] or self.style
        self.places = places or self.places
        return True

    def place(self, number: int) -> str:
        return self.places[number] if len(self.places) > number else ""
