"""Where a source, or one of its files, can be seen on the web."""

from __future__ import annotations

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.ui.link_gate import safe_address


def web_address(source: Source) -> str:
    """The address of a source's first place; empty for files of this computer, or where it may not be opened."""
    if source.kind is SourceKind.LOCAL or not source.locations:
        return ""
    return safe_address(source.locations[0])
