"""Says why a file is not taken in as a pack."""

from __future__ import annotations

from pathlib import Path

from gangdan_gui.domain.errors import PackRefused

JSON_NAME = "pack.json"


def refused(file: Path, code: str, detail: str = "") -> PackRefused:
    """The error for a pack that is refused for this reason."""
    return PackRefused(file=str(file), reason=code, detail=detail)


class Unfit(ValueError):
    """What a pack says does not fit together. `part` is where."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part
