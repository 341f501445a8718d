"""Walks through the lines of reStructuredText, hands directives over, and keeps every kind of literal text aside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.converting.literal_language import literal_language
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.converting.rst.directive import Directive, Surroundings, kept_code
from gangdan_gui.converting.rst.directives import replace
from gangdan_gui.converting.rst.names import TEXT_FIRST

_DIRECTIVE = re.compile(r"^(?P<before>[ ]*(?:(?:[-*+•]|\d+[.)]|\#\.)[ ]+)*)\.\.[ ]+(?P<name>[\w+.-]+(?::[\w+.-]+)*)[ ]?::(?:[ ]+(?P<argument>.*))?$")  # fmt: skip  # noqa: E501
_OPTION = re.compile(r"^:(?P<key>[\w.-]+):(?:[ ]+(?P<value>.*))?$")
_MARKERS = re.compile(r"^[ ]*(?:(?:[-*+•]|\d+[.)]|#\.|\([\da-z]+\)|[a-z][.)])[ ]+)*")
_DOCTEST = re.compile(r"^[ ]*>>>(?:[ ]|$)")
_GRID = re.compile(r"^[ ]*\+[-=+]{3,}\+[ ]*$")
_TEMPLATE = re.compile(r"^\s*\{\{.*\}\}\s*$")
_HAN = re.compile("[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
# Roles, literals and emphasis, from the left: what closes one does not open the next.
_MARKED = re.compile(
    r"(?::[\w:+.-]+:)?(?P<ticks>`+)[^`]+(?P=ticks)_{0,2}"
    r"|(?<!\*)(?P<stars>\*{1,2})(?=[^\s*])[^*]*[^\s*](?P=stars)(?!\*)"
)
_STYLE = re.compile(r"^:(?:class|name|collapsible|open|nosearch):(?:[ ]|$)")


class Rewriter:
    """Turns the lines of a document, or of a directive's body, into lines that pandoc reads right."""

    def __init__(self, kept: Placeholders, neighbours: Neighbours) -> None:
        self._around = Surroundings(kept, self.rewrite, neighbours)

    def rewrite(self, lines: Sequence[str]) -> list[str]:
        """The same words without directives and literal text; the latter are placeholders."""
        result: list[str] = []
        at = 0
        while at < len(lines):
            at = self._step(lines, at, result)
        return result

    def _step(self, lines: Sequence[str], at: int, result: list[str]) -> int:
        line = lines[at]
        if ".." in line and (match := _DIRECTIVE.match(line)):
            return self._directive(lines, at, match, result)
        if _GRID.match(line):
            return _copy_paragraph(lines, at, result)
        if _DOCTEST.match(line):
            return self._doctest(lines, at, result)
        if line.rstrip().endswith("::") and _blank(lines, at + 1):
            return self._literal(lines, at, result)
        if not _TEMPLATE.match(line):
            result.append(_with_room(line))
        return at + 1

    def _directive(self, lines: Sequence[str], at: int, match: re.Match[str], result: list[str]) -> int:
        before = match["before"]
        end = _block_end(lines, at + 1, len(before))
        directive = _parsed(match["name"], match["argument"] or "", lines[at + 1 : end])
        made = _trimmed(replace(directive, self._around))
        indent = " " * len(before)
        if not made:
            if before.strip():
                result.append(before.rstrip())
            return end
        first = before if before.strip() else indent
        result += [*([] if before.strip() else _apart(result, len(before))), first + made[0]]
        result += [indent + line if line else "" for line in made[1:]]
        result.append("")
        return end

    def _literal(self, lines: Sequence[str], at: int, result: list[str]) -> int:
        line = lines[at].rstrip()
        marks = _MARKERS.match(line)
        column = marks.end() if marks else 0
        start = _skip_blank(lines, at + 1)
        if start >= len(lines) or _indent(lines[start]) <= column:
            result.append(lines[at])
            return at + 1
        end = _block_end(lines, start, column)
        text = line[:-2].rstrip()
        if text.strip() and text != line[:column].rstrip():
            result.append(text if line[:-2] != text else text + ":")
        elif text.strip():
            result.append(text)
        code = _dedented(lines[start:end])
        language = "pycon" if code[0].startswith(">>>") else self._around.language or literal_language(code)
        result += ["", *(" " * column + made for made in kept_code(code, language, self._around)), ""]
        return end

    def _doctest(self, lines: Sequence[str], at: int, result: list[str]) -> int:
        """A session runs to the next blank line; sessions that follow one another are one block of code."""
        indent = _indent(lines[at])
        end = at
        while True:
            while end < len(lines) and lines[end].strip():
                end += 1
            after = _skip_blank(lines, end)
            if after >= len(lines) or not _DOCTEST.match(lines[after]) or _indent(lines[after]) != indent:
                break
            end = after
        made = kept_code([line[indent:] for line in lines[at:end]], "pycon", self._around)
        result += [*_apart(result, indent), *(" " * indent + line for line in made), ""]
        return end


