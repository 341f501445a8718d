"""The words of the commands that touch no library."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.chunking import add_chunking
from gangdan_gui.arguments.grammar import Parser, command


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    convert = command(commands, common, "convert", "a file as Markdown; touches no library")
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("-o", dest="out", metavar="OUT", help="where to write it, else to standard output")
    formats = "read it as this format, whatever its name: md, rst, html, ipynb, py, txt or another ending"
    convert.add_argument("--as", dest="as_format", default="", metavar="FORMAT", help=formats)

    chunks = command(commands, common, "chunks", "how a file is cut into chunks; touches no library")
    chunks.add_argument("file", metavar="FILE")
    add_chunking(chunks)
    beside = "say how many chunks this splitter would make, and how long, beside the other one"
    chunks.add_argument("--compare", default="", metavar="NAME", help=beside)
