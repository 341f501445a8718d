r"""Formulas as pandoc finds them: between `$` or `$$`, on one line.

Models like to write `\(x\)`, `\[x\]` and bare `\begin{align}`. In Markdown the first two are brackets that are escaped,
which is what they stay in documents, and in answers where there is nothing of a formula between them. A dollar sign
that is money or a name in a shell is escaped: pandoc would make a formula of `$5–$10`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from gangdan_gui.dollar_signs import hold_formula
from gangdan_gui.exporting.formula_words import in_one_line
from gangdan_gui.markdown_text import literal_lines

# Inside a paragraph: not over a blank line, nor over the mark of a quotation; and no longer than any formula, so that
# ten thousand that are never closed take no time.
_INSIDE = r"(?:(?!\n[ \t]*(?:\n|>)).){1,1500}?"
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)"
# Tags, and addresses with or without their brackets.
_ADDRESS = r"(?P<address><(?=[A-Za-z/!])[^<>\n]{1,2000}>|https?://[!-;=?-~]+)"
_ENVIRONMENT = (
    r"(?<!\\)(?P<environment>\\begin\{(?P<name>(?:align(?:ed|at)?|equation|gather(?:ed)?|multline|eqnarray|split|cases"
    rf"|array|[bBpvV]?matrix)\*?)\}}{_INSIDE}\\end\{{(?P=name)\}})"
)
_DOLLARS = rf"(?<![\\$])\$\$(?:(?P<dollars>{_INSIDE})|\n(?P<apart>(?:(?!\n>)[^$]){{1,1500}}?)\n[ \t]*)\$\$"
_SINGLE = r"(?<![\\$])\$(?!\$)(?P<single>(?:\\.|[^$\\\n]){1,300})\$(?!\$)"
_LONE = r"(?<![\\$])(?P<lone>\$)(?!\$)"
_BRACKETS = rf"|(?<!\\)\\\[(?P<square>{_INSIDE})\\\]|(?<!\\)\\\((?P<round>{_INSIDE})\\\)|{_ENVIRONMENT}"
_OF_A_DOCUMENT = re.compile(rf"{_CODE}|{_ADDRESS}|{_DOLLARS}|{_SINGLE}|{_LONE}", re.DOTALL)
_OF_A_MODEL = re.compile(rf"{_CODE}|{_ADDRESS}{_BRACKETS}|{_DOLLARS}|{_SINGLE}|{_LONE}", re.DOTALL)

_LIKE_A_FORMULA = re.compile(r"[\\^_=+*/<>|-]|\A\s*[^\W\d]\s*\Z")


def with_dollars(text: str, *, by_model: bool = True) -> str:
    """Markdown whose formulas stand between dollar signs, each on one line; code is as it was."""
    formula = _OF_A_MODEL if by_model else _OF_A_DOCUMENT
    literal = literal_lines(text)
    parts = []
    for is_code, lines in groupby(enumerate(text.split("\n")), key=lambda numbered: numbered[0] in literal):
        part = "\n".join(line for _, line in lines)
        parts.append(part if is_code else "".join(_prose(part, formula)))
    return "\n".join(parts)


def _prose(part: str, formula: re.Pattern[str]) -> Iterator[str]:
    at = 0
    while found := formula.search(part, at):
        yield part[at : found.start()]
        # The second sign of a pair that holds no formula may begin one.
        refused = found["single"] is not None and not _is_formula(found)
        yield r"\$" if refused else _dollars(found)
        at = found.start() + 1 if refused else found.end()
    yield part[at:]


def _dollars(found: re.Match[str]) -> str:
    said = found.groupdict()
    if said["ticks"] or said["address"]:
        return found[0]
    if said["lone"]:
        return r"\$"
    if single := said["single"]:
        return f"${in_one_line(single)}$"
    if environment := said.get("environment"):
        return f"$${in_one_line(environment)}$$"
    bracketed = said.get("square") or said.get("round")
    formula = in_one_line(bracketed or said["dollars"] or said["apart"] or "")
    if not formula or (bracketed and ("$" in formula or not _LIKE_A_FORMULA.search(formula))):
        return found[0]
    return f"${formula}$" if said.get("round") else f"$${formula}$$"


def _is_formula(found: re.Match[str]) -> bool:
    before, after = found.string[: found.start()][-1:], found.string[found.end() : found.end() + 1]
    return hold_formula(found["single"], before, after)
