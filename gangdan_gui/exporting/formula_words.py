r"""Formulas in the words that pandoc's reader of formulas knows; one that it doesn't know stays as it was written."""

from __future__ import annotations

import re

# Behind a space, or at the beginning of a line, it begins a remark; anywhere else models mean the sign itself.
_REMARK = re.compile(r"(?m)(?:(?<=\s)|^)%[^\n]*$")
_PERCENT = re.compile(r"(?<!\\)((?:\\\\)*)%")
_OTHERWISE = (
    (re.compile(r"\\tag\*?\s*\{([^{}]*)\}"), r"\\qquad(\1)"),
    (re.compile(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])"), ""),
    (re.compile(r"\\cfrac(?![A-Za-z])"), r"\\dfrac"),
    (re.compile(r"\\textcolor(?=\s*\{)"), r"\\color"),
    (re.compile(r"\\(arg(?:max|min))(?![A-Za-z])"), r"\\operatorname{\1}"),
    (re.compile(r"(\^\s*)?\\degree(?![A-Za-z])"), r"^\\circ "),
    (re.compile(r"\^\{\s*\^\\circ \s*\}"), r"^\\circ "),
)
_CHEMISTRY = re.compile(r"\\ce\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_IN_CHEMISTRY = (
    (re.compile(r"(?<=[A-Za-z)\]])(\d+)"), r"_{\1}"),
    (re.compile(r"\^\{?(\d*[+-])\}?|(?<=[A-Za-z}])([+-])(?=\s|\Z)"), r"^{\1\2}"),
    (re.compile(r"<=?>"), r"\\rightleftharpoons "),
    (re.compile(r"->"), r"\\rightarrow "),
)


def in_one_line(formula: str) -> str:
    """The formula without its line ends, remarks and labels."""
    if "\n" in formula:
        formula = _REMARK.sub("", formula)
    formula = _PERCENT.sub(r"\1\\%", formula)
    formula = _CHEMISTRY.sub(_chemical, formula)
    for written, known in _OTHERWISE:
        formula = written.sub(known, formula)
    return " ".join(formula.split())


def _chemical(found: re.Match[str]) -> str:
    said = found[1]
    for written, known in _IN_CHEMISTRY:
        said = written.sub(known, said)
    return rf"\mathrm{{{said}}}"
