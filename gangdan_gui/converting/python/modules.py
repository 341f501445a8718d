"""Takes a Python module apart: what it defines under headings, docstrings as text, and every line of code once."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from gangdan_gui.converting.code_fences import fenced, inline_code
from gangdan_gui.converting.plain_text import to_markdown as escaped
from gangdan_gui.converting.python import docstrings

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_LONGEST_SIGNATURE = 90
_DEEPEST_HEADING = 6
_COMMENT = re.compile(r"#(?![!:])[ \t]?(?P<words>.*)$")
_LIKE_CODE = re.compile(
    r"^[\w.\[\]]+\s*(?:=|\+=)\s*\S|^(?:import|from|def|class|if|for|return|print)\b.*[:)\w]$|[({\[]$"
)
_LEAST_LINES = 2


@dataclass(slots=True)
class _Found:
    """By line from 0: headings, and docstrings with the line after them."""

    headings: dict[int, str] = field(default_factory=dict)
    docstrings: dict[int, tuple[int, str]] = field(default_factory=dict)


def blocks(code: str, module: ast.Module) -> Iterator[str]:
    """The Markdown of a module whose own docstring is not in `code`, of which `module` is the tree."""
    lines = code.split("\n")
    found = _Found()
    for node in module.body:
        if isinstance(node, _DEFINITIONS):
            _look(node, "", 2, lines, found)
    starts = [0, *sorted(found.headings), len(lines)]
    for start, end in pairwise(starts):
        if start in found.headings:
            yield found.headings[start]
        yield from _section(lines, start, end, found)


def _look(node: _Definition, owner: str, level: int, lines: list[str], found: _Found) -> None:
    start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
    if lines[start][: node.col_offset].strip():
        return  # it shares its line with something else
    while start and lines[start - 1].startswith(f"{' ' * node.col_offset}#"):
        start -= 1
    name = f"{owner}{node.name}"
    found.headings[start] = f"{'#' * min(level, _DEEPEST_HEADING)} {inline_code(_signature(node, name, bool(owner)))}"
    _keep_docstring(node, lines, found)
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            if isinstance(inner, _DEFINITIONS):
                _look(inner, f"{name}.", level + 1, lines, found)


def _signature(node: _Definition, name: str, of_class: bool) -> str:
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"class {name}({bases})" if bases and len(bases) < _LONGEST_SIGNATURE else f"class {name}"
    given = node.args
    plain = [[ast.arg(one.arg) for one in some] for some in (given.posonlyargs, given.args, given.kwonlyargs)]
    for some in plain[:2]:
        if of_class and some and some[0].arg in ("self", "cls"):
            del some[0]
            break
    bare = ast.arguments(
        plain[0],
        plain[1],
        ast.arg(given.vararg.arg) if given.vararg else None,
        plain[2],
        given.kw_defaults,
        ast.arg(given.kwarg.arg) if given.kwarg else None,
        given.defaults[-(len(plain[0]) + len(plain[1])) :] if plain[0] or plain[1] else [],
    )
    words = f"{name}({ast.unparse(bare)})".replace("\n", " ")
    return words if len(words) <= _LONGEST_SIGNATURE else f"{name}(…)"


def _keep_docstring(node: _Definition, lines: list[str], found: _Found) -> None:
    """Where nothing else stands on its lines, and it is not all that is there: code without a body is none."""
    text = ast.get_docstring(node, clean=False)
    first = node.body[0]
    if not text or not text.strip() or first.end_lineno is None:
        return
    last = lines[first.end_lineno - 1].encode()[first.end_col_offset or 0 :].decode("utf-8", "replace").strip()
    if lines[first.lineno - 1][: first.col_offset].strip() or (last and not last.startswith("#")):
        return
    found.docstrings[first.lineno - 1] = first.end_lineno, docstrings.to_markdown(inspect.cleandoc(text))


def _section(lines: list[str], start: int, end: int, found: _Found) -> Iterator[str]:
    """The docstrings of a stretch, then its comments and code."""
    inside = [at for at in found.docstrings if start <= at < end]
    yield from (found.docstrings[at][1] for at in inside)
    gone = {row for at in inside for row in range(at, found.docstrings[at][0])}
    code: list[str] = []
    at = start
    while at < end:
        comment = _comment_end(lines, at, end) if at not in gone else at
        if comment - at >= _LEAST_LINES and not any(_LIKE_CODE.search(_said(line)) for line in lines[at:comment]):
            yield fenced("\n".join(code), "python") if any(line.strip() for line in code) else ""
            code = []
            yield "\n".join(escaped(_said(line)) for line in lines[at:comment])
        else:
            comment = max(comment, at + 1)
            code += [lines[row] for row in range(at, comment) if row not in gone]
        at = comment
    yield fenced("\n".join(code), "python") if any(line.strip() for line in code) else ""


def _comment_end(lines: list[str], at: int, end: int) -> int:
    """The line after the comment of the left margin that begins at a line; that line itself where none does."""
    while at < end and _COMMENT.match(lines[at]):
        at += 1
    return at


def _said(line: str) -> str:
    match = _COMMENT.match(line)
    words = match["words"].strip() if match else ""
    return words if any(map(str.isalnum, words)) else ""
