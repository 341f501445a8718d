"""The words of the commands of knowledge packs."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.values import something


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    packs = command(commands, common, "pack", "a built source as one file, for other machines")
    actions = packs.add_subparsers(dest="action", required=True, parser_class=Parser)
    create = command(actions, common, "create", "write a source into one file, with its vectors")
    create.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    create.add_argument("-o", dest="out", required=True, metavar="FILE", help="such as numpy.gdpack")
    also = "also vectors of this embedder (builtin, or ollama[:MODEL]); may be given more than once"
    create.add_argument("--also", action="append", default=[], metavar="NAME", help=also)
    create.add_argument("--base", metavar="PACK", help="only what has changed since this earlier pack of the source")
    verify = command(actions, common, "verify", "check a pack whole; touches no library")
    install = command(actions, common, "install", "take a pack in as a source; nothing is embedded for that")
    for one in (verify, install):
        one.add_argument("file", metavar="FILE", help="as “pack create” wrote it")
    install.add_argument("--replace", action="store_true", help="put it in the place of another state of the same pack")
    said = "of the embedders that it has vectors of, take this one"
    install.add_argument("--embedder", type=something, metavar="NAME", help=said)
