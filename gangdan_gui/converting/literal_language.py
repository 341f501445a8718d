"""Tells whether code that names no language is Python: the one that documentation leaves unsaid most often."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence

# Words, numbers and data alone also parse; these are what only a program has.
_SAYS_SOMETHING = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AugAssign, ast.For,
    ast.While, ast.If, ast.With, ast.Try, ast.Call,
)  # fmt: skip
_LONGEST = 20_000


def literal_language(lines: Sequence[str]) -> str:
    """`python` where the lines are a program of Python; empty where they are anything else."""
    text = "\n".join(lines)
    if len(text) > _LONGEST or ";" in text:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    said = any(isinstance(node, _SAYS_SOMETHING) for statement in module.body for node in _heads(statement))
    return "python" if said else ""


def _heads(statement: ast.stmt) -> tuple[ast.AST, ...]:
    return (statement, statement.value) if isinstance(statement, ast.Expr) else (statement,)
