"""What reads some kinds of files, and may be installed after a library was built."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from gangdan_gui.converting import libreoffice, recognition


def _recognises() -> bool:
    return recognition.is_available()


_NEEDED: Mapping[str, Callable[[], bool]] = {
    "old-office": lambda: bool(libreoffice.program()),
    "picture": _recognises,
    "scanned": _recognises,
    "pages-scanned": _recognises,
}


def can_be_read_now(reasons: Set[str]) -> bool:
    """Whether what is missing of a file, by the codes of the reasons, could be read by what is installed now."""
    return any(_NEEDED[code]() for code in reasons & _NEEDED.keys())
