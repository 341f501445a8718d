"""The lines by which Texinfo defines functions, variables and types: what kind of thing, and its signature."""

from __future__ import annotations

import re

# What a line of each command holds before the signature: a kind in words, or where `{}` stands, taken from the line.
DEFINITIONS = {
    "deffn": "{}", "deftypefn": "{}", "defvr": "{}", "deftypevr": "{}", "deftp": "{}",
    "defop": "{} on {}", "deftypeop": "{} on {}", "defcv": "{} of {}", "deftypecv": "{} of {}",
    "defun": "Function", "deftypefun": "Function", "defmac": "Macro", "defspec": "Special form",
    "defvar": "Variable", "deftypevar": "Variable", "defopt": "User option",
    "defmethod": "Method on {}", "deftypemethod": "Method on {}",
    "defivar": "Instance variable of {}", "deftypeivar": "Instance variable of {}",
}  # fmt: skip
_PART = re.compile(r"[^\s{}]*\{(?:[^{}]|\{[^{}]*\})*\}\S*|\S+")


def definition(name: str, rest: str) -> tuple[str, str]:
    """The kind in words and the signature, both still with commands in them."""
    kind = DEFINITIONS.get(name) or DEFINITIONS[name.removesuffix("x")]
    parts = [_bare(part) for part in _PART.findall(rest)]
    wanted = kind.count("{}")
    said, signature = parts[:wanted], parts[wanted:]
    return kind.format(*said, *[""] * (wanted - len(said))).strip(), " ".join(signature)


def _bare(part: str) -> str:
    """A group in braces without them."""
    return part[1:-1] if part.startswith("{") and part.endswith("}") else part
