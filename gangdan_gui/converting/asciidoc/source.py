"""The first pass over AsciiDoc: comments, conditionals and includes go, attributes are put in where they are named.

Both sides of a condition are kept, since no one knows how the document would be built; only the attributes that it
sets are those of a plain reader, for whom no attribute is defined beforehand.
"""

from __future__ import annotations

import re

_ENTRY = re.compile(r"^:(?P<off>!?)(?P<name>\w[\w-]*)(?P<off_after>!?):(?:[ \t]+(?P<value>.*))?$")
_CONDITION = re.compile(r"^(?P<kind>ifdef|ifndef|ifeval)::(?P<names>[^\[\s]*)\[(?P<text>.*)\]\s*$")
_ENDIF = re.compile(r"^endif::[^\[\s]*\[.*\]\s*$")
_INCLUDE = re.compile(r"^include::[^\[\n]*\[.*\]\s*$")
_COMMENT_FENCE = re.compile(r"^/{4,}\s*$")
_FENCE = re.compile(r"^(?:-{4,}|\.{4,}|\+{4,}|`{3,}\w*)\s*$")
_ATTRIBUTES = re.compile(r"^\[[^\[\]]*\bsubs=[^\[\]]*(?:attributes|normal)[^\[\]]*\]\s*$")
_REFERENCE = re.compile(r"(\\?)\{(?P<name>\w[\w-]*)\}")
_ACTION = re.compile(r"(?<!\\)\{(?:set|counter2):[^{}]*\}")
_COUNTER = re.compile(r"(?<!\\)\{counter:(?P<name>[\w-]+)(?::(?P<start>\w+))?\}")
_SIGNS = {
    "nbsp": " ", "sp": " ", "empty": "", "blank": "", "amp": "&", "lt": "<", "gt": ">", "plus": "+", "apos": "'",
    "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "two-colons": "::", "two-semicolons": ";;",
    "vbar": "|", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": "\\",
    "backtick": "`", "zwsp": "", "wj": "", "cpp": "C++", "cxx": "C++", "pp": "++", "deg": "°", "brvbar": "¦",
}  # fmt: skip
# Attributes may hold one another: so much text at most comes of them, for a file that means harm.
_MOST_EXPANDED = 2_000_000
_LONGEST_VALUE = 20_000


class Source:
    """Reads one file's lines in order. `attributes` are those that it has defined so far."""

    def __init__(self) -> None:
        self.attributes: dict[str, str] = {}
        self._met: list[bool] = []
        self._fence = ""
        self._substitutes = False
        self._expanded = 0

    def lines(self, text: str) -> list[str]:
        """The lines that a reader would see."""
        given = text.split("\n")
        result: list[str] = []
        at = 0
        while at < len(given):
            line = given[at].rstrip()
            at += 1
            if not self._fence and _COMMENT_FENCE.match(line):
                while at < len(given) and given[at].rstrip() != line:
                    at += 1
                at += 1
                continue
            while not self._fence and re.match(r":!?\w[\w-]*!?:.* [\\+]$", line) and at < len(given):
                line = f"{line[:-2].rstrip()} {given[at].strip()}"
                at += 1
            apart = line.startswith("//") and not self._fence and bool(result) and not result[-1]
            # A comment of its own parts two lists, as an empty line of attributes does.
            result += ["[]"] if apart else self._line(line)
        return result

    def _line(self, line: str) -> list[str]:
        if condition := _CONDITION.match(line):
            return self._condition(condition)
        if _ENDIF.match(line):
            del self._met[-1:]
            return []
        if _INCLUDE.match(line):
            return []
        if self._fence:
            self._fence = "" if line == self._fence else self._fence
            return [self.resolved(line) if self._substitutes and self._fence else _unescaped_directive(line)]
        if (entry := _ENTRY.match(line)) is not None:
            self._define(entry)
            return []
        if line.startswith("//") and not line.startswith("///"):
            return []
        if _FENCE.match(line):
            self._fence = re.sub(r"^(`{3,})\w*", r"\1", line)
            return [line]
        if line:
            self._substitutes = bool(_ATTRIBUTES.match(line))
        return [self.resolved(_unescaped_directive(line))]

    def _condition(self, condition: re.Match[str]) -> list[str]:
        names = re.split(r"[,+]", condition["names"])
        found = [name in self.attributes for name in names]
        met = all(found) if "+" in condition["names"] else any(found)
        met = condition["kind"] != "ifeval" and met != (condition["kind"] == "ifndef")
        text = condition["text"]
        if not text or condition["kind"] == "ifeval":
            self._met.append(met)
            return []
        self._met.append(met)
        made = self._line(text)
        self._met.pop()
        return made

    def _define(self, entry: re.Match[str]) -> None:
        if not all(self._met):
            return
        if entry["off"] or entry["off_after"]:
            self.attributes.pop(entry["name"].lower(), None)
        else:
            self.attributes[entry["name"].lower()] = self.resolved(entry["value"] or "")[:_LONGEST_VALUE]

    def resolved(self, line: str) -> str:
        """A line with the attributes that are known; the others stay as they are written."""
        if "{" not in line:
            return line
        line = _COUNTER.sub(self._counted, _ACTION.sub("", line))
        return _REFERENCE.sub(self._value, line)

    def _value(self, found: re.Match[str]) -> str:
        name = found["name"].lower()
        if found[1]:
            return f"{{{found['name']}}}" if name in self.attributes or name in _SIGNS else found[0]
        value = self.attributes.get(name, _SIGNS.get(name))
        if value is None:
            return found[0]
        self._expanded += len(value)
        return value if self._expanded <= _MOST_EXPANDED else ""

    def _counted(self, found: re.Match[str]) -> str:
        last = self.attributes.get(found["name"])
        value = str(int(last) + 1) if last and last.isdecimal() and len(last) < 9 else found["start"] or "1"
        self.attributes[found["name"]] = value
        return value


def _unescaped_directive(line: str) -> str:
    return line[1:] if re.match(r"\\(?:include|ifdef|ifndef|ifeval|endif)::", line) else line
