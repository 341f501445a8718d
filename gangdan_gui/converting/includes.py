"""Puts included files where AsciiDoc, Org, Texinfo and mdBook name them, before the text is converted.

These formats include lines, whatever stands around them. A file that is not to be had leaves its line as it is, which
the converter of the format then treats as its own.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

from gangdan_gui.converting.excerpts import anchored, numbered, tagged
from gangdan_gui.converting.neighbours import Included, Neighbours

_ASCIIDOC = re.compile(r"^include::(?P<path>[^\[\n]+)\[(?P<options>.*)\]\s*$")
_ASCIIDOC_OPTION = re.compile(r"(?P<name>\w+)=(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^,\]]*))")
_ASCIIDOC_ENTRY = re.compile(r"^:(?P<name>\w[\w-]*):[ \t]+(?P<value>[^{}\n]{1,500})$", re.MULTILINE)
_ASCIIDOC_TITLE = re.compile(r"^=+(?= \S)")
_ORG = re.compile(
    r"^(?P<indent>[ \t]*)#\+include:[ \t]*\"(?P<path>[^\"\n:]+)(?:::[^\"\n]*)?\"(?P<rest>[^\n]*)$", re.IGNORECASE
)
_ORG_LINES = re.compile(r":lines[ \t]+\"(?P<lines>[\d-]+)\"")
_TEXINFO = re.compile(r"^@(?P<kind>include|verbatiminclude)[ \t]+(?P<path>\S[^\n]*?)[ \t]*$")
_MDBOOK = re.compile(
    r"^(?P<indent>[ \t]*)\{\{[ ]*#(?:rustdoc_)?(?:include|playground)[ ]+"
    r"(?P<path>[^{}:\s]+)(?P<part>:[^{}\s]*)?[^{}]*\}\}[ \t]*$"
)
_Lines = Callable[[re.Match[str], Included], str]


def in_asciidoc(text: str, around: Neighbours) -> str:
    """The text with its includes, their tags, lines and offsets of headings."""
    values = {entry["name"]: entry["value"].strip() for entry in _ASCIIDOC_ENTRY.finditer(text)}

    def path(line: re.Match[str]) -> str:
        return re.sub(r"\{([\w-]+)\}", lambda name: values.get(name[1], name[0]), line["path"])

    return _expanded(text, _ASCIIDOC, around, _asciidoc, path)


def in_org(text: str, around: Neighbours) -> str:
    """The text with its includes, those of code as blocks of code."""
    return _expanded(text, _ORG, around, _org)


def in_texinfo(text: str, around: Neighbours) -> str:
    """The text with its includes."""
    return _expanded(text, _TEXINFO, around, _texinfo)


def in_mdbook(text: str, around: Neighbours) -> str:
    """The text with its includes, most of which stand in fences."""
    return _expanded(text, _MDBOOK, around, _mdbook) if "{{" in text else text


def _expanded(
    text: str,
    mark: re.Pattern[str],
    around: Neighbours,
    lines_of: _Lines,
    path_of: Callable[[re.Match[str]], str] = lambda line: line["path"],
) -> str:
    result = []
    for line in text.split("\n"):
        found = mark.match(line)
        included = around.find(path_of(found)) if found else None
        if found is None or included is None:
            result.append(line)
            continue
        with around.inside(included):
            result.append(_expanded(lines_of(found, included), mark, around, lines_of, path_of))
    return "\n".join(result)


def _asciidoc(line: re.Match[str], included: Included) -> str:
    options = {
        option["name"]: option["quoted"] if option["quoted"] is not None else option["bare"].strip()
        for option in _ASCIIDOC_OPTION.finditer(line["options"])
    }
    lines = included.text.rstrip("\n").split("\n")
    lines = numbered(lines, options["lines"]) if options.get("lines") else lines
    lines = tagged(lines, re.split(r"[,;]", options.get("tag") or options.get("tags") or ""))
    offset = options.get("leveloffset", "")
    if re.fullmatch(r"\+[1-5]", offset):
        lines = [_ASCIIDOC_TITLE.sub(lambda title: title[0] + "=" * int(offset), line) for line in lines]
    text = "\n".join(lines)
    return textwrap.dedent(text) if options.get("indent") == "0" else text


def _org(line: re.Match[str], included: Included) -> str:
    span = _ORG_LINES.search(line["rest"])
    lines = included.text.rstrip("\n").split("\n")
    if span:
        # Org counts up to the line before the last one named.
        first, _, last = span["lines"].partition("-")
        lines = lines[max(int(first or 1) - 1, 0) : int(last) - 1 if last.isdecimal() else len(lines)]
    words = re.sub(r":\w+[ \t]+\S+", "", line["rest"]).split()
    if not words or words[0] not in ("src", "example", "export", "quote"):
        return "\n".join(lines)
    body = [re.sub(r"^([ \t]*)(?=\*|#\+|,)", r"\1,", row) for row in lines]
    kind = words[0] if words[0] in ("src", "quote") else "example"
    return "\n".join([f"#+begin_{' '.join([kind, *words[1:2]])}", *body, f"#+end_{kind}"])


def _texinfo(line: re.Match[str], included: Included) -> str:
    if line["kind"] == "verbatiminclude":
        return f"@verbatim\n{included.text.rstrip()}\n@end verbatim"
    return re.split(r"^@bye\b", included.text, maxsplit=1, flags=re.MULTILINE)[0]


def _mdbook(line: re.Match[str], included: Included) -> str:
    part = (line["part"] or "").removeprefix(":")
    lines = included.text.rstrip("\n").split("\n")
    if re.fullmatch(r"\d*(?::\d*)?", part) and part:
        first, colon, last = part.partition(":")
        lines = numbered(lines, f"{first or 1}-{last}" if colon else first)
    else:
        lines = anchored(lines, part)
    return "\n".join(line["indent"] + row if row else "" for row in lines)
