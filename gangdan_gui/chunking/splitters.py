"""The splitters there are, by the name the user gives. A new one is a new file and one line here."""

from __future__ import annotations

from types import MappingProxyType

from gangdan_gui.chunking import fixed_window
from gangdan_gui.domain.errors import NotAvailable
from gangdan_gui.domain.ports import Splitter

SPLITTERS: MappingProxyType[str, Splitter] = MappingProxyType({"window": fixed_window.split})


def splitter(name: str) -> Splitter:
    """The splitter of that name. Raises NotAvailable for one that this version does not have."""
    if name not in SPLITTERS:
        raise NotAvailable(what=name)
    return SPLITTERS[name]
