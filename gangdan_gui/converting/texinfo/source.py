"""The first pass over Texinfo: comments, conditionals, variables and macros are resolved, menus and settings go.

Of the texts for single kinds of output the one for a plain reader is taken, as Info shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_BLOCK = re.compile(r"^\s*@(?P<name>[a-z]+)\b[ \t]*(?P<rest>.*)$")
_COMMENT = re.compile(r"(?<!@)((?:@@)*)@(?:c|comment)(?:[ \t{@].*|$)")
_VALUE = re.compile(r"@value\{([^{}\n]*)\}")
_MACRO = re.compile(r"^(?P<name>[\w-]+)[ \t]*(?:\{(?P<names>[^{}]*)\})?")
_CALL = re.compile(r"@(?P<name>[A-Za-z][\w-]*)")
_UNSEEN = frozenset([
    "ignore", "menu", "detailmenu", "direntry", "documentdescription", "titlepage", "tex", "html", "xml", "docbook",
    "latex", "iftex", "ifhtml", "ifxml", "ifdocbook", "iflatex", "ifnotinfo", "ifnotplaintext", "docbookonly",
])  # fmt: skip
_CHOSEN = frozenset([
    "ifinfo", "ifplaintext", "ifnottex", "ifnothtml", "ifnotxml", "ifnotdocbook", "ifnotlatex", "ifset", "ifclear",
    "ifcommanddefined", "ifcommandnotdefined",
])  # fmt: skip
# Nothing inside these is read.
_OPAQUE = frozenset(["verbatim", "tex", "html"])
_MACROS = frozenset(["macro", "rmacro", "linemacro"])
# Macros may call each other: so much text at most comes of them, for a file that means harm.
_MOST_EXPANDED = 500_000
_DEEPEST = 20


class Source:
    """Reads one file's lines in order, and remembers what they define."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._macros: dict[str, tuple[list[str], str]] = {}
        self._aliases: dict[str, str] = {}
        self._copying: list[str] = []
        self._expanded = 0

    def lines(self, text: str) -> list[str]:
        """The lines that a reader would see."""
        return self._read(re.split(r"^@bye\b", text, maxsplit=1, flags=re.MULTILINE)[0].split("\n"), 0)

    def _read(self, given: list[str], depth: int) -> list[str]:
        result: list[str] = []
        ends, at = _Ends(given), 0
        while at < len(given):
            line = given[at]
            block = _BLOCK.match(line)
            name = block["name"] if block else ""
            at += 1
            if name == "verbatim":
                end = ends.of(name, at - 1)
                result += given[at - 1 : end + 1]
                at = end + 1
            elif block and (
                name in _UNSEEN or name in _MACROS or name == "copying" or self._unmet(name, block["rest"])
            ):
                end = ends.of(name, at - 1)
                self._keep(name, block["rest"], given[at:end])
                at = end + 1
            elif block and self._settles(name, block["rest"]):
                continue
            elif name == "insertcopying":
                result += self._copying
            elif (bare := _COMMENT.sub(r"\1", line)) or not line:
                result += self._resolved(bare, depth)
        return result

    def _unmet(self, name: str, rest: str) -> bool:
        word = rest.split()[0] if rest.split() else ""
        if name in ("ifset", "ifclear"):
            return (word in self._values) != (name == "ifset")
        return name == "ifcommanddefined" and word not in self._macros

    def _keep(self, name: str, rest: str, body: list[str]) -> None:
        if name == "copying":
            self._copying = self._read(body, 0)
        elif name in _MACROS and (head := _MACRO.match(rest)):
            names = [part.strip() for part in (head["names"] or "").split(",") if part.strip()]
            self._macros[head["name"]] = (names, "\n".join(_COMMENT.sub(r"\1", line) for line in body))

    def _settles(self, name: str, rest: str) -> bool:
        """Whether the line only defines something, or opens or closes what is always read."""
        word, _, value = rest.strip().partition(" ")
        if name == "set":
            self._values[word] = self._with_values(_COMMENT.sub("", value).strip())
        elif name in ("clear", "unmacro"):
            (self._values if name == "clear" else self._macros).pop(word, None)
        elif name == "alias":
            new, _, old = rest.partition("=")
            self._aliases[new.strip()] = old.split()[0] if old.split() else ""
        else:
            return name in _CHOSEN or (name == "end" and word in _CHOSEN | _UNSEEN | _MACROS | {"copying"})
        return True

    def _resolved(self, line: str, depth: int) -> list[str]:
        line = self._with_values(line)
        if not (self._macros or self._aliases) or "@" not in line or depth > _DEEPEST:
            return [line]
        made = self._called(line)
        return [line] if made == line else self._read(made.split("\n"), depth + 1)

    def _with_values(self, line: str) -> str:
        return _VALUE.sub(lambda found: self._spent(self._values.get(found[1].strip(), "")), line)

    def _spent(self, text: str) -> str:
        self._expanded += len(text)
        return text if self._expanded <= _MOST_EXPANDED else ""

    def _called(self, line: str) -> str:
        result, at = [], 0
        for call in _CALL.finditer(line):
            name = call["name"]
            if call.start() < at or (call.start() and line[call.start() - 1] == "@"):
                continue
            if name in self._aliases:
                result += [line[at : call.start()], "@" + self._aliases[name]]
                at = call.end()
            elif name in self._macros:
                result.append(line[at : call.start()])
                body, at = self._expansion(name, line, call.end())
                result.append(body)
        return "".join([*result, line[at:]])

    def _expansion(self, name: str, line: str, at: int) -> tuple[str, int]:
        names, body = self._macros[name]
        end, arguments = at, ""
        if line[at : at + 1] == "{":
            end = _closing(line, at)
            arguments, end = line[at + 1 : end], end + 1
        elif len(names) == 1:
            arguments, end = line[at:].strip(), len(line)
        values = [arguments.strip()] if len(names) <= 1 else _parted(arguments)
        given = dict(zip(names, [*values, *[""] * len(names)], strict=False))
        body = re.sub(r"\\([\w-]*)\\", lambda found: given.get(found[1], "") if found[1] else "\\", body)
        return self._spent(body), end


class _Ends:
    """Where the blocks of a text end. Looked up once a name, however many of them are never closed."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._found: dict[str, dict[int, int]] = {}

    def of(self, name: str, opened: int) -> int:
        """The line of the `@end` of a block; one that is never ended is its first line alone."""
        if name not in self._found:
            self._found[name] = self._pairs(name)
        return self._found[name].get(opened, opened)

    def _pairs(self, name: str) -> dict[int, int]:
        opening, closing = re.compile(rf"^\s*@{name}\b"), re.compile(rf"^\s*@end[ \t]+{name}\b")
        pairs: dict[int, int] = {}
        waiting: list[int] = []
        for at, line in enumerate(self._lines):
            if closing.match(line) and waiting:
                pairs[waiting[0 if name in _OPAQUE else -1]] = at
                del waiting[0 if name in _OPAQUE else -1 :]
            elif opening.match(line):
                waiting.append(at)
        return pairs


def _closing(line: str, at: int) -> int:
    depth = 0
    for place in range(at, len(line)):
        if line[place] in "{}" and line[place - 1] not in "@\\":
            depth += 1 if line[place] == "{" else -1
            if not depth:
                return place
    return len(line)


def _parted(arguments: str) -> Iterable[str]:
    return [part.strip().replace("\\,", ",") for part in re.split(r"(?<!\\),", arguments)]
