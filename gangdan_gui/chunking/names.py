"""The names of the splitters, for those who only offer them: nothing of what cuts is imported with them."""

from __future__ import annotations

WINDOW, HEADINGS, RECURSIVE, STRUCTURE, SEMANTIC, PARENTS = NAMES = (
    "window",
    "headings",
    "recursive",
    "structure",
    "semantic",
    "parents",
)
