"""Python files as Markdown: what is written for readers becomes prose, the rest is code.

Three ways of writing are known: sphinx-gallery (a docstring with a title, then text in comments), cells marked by
`# %%` whose text cells say so, and plain modules, whose docstrings are their prose.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from gangdan_gui.converting import markdown, plain_text, rst
from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.python import modules as python_modules

_GALLERY_MARK = re.compile(r"^#{20,}[ \t]*$|^#[ ]?%%(?!\s*\[)(?P<title>.*)$")
_CELL_MARK = re.compile(r"^#[ ]?%%[ \t]*(?P<title>[^\[\n]*?)[ \t]*(?:\[(?P<kind>markdown|md|raw)\])?(?:[ \t]+\w+=.*)?$")
_TITLE = re.compile(r"^(?:([=\-~#*^\"'])\1+\n)?(?P<title>\S.*)\n([=\-~#*^\"'])\3+[ \t]*$", re.MULTILINE)
_PART = "qzpartqz"


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of one kind: `rst`, `markdown`, `text`, `code`, or `done` for what is finished."""

    kind: str
    text: str


def to_markdown(text: str) -> str:
    """Convert a file. One that Python can't parse is shown as code as a whole."""
    docstring, code = _parted(text)
    if docstring and _TITLE.search(docstring.strip()) and _has(_GALLERY_MARK, code):
        blocks = [_Block("rst", docstring), *_gallery_blocks(code)]
    elif _has(_CELL_MARK, code):
        blocks = [_Block("text", docstring), *_cell_blocks(code)]
    elif docstring and _TITLE.search(docstring.strip()):
        blocks = [_Block("rst", docstring), *_module_blocks(code)]
    else:
        blocks = [_Block("text", docstring), *_module_blocks(code)]
    return "\n\n".join(part for part in _rendered(blocks) if part.strip())


def _parted(text: str) -> tuple[str, str]:
    """The module's docstring, without its margin, and the source without it."""
    module = _tree(text)
    docstring = ast.get_docstring(module, clean=True) if module else None
    if module is None or not docstring:
        return "", text
    statement = module.body[0]
    lines = text.split("\n")
    end = statement.end_lineno or statement.lineno
    # What shares a line with the docstring is left where it is rather than cut.
    rest = lines[end - 1].encode()[statement.end_col_offset or 0 :].decode().strip()
    if rest and not rest.startswith("#"):
        return "", text
    return docstring, "\n".join([*lines[: statement.lineno - 1], *lines[end:]])


def _module_blocks(code: str) -> Iterator[_Block]:
    code = _without_head(code)
    tree = _tree(code)
    if tree is None:
        yield _Block("code", code)
    else:
        yield from (_Block("done", block) for block in python_modules.blocks(code, tree))


def _tree(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            # The parser warns of odd escapes in other people's code.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _has(mark: re.Pattern[str], code: str) -> bool:
    return any(mark.match(line) for line in code.split("\n"))


def _gallery_blocks(code: str) -> Iterator[_Block]:
    """A mark line begins a text block that goes on as long as comments do; the rest is code."""
    collected: list[str] = []
    text: list[str] | None = None
    for line in code.split("\n"):
        mark = _GALLERY_MARK.match(line)
        if mark and text is None:
            yield _Block("code", "\n".join(collected))
            collected, text = [], []
            title = (mark["title"] or "").strip()
            text += [title] if title else []
        elif text is not None and line.startswith("#"):
            text += [] if mark else [line[1:].removeprefix(" ")]
        else:
            if text is not None:
                yield _Block("rst", "\n".join(text))
                text = None
            collected.append(line)
    yield _Block("rst", "\n".join(text)) if text is not None else _Block("code", "\n".join(collected))


def _cell_blocks(code: str) -> Iterator[_Block]:
    collected: list[str] = []
    kind = "code"
    for line in [*code.split("\n"), "# %%"]:
        mark = _CELL_MARK.match(line)
        if not mark:
            collected.append(line)
            continue
        body = "\n".join(collected)
        yield _Block(kind, body if kind == "code" else _uncommented(body))
        if mark["title"]:
            yield _Block("markdown", f"## {mark['title']}")
        collected, kind = [], "markdown" if mark["kind"] in ("markdown", "md") else "code"


def _uncommented(text: str) -> str:
    """A text cell is comments, or one string in triple quotes."""
    quoted = re.fullmatch(r"\s*(?:[rR])?(\"\"\"|''')(?P<inside>.*?)\1\s*", text, re.DOTALL)
    if quoted:
        return quoted["inside"]
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.split("\n"))


def _rendered(blocks: list[_Block]) -> Iterator[str]:
    """All text of one file goes through the converter in one call: the start of its process is most of its cost."""
    texts = [block.text for block in blocks if block.kind == "rst"]
    converted = iter(rst.to_markdown(f"\n\n{_PART}\n\n".join(texts)).split(_PART)) if texts else iter(())
    for block in blocks:
        if block.kind == "rst":
            yield next(converted, "").strip("\n")
        elif block.kind == "done":
            yield block.text
        elif block.kind == "markdown":
            yield markdown.clean(block.text)
        elif block.kind == "text":
            yield plain_text.to_markdown(block.text)
        else:
            yield _code(block.text)


def _code(text: str) -> str:
    code = _without_head(text)
    return fenced(code, "python") if code.strip() else ""


def _without_head(text: str) -> str:
    """Without lines that only name the file's encoding, or its interpreter: they say nothing any more."""
    lines = text.strip("\n").split("\n")
    while lines and (re.match(r"^#!", lines[0]) or re.match(r"^#.*?coding[:=]", lines[0]) or not lines[0].strip()):
        lines.pop(0)
    return "\n".join(lines)
