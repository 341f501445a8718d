"""What a command says of chunking."""

from __future__ import annotations

import argparse
from dataclasses import replace

from gangdan_gui.chunking.validation import checked, usual
from gangdan_gui.domain.documents import ChunkSettings


def chunking(arguments: argparse.Namespace) -> ChunkSettings | None:
    """What was said of chunking, None when nothing was. Raises InvalidChunking now rather than for every file.

    What was not said is as usual for the splitter.
    """
    said = {name: getattr(arguments, name) for name in ("splitter", "size", "overlap", "minimum")}
    said = {name: value for name, value in said.items() if value is not None}
    if not said:
        return None
    return checked(replace(usual(said.get("splitter", ChunkSettings().splitter)), **said))