def _parsed(name: str, argument: str, block: Sequence[str]) -> Directive:
    name, lines = name.lower(), _dedented(block)
    if name in TEXT_FIRST:
        return _text_first(name, argument.strip(), lines)
    arguments = [argument.strip()] if argument.strip() else []
    at = 0
    while at < len(lines) and lines[at].strip() and not _OPTION.match(lines[at]) and arguments:
        arguments.append(lines[at].strip())
        at += 1
    options: dict[str, str] = {}
    last = ""
    while at < len(lines) and lines[at].strip():
        option = _OPTION.match(lines[at])
        if option:
            last = option["key"].lower()
            options[last] = (option["value"] or "").strip()
        elif last and lines[at].startswith(" "):
            options[last] = f"{options[last]} {lines[at].strip()}".strip()
        else:
            break
        at += 1
    return Directive(name, tuple(arguments), options, tuple(_trimmed(_dedented(lines[at:]))))


def _text_first(name: str, argument: str, lines: Sequence[str]) -> Directive:
    """A directive whose text may begin on its own line: what follows is that text's, as it stands."""
    at = 0
    while at < len(lines) and _STYLE.match(lines[at]):
        at += 1
    body = [*([argument] if argument else []), *lines[at:]]
    return Directive(name, (), {}, tuple(_trimmed(body)))


def _apart(result: Sequence[str], column: int) -> list[str]:
    """A blank line before a block, unless the line before it is the term that the block defines."""
    return [] if result and result[-1].strip() and _indent(result[-1]) < column else [""]


def _with_room(line: str) -> str:
    """Inline markup right beside a Chinese character is not recognised; an escaped blank between them shows nothing.

    Lines of tables, whose columns would shift, have wide gaps.
    """
    if "  " in line.strip() or not _HAN.search(line):
        return line
    return _MARKED.sub(_set_apart, line)


def _set_apart(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    left = "\\ " if _HAN.match(before) else ""
    right = "\\ " if _HAN.match(after) else ""
    return f"{left}{match[0]}{right}"


def _copy_paragraph(lines: Sequence[str], at: int, result: list[str]) -> int:
    while at < len(lines) and lines[at].strip():
        result.append(lines[at])
        at += 1
    return at


def _block_end(lines: Sequence[str], start: int, column: int) -> int:
    """The end of the lines that are indented deeper than `column`, without the blank ones behind them."""
    end = at = start
    while at < len(lines):
        if lines[at].strip():
            if _indent(lines[at]) <= column:
                break
            end = at + 1
        at += 1
    return end


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((_indent(line) for line in lines if line.strip()), default=0)
    return [line[margin:] if line.strip() else "" for line in lines]


def _trimmed(lines: Sequence[str]) -> list[str]:
    result = list(lines)
    while result and not result[0].strip():
        result.pop(0)
    while result and not result[-1].strip():
        result.pop()
    return result


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _blank(lines: Sequence[str], at: int) -> bool:
    return at >= len(lines) or not lines[at].strip()


def _skip_blank(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at
