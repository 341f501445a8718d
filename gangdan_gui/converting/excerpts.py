"""Which lines of an included file are meant: by numbers, by marks in the text, by the name of something defined."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterable, Mapping

_TAG = re.compile(r"\b(?P<kind>tag|end)::(?P<name>[^\s\[\]:]+)\[\]")
_ANCHOR = re.compile(r"\bANCHOR(?P<end>_END)?:[ \t]*(?P<name>[\w-]+)")


def excerpt(text: str, options: Mapping[str, str]) -> list[str]:
    """The lines that the options of Sphinx's includes choose; all of them where no option does."""
    lines = text.split("\n")
    if "pyobject" in options:
        lines = _defined(text, options["pyobject"])
    if "lines" in options:
        lines = numbered(lines, options["lines"])
    lines = lines[_number(options, "start-line", 0) : _number(options, "end-line", len(lines))]
    lines = _from(lines, options.get("start-at", ""), beyond=0)
    lines = _from(lines, options.get("start-after", ""), beyond=1)
    lines = _until(lines, options.get("end-at", ""), beyond=1)
    lines = _until(lines, options.get("end-before", ""), beyond=0)
    return textwrap.dedent("\n".join(lines)).split("\n") if "dedent" in options else lines


def numbered(lines: list[str], spans: str) -> list[str]:
    """The lines of a list such as `1,3-5,8-` or `1..3;7`, counted from 1; all where it names none."""
    chosen: list[str] = []
    for span in re.split(r"[,;]", spans):
        match = re.fullmatch(r"\s*(\d*)\s*(-|\.\.)?\s*(-?\d*)\s*", span)
        if match is None or not (match[1] or match[3]):
            continue
        first = int(match[1] or 1)
        last = first if not match[2] else int(match[3]) if match[3] and int(match[3]) > 0 else len(lines)
        chosen += lines[max(first - 1, 0) : last]
    return chosen


def tagged(lines: list[str], names: Iterable[str]) -> list[str]:
    """The lines between AsciiDoc's marks of these names; without names all, in either case without the marks."""
    wanted = {name for name in names if name and name not in ("*", "**")}
    opened: list[str] = []
    kept = []
    for line in lines:
        mark = _TAG.search(line)
        if mark is None:
            kept += [line] if not wanted or wanted & set(opened) else []
        elif mark["kind"] == "tag":
            opened.append(mark["name"])
        elif mark["name"] in opened:
            opened.remove(mark["name"])
    return kept


def anchored(lines: list[str], name: str) -> list[str]:
    """The same for mdBook's marks; an empty name means all lines."""
    opened = False
    kept = []
    for line in lines:
        mark = _ANCHOR.search(line)
        if mark is None:
            kept += [line] if opened or not name else []
        elif mark["name"] == name:
            opened = not mark["end"]
    return kept


def _number(options: Mapping[str, str], name: str, usual: int) -> int:
    value = options.get(name, "")
    return int(value) if re.fullmatch(r"-?\d{1,7}", value) else usual


def _from(lines: list[str], words: str, *, beyond: int) -> list[str]:
    at = _place(lines, words)
    return lines if at is None else lines[at + beyond :]


def _until(lines: list[str], words: str, *, beyond: int) -> list[str]:
    at = _place(lines, words)
    return lines if at is None else lines[: at + beyond]


def _place(lines: list[str], words: str) -> int | None:
    return next((at for at, line in enumerate(lines) if words and words in line), None)


def _defined(text: str, name: str) -> list[str]:
    """The lines of a function, a class or a method of Python; none where it is not there."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the parser warns of odd escapes in other people's code
            body: list[ast.stmt] = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: ast.stmt | None = None
    for part in name.split("."):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found = next((node for node in body if isinstance(node, kinds) and node.name == part), None)
        if not isinstance(found, kinds):
            return []
        body = found.body
    assert isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    first = min([found.lineno, *(decorator.lineno for decorator in found.decorator_list)])
    return text.split("\n")[first - 1 : found.end_lineno]
