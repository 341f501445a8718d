"""Gives the links of a finished text their full addresses, so that they lead somewhere from wherever it is read."""

from __future__ import annotations

import re
from collections.abc import Callable

from gangdan_gui.converting.code_fences import map_prose

_CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(
    r"(?<!\\)\]\((?:<(?P<angled>[^<>\n]+)>|(?P<bare>(?:[^()<>\s\\]|\([^()\s]*\))+))"
    r"(?P<title>\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
)
# Not one that is itself a link.
_PICTURE = re.compile(
    r"(?<![\[\\`])!\[(?P<alt>(?=[^\[\]\n`]*[^\W_])[^\[\]\n`]+)\]\((?P<target>[^()\s<>]+)(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
)
_DEFINITION = re.compile(
    r"^(?P<label> {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*)<?(?P<target>[^\s<>]+)>?(?P<rest>[ \t].*)?$", re.MULTILINE
)


def with_full_links(text: str, absolute: Callable[[str], str]) -> str:
    """The text with every link for which `absolute` knows an address; the others and code stay as they are."""
    if "](" not in text and "]:" not in text:
        return text

    def link(match: re.Match[str]) -> str:
        full = absolute(match["angled"] or match["bare"])
        return f"]({_without_blanks(full)}{match['title'] or ''})" if full else match[0]

    def definition(match: re.Match[str]) -> str:
        full = absolute(match["target"])
        return f"{match['label']}{_without_blanks(full)}{match['rest'] or ''}" if full else match[0]

    def change(prose: str) -> str:
        result, at = [], 0
        for span in _CODE_SPAN.finditer(prose):
            result += [_LINK.sub(link, prose[at : span.start()]), span[0]]
            at = span.end()
        # A label of code stands before the bracket that the address belongs to.
        return _DEFINITION.sub(definition, "".join([*result, _LINK.sub(link, prose[at:])]))

    return map_prose(text, change)


def pictures_as_links(text: str, absolute: Callable[[str], str]) -> str:
    """The text with a link in the place of each picture that has words for itself and a known address."""
    if "![" not in text:
        return text

    def link(match: re.Match[str]) -> str:
        full = absolute(match["target"])
        return f"[{match['alt']}]({_without_blanks(full)})" if full else match[0]

    return map_prose(text, lambda prose: _PICTURE.sub(link, prose))


def _without_blanks(address: str) -> str:
    return address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
