r"""Formulas as pandoc finds them: `\(x\)` and `\[x\]`, as models like to write, become `$x$` and `$$x$$`.

In Markdown those are brackets that are escaped, which is what they stay in documents, and in answers where there is
nothing of a formula between them.
"""

from __future__ import annotations

import re
from itertools import groupby

from gangdan_gui.markdown_text import literal_lines

# Inside a paragraph: not over a blank line, nor over the mark of a quotation; and no longer than any formula, so that
# ten thousand that are never closed take no time.
_INSIDE = r"(?:(?!\n[ \t]*(?:\n|>)).){1,1500}?"
_FORMULA = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)"
    rf"|(?<!\\)\\\[(?P<square>{_INSIDE})\\\]"
    rf"|(?<!\\)\\\((?P<round>{_INSIDE})\\\)"
    rf"|(?<![\\$])\$\$(?P<dollars>{_INSIDE})\$\$",
    re.DOTALL,
)

_LIKE_A_FORMULA = re.compile(r"[\\^_=+*/<>|-]|\A\s*[^\W\d]\s*\Z")


def with_dollars(text: str) -> str:
    """Markdown whose formulas stand between dollar signs, each on one line; code is as it was."""
    literal = literal_lines(text)
    parts = []
    for is_code, lines in groupby(enumerate(text.split("\n")), key=lambda numbered: numbered[0] in literal):
        part = "\n".join(line for _, line in lines)
        parts.append(part if is_code else _FORMULA.sub(_dollars, part))
    return "\n".join(parts)


def _dollars(found: re.Match[str]) -> str:
    if found["ticks"]:
        return found[0]
    inside = found["square"] or found["round"] or found["dollars"] or ""
    formula = " ".join(inside.split())
    if not formula or (found["dollars"] is None and ("$" in formula or not _LIKE_A_FORMULA.search(formula))):
        return found[0]
    return f"${formula}$" if found["round"] else f"$${formula}$$"
