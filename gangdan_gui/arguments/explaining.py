"""The words of the command that asks why a passage is not found."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.library import add_asking
from gangdan_gui.arguments.searching import add_count, add_mode
from gangdan_gui.arguments.values import place, something


def add_commands(commands: Any, common: Parser) -> None:
    """Put it into the grammar."""
    why = command(commands, common, "why", "why a question does not find a passage, step by step")
    add_asking(why)
    why.add_argument("source", type=something, metavar="SOURCE", help="as “sources list” shows it, or the title")
    why.add_argument("inside", type=something, metavar="PATH", help="the document, as “sources show” shows it")
    at = "where the passage begins in the document's Markdown, in characters; without it its best passage counts"
    why.add_argument("--start", type=place, metavar="N", help=at)
    add_count(why)
    add_mode(why)
