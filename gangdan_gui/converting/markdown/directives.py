"""What stands behind the three backticks: the plain word for a language, or a directive that holds prose."""

from __future__ import annotations

import re

from gangdan_gui.converting import rst
from gangdan_gui.converting.code_fences import fenced

_CELL = re.compile(r"^\{code-cell\}\s*(?P<language>[\w+-]*)")
_DIRECTIVE = re.compile(r"^\{(?P<name>[A-Za-z][\w:.-]*)\}[ \t]*(?P<argument>.*)$")
_ATTRIBUTES = re.compile(r"^\{[^{}]*?\.(?P<language>[\w+-]+)[^{}]*\}")
_WORD = re.compile(r"^(?P<word>[\w+#.-]+)")
_PLAIN = {"ipython": "python", "ipython3": "python", "py": "python", "python3": "python"}
_OPTION_LINES = re.compile(r"\A(?:[ \t]*:[\w-]+:[^\n]*(?:\n|\Z))+")
_YAML_OPTIONS = re.compile(r"\A---\n.*?^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NOTHING = frozenset(["toctree", "tableofcontents", "contents", "index", "image", "figure-md", "toc", "include",
                      "literalinclude", "bibliography"])  # fmt: skip
_CODE = frozenset(["code", "code-block", "sourcecode", "literal", "parsed-literal"])


def fence_word(info: str, language: str) -> str:
    """The language for a fence; `language` is that of cells that name none."""
    if cell := _CELL.match(info):
        word = cell["language"] or language
    elif attributes := _ATTRIBUTES.match(info):
        word = attributes["language"]
    else:
        match = _WORD.match(info.split(",")[0])
        word = match["word"] if match else ""
    return _PLAIN.get(word.lower(), word)


def fence_to_prose(info: str, content: str, language: str) -> str | None:
    """The Markdown that a fence stands for which is not code; None where it is code as written."""
    if info == "toc":
        return ""
    match = _DIRECTIVE.match(info)
    if match is None:
        return None
    name, argument = match["name"].lower(), match["argument"].strip()
    options, body = _parted(content)
    if name == "code-cell":
        return fenced(body, fence_word(info, language)) if body != content else None
    if name in _CODE:
        return fenced(body, fence_word(argument, language))
    if name == "math":
        return f"$$\n{body.strip()}\n$$"
    if name == "eval-rst":
        return rst.to_markdown(content)
    if name in _NOTHING:
        alt = re.search(r"^:alt:[ \t]*(.+)$", options, re.MULTILINE)
        return alt[1] if alt else ""
    if name == "figure":
        return body.strip("\n")
    title = argument or name.replace("-", " ").capitalize()
    return f"**{title}**\n\n{body}".rstrip("\n")


def _parted(content: str) -> tuple[str, str]:
    """The options at the head of a directive, and its body."""
    match = _YAML_OPTIONS.match(content) or _OPTION_LINES.match(content)
    if match is None:
        return "", content
    return match[0], content[match.end() :].lstrip("\n")
