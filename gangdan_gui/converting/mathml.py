"""Formulas that a page states in MathML alone, as TeX."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

_SIGNS = {
    "∑": "\\sum", "∏": "\\prod", "∫": "\\int", "∞": "\\infty", "≤": "\\le", "≥": "\\ge", "≠": "\\ne", "±": "\\pm",
    "×": "\\times", "·": "\\cdot", "⋅": "\\cdot", "→": "\\to", "∈": "\\in", "∂": "\\partial", "∇": "\\nabla",
    "√": "\\surd", "−": "-", "{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#", "\u2061": "", "\u2062": "",
    "\u2063": "", "\u2064": "", "α": "\\alpha", "β": "\\beta", "γ": "\\gamma", "δ": "\\delta", "ε": "\\varepsilon",
    "θ": "\\theta", "λ": "\\lambda", "μ": "\\mu", "π": "\\pi", "ρ": "\\rho", "σ": "\\sigma", "τ": "\\tau",
    "φ": "\\varphi", "ω": "\\omega", "Γ": "\\Gamma", "Δ": "\\Delta", "Σ": "\\Sigma", "Ω": "\\Omega",
}  # fmt: skip
_MARKS = {
    "¯": "\\bar",
    "‾": "\\bar",
    "^": "\\hat",
    "ˆ": "\\hat",
    "~": "\\tilde",
    "˜": "\\tilde",
    "→": "\\vec",
    "˙": "\\dot",
}
_UNSEEN = frozenset(["annotation", "annotation-xml", "mphantom", "mspace", "maligngroup", "malignmark"])
_FUNCTIONS = frozenset(["sin", "cos", "tan", "log", "ln", "exp", "lim", "max", "min", "det", "sup", "inf"])
_DEEPEST = 60


def to_tex(node: LexborNode, depth: int = 0) -> str:
    """The TeX of an element of MathML; of one that is not known, that of its parts."""
    if node.tag == "-text":
        return node.text(deep=False).strip()
    if node.tag in _UNSEEN or depth > _DEEPEST:
        return ""
    if node.tag in ("mi", "mn", "mo", "ms", "mtext"):
        return _leaf(node)
    made = [to_tex(child, depth + 1) for child in _children(node)]
    write = _WRITERS.get(node.tag or "")
    least = _PARTS.get(node.tag or "", 0)
    return write(made) if write and len(made) >= least else _row(made)


def _children(node: LexborNode) -> list[LexborNode]:
    return [child for child in node.iter(include_text=True) if child.tag != "-text" or child.text(deep=False).strip()]


def _leaf(node: LexborNode) -> str:
    words = " ".join(node.text(deep=True).split())
    if node.tag == "mtext" or (node.tag == "mi" and len(words) > 1 and words not in _FUNCTIONS and words.isalpha()):
        return f"\\text{{{words}}}" if words else ""
    if words in _FUNCTIONS:
        return f"\\{words}"
    return (
        " ".join(filter(None, (_SIGNS.get(sign, sign) for sign in words))) if any(s in _SIGNS for s in words) else words
    )


def _row(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)


def _group(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"


def _over(parts: list[str]) -> str:
    mark = _MARKS.get(parts[1]) or _MARKS.get({"\\to": "→"}.get(parts[1], ""))
    return f"{mark}{{{parts[0]}}}" if mark else f"{_base(parts[0])}^{_group(parts[1])}"


def _base(part: str) -> str:
    return part if part.startswith("\\") and part[1:].isalpha() else _group(part)


def _fenced(parts: list[str]) -> str:
    return f"({', '.join(part for part in parts if part)})"


_WRITERS: dict[str, Callable[[list[str]], str]] = {
    "mfrac": lambda parts: f"\\frac{{{parts[0]}}}{{{parts[1]}}}",
    "msup": lambda parts: f"{_base(parts[0])}^{_group(parts[1])}",
    "msub": lambda parts: f"{_base(parts[0])}_{_group(parts[1])}",
    "msubsup": lambda parts: f"{_base(parts[0])}_{_group(parts[1])}^{_group(parts[2])}",
    "munderover": lambda parts: f"{_base(parts[0])}_{_group(parts[1])}^{_group(parts[2])}",
    "munder": lambda parts: f"{_base(parts[0])}_{_group(parts[1])}",
    "mover": _over,
    "msqrt": lambda parts: f"\\sqrt{{{_row(parts)}}}",
    "mroot": lambda parts: f"\\sqrt[{parts[1]}]{{{parts[0]}}}",
    "mfenced": _fenced,
    "mtd": _row,
    "mtr": " & ".join,
    "mtable": lambda parts: "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}",
}
_PARTS = {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "munderover": 3, "munder": 2, "mover": 2, "mroot": 2}
