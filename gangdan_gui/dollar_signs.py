"""Whether two dollar signs hold a formula, or are two prices or two names of a shell."""

from __future__ import annotations

import re

_BRACED = re.compile(r"\{[^{}]*\}")
_SENTENCE = re.compile(r"[;\u3000-\u303f\u3400-\u9fff\uff00-\uff60]")
_SURELY_A_FORMULA = re.compile(r"[\\^_=]")
# `$HOME$PATH`, `$HOME/bin:$PATH`, `$x,$y`
_NAME = re.compile(r"[A-Za-z_{(]")
_BEFORE_A_NAME = re.compile(r"\A[A-Za-z_]\w{2,}\Z|[^\w)\]}'!\\]\Z")


def hold_formula(inside: str, before: str, after: str) -> bool:
    """Whether single signs around `inside` make a formula of it; `before` and `after` are the characters beside them,
    empty where there are none.
    """
    if inside != inside.strip():
        both = inside[0].isspace() and inside[-1].isspace()
        return both and bool(_SURELY_A_FORMULA.search(inside)) and not _holds_sentence(inside)
    if after.isdecimal() or (before.isascii() and before.isalpha() and inside[0].isdecimal()):
        return False
    if _NAME.match(after) and _BEFORE_A_NAME.search(inside):
        return False
    counts = before.isdecimal() or inside[0].isdecimal()
    return not (counts and _holds_sentence(inside) and not _SURELY_A_FORMULA.search(inside))


def _holds_sentence(inside: str) -> bool:
    return bool(_SENTENCE.search(_BRACED.sub("", inside)))
