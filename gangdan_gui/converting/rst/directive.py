"""A directive of reStructuredText as it was written, what it stands in, and the little that several kinds share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.converting.rst.names import CODE_LANGUAGES


@dataclass(frozen=True, slots=True)
class Directive:
    """`.. name:: arguments`, its options, and its body without the indentation. `arguments` has one entry a line."""

    name: str
    arguments: tuple[str, ...]
    options: dict[str, str]
    body: tuple[str, ...]

    @property
    def argument(self) -> str:
        """The argument as one line."""
        return " ".join(self.arguments)


@dataclass(slots=True)
class Surroundings:
    """What a directive is read in: the words kept aside, the way back for bodies, the files beside the document, the
    language of code by default.
    """

    kept: Placeholders
    rewrite: Callable[[Sequence[str]], list[str]]
    neighbours: Neighbours
    language: str = ""


def code_language(name: str) -> str:
    """The word for a fence, for a Pygments name as Sphinx takes it."""
    name = name.strip().lower()
    return CODE_LANGUAGES.get(name, name.split()[0] if name else "")


def unmarked(title: str) -> str:
    """A title for a bold line: inline marks do not nest, so that roles and literals in it give up their own."""
    title = re.sub(r":[\w:+.-]+:`([^`<]*?)(?:\s*<[^<>`]*>)?`", r"\1", title)
    return re.sub(r"`{1,2}|\*{1,2}", "", title).strip()


def title_lines(directive: Directive) -> list[str]:
    """The argument of a directive as a bold line; nothing for nothing."""
    return [f"**{unmarked(directive.argument)}**", ""] if directive.argument else []


def kept_code(lines: Sequence[str], language: str, around: Surroundings) -> list[str]:
    """One paragraph that stands for these lines as a fence; nothing for nothing."""
    text = "\n".join(lines).strip("\n")
    return [around.kept.block(fenced(text, language))] if text.strip() else []
