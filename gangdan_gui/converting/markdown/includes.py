"""The fences of MyST that put another file of the source into a document, as text or as code."""

from __future__ import annotations

import re
from collections.abc import Callable

from gangdan_gui.converting import rst
from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.excerpts import excerpt
from gangdan_gui.converting.markdown.directives import fence_word
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.rst.includes import code_of

_INCLUDE = re.compile(r"^\{(?P<kind>include|literalinclude)\}[ \t]*(?P<path>\S.*)$")
_OPTION = re.compile(r"^[ \t]*:?([\w-]+):(?:[ \t]+[\"']?(.*?)[\"']?)?[ \t]*$", re.MULTILINE)
_RST = (".rst", ".rest")


def included(info: str, content: str, around: Neighbours, to_markdown: Callable[[str, Neighbours], str]) -> str | None:
    """The Markdown of the file that a fence includes; None for any other fence, and where there is no such file."""
    match = _INCLUDE.match(info)
    found = around.find(match["path"]) if match else None
    if match is None or found is None:
        return None
    options = {name: value or "" for name, value in _OPTION.findall(content)}
    if match["kind"] == "literalinclude" or {"literal", "code"} & options.keys():
        code, language = code_of(found, options)
        caption = options.get("caption", "")
        return (f"**{caption}**\n\n" if caption else "") + fenced(code, fence_word(language, ""))
    text = "\n".join(excerpt(found.text, options))
    with around.inside(found):
        made = rst.to_markdown(text, around) if found.path.lower().endswith(_RST) else to_markdown(text, around)
    return made.strip("\n")
