"""Where a library and a folder of packs lie when nobody, or somebody, has said so."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

_NAME = "GangDan"


def default_home() -> Path:
    """`GANGDAN_HOME`, else the platform's data folder."""
    chosen = os.environ.get("GANGDAN_HOME")
    return home_at(chosen or platformdirs.user_data_dir(_NAME, appauthor=False))


def home_at(place: str) -> Path:
    """The folder that a user named. Unlike Path's method this leaves `~` before the name of an unknown user alone."""
    return Path(os.path.expanduser(place)).absolute()  # noqa: PTH111


def packs_folder(chosen: str = "") -> Path | None:
    """A folder of packs that is named, by `GANGDAN_PACKS` too; else the one beside the frozen program, if any."""
    if named := chosen or os.environ.get("GANGDAN_PACKS", ""):
        return home_at(named)
    beside = Path(sys.executable).parent / "packs"
    return beside if getattr(sys, "frozen", False) and beside.is_dir() else None
