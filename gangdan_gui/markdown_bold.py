"""Bold words as Chinese writes them: `**重要：**这是`, which Markdown's own rule takes for four stars.

The rule wants a space where a sign and a letter meet at the stars. A letter that nobody sees (U+FFA0, half a filler of
Korean) makes them count; whoever reads the Markdown takes it out again, as our filter for pandoc does.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from gangdan_gui.markdown_text import literal_lines

FILLER = "\uffa0"
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)"
_STARS = r"(?<![*\\])\*\*(?![\s*])(?P<inside>(?:`[^`\n]*`|\\.|(?!\*\*)[^`\\\n]){1,500}?)(?<![\s*])\*\*(?!\*)"
_BOLD = re.compile(rf"{_STARS}|{_CODE}", re.DOTALL)


def with_bold(text: str) -> str:
    """Markdown in which what is between two stars is bold, with FILLER where that needs one; code is as it was."""
    if "**" not in text:
        return text
    literal = literal_lines(text)
    parts = []
    for is_code, lines in groupby(enumerate(text.split("\n")), key=lambda numbered: numbered[0] in literal):
        part = "\n".join(line for _, line in lines)
        parts.append(part if is_code else _BOLD.sub(_filled, part))
    return "\n".join(parts)


def _filled(found: re.Match[str]) -> str:
    inside = found["inside"]
    if inside is None:
        return found[0]
    before, after = found.string[: found.start()][-1:], found.string[found.end() : found.end() + 1]
    opening = FILLER if _is_letter(before) and _is_sign(inside[0]) else ""
    closing = FILLER if _is_letter(after) and _is_sign(inside[-1]) else ""
    return f"**{opening}{inside}{closing}**"


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_letter(character: str) -> bool:
    return bool(character) and not character.isspace() and not _is_sign(character)
