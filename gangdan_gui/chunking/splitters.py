"""The splitters there are, by the name the user gives. A new one is a new file, and one line here and in `names`."""

from __future__ import annotations

from types import MappingProxyType

from gangdan_gui.chunking import by_headings, fixed_window, parents, recursive, structure
from gangdan_gui.chunking.names import HEADINGS, PARENTS, RECURSIVE, SEMANTIC, STRUCTURE, WINDOW
from gangdan_gui.chunking.semantic import Embed, Semantic
from gangdan_gui.chunking.validation import no_such_splitter
from gangdan_gui.domain.ports import Splitter

SPLITTERS: MappingProxyType[str, Splitter] = MappingProxyType(
    {
        WINDOW: fixed_window.split,
        HEADINGS: by_headings.split,
        RECURSIVE: recursive.split,
        STRUCTURE: structure.split,
        PARENTS: parents.split,
    }
)
"""Those that are functions of text and settings alone."""


def splitter(name: str, embed: Embed | None = None) -> Splitter:
    """The splitter of that name. Raises NotAvailable for one that this version does not have.

    The semantic one is there where `embed` gives it vectors of sentences.
    """
    if name == SEMANTIC and embed:
        return Semantic(embed)
    if name not in SPLITTERS:
        raise no_such_splitter(name)
    return SPLITTERS[name]
