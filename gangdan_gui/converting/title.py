"""The title of a document: what its front matter says, else its first heading, else its file's name."""

from __future__ import annotations

import html
import re
from pathlib import PurePosixPath

from gangdan_gui.converting.code_fences import regions

_ATX = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<title>.*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_MARKS = re.compile(r"(?<![\\\w])(\*{1,3}|_{1,3}|~~)(?=\S)(?P<text>.+?)(?<=\S)\1(?!\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(`+)[ ]?(?P<text>.+?)[ ]?\1")


def title_of(text: str, path: str, stated: str = "") -> str:
    """`stated` is the title that the file gives itself outside its text."""
    return plain(stated) or first_heading(text) or stem(path)


def first_heading(text: str) -> str:
    """The first heading of Markdown as plain words; empty where there is none."""
    for region in regions(text):
        if not region.code:
            for match in _ATX.finditer("\n".join(region.lines)):
                if words := plain(match["title"]):
                    return words
    return ""


def plain(markdown: str) -> str:
    """One line of Markdown without its marks."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match["text"])
        return f"\x00{len(kept) - 1}\x00"

    text = _CODE.sub(keep, markdown)
    text = _LINK.sub(lambda match: match["text"], text)
    text = _MARKS.sub(lambda match: match["text"], text)
    text = html.unescape(_ESCAPED.sub(r"\1", text))
    text = re.sub("\x00(\\d+)\x00", lambda match: kept[int(match[1])], text)
    return " ".join(text.split())


def stem(path: str) -> str:
    """The file's name without its ending."""
    name = PurePosixPath(path.replace("\\", "/"))
    return name.stem or name.name
