"""The options that say how documents are cut."""

from __future__ import annotations

import argparse

from gangdan_gui.arguments.values import number, something
from gangdan_gui.chunking.names import NAMES


def add_chunking(parser: argparse.ArgumentParser) -> None:
    """Put them into a command."""
    parser.add_argument(
        "--splitter", type=something, metavar="NAME", help=f"how documents are cut: {', '.join(NAMES)} (window)"
    )
    parser.add_argument("--size", type=number, metavar="N", help="characters in a chunk (800; parents 300)")
    parser.add_argument("--overlap", type=number, metavar="N", help="characters shared with the chunk before (150)")
    parser.add_argument("--min", type=number, metavar="N", dest="minimum", help="shorter pieces are dropped (50)")
