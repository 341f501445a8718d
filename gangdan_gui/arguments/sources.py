"""The words of the commands of sources."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.values import count, day_to_come


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    sources = command(commands, common, "sources", "the library's sources, and those on offer")
    actions = sources.add_subparsers(dest="action", required=True, parser_class=Parser)
    command(actions, common, "list", "the library's own sources")
    offered = command(actions, common, "catalog", "the sources on offer")
    offered.add_argument("words", nargs="*", metavar="WORDS", help="only what these words are about, in any language")
    add = command(actions, common, "add", "add a source of the catalogue, a file, a folder or an address")
    place = "an id of “sources catalog”, a file, a folder, or the address of a page, a file or a repository on GitHub"
    add.add_argument("location", metavar="LOCATION", help=place)
    add.add_argument("--title", default="", metavar="T", help="what the source is called")
    globs = "files, such as '**/*.md'; may be given more than once"
    add.add_argument("--include", action="append", default=[], metavar="GLOB", help=f"only these {globs}")
    add.add_argument("--exclude", action="append", default=[], metavar="GLOB", help=f"not these {globs}")
    add.add_argument("--site", action="store_true", help="the address with all pages of the site below it")
    add.add_argument("--pages", type=count, metavar="N", help="of a site, pages at most (500)")
    add.add_argument("--depth", type=count, metavar="N", help="of a site, over how many links (5)")
    for action, text, shown in (
        ("show", "a source and each of its files", "list"),
        ("remove", "put a source into the trash", "list"),
        ("restore", "take a source out of the trash, with all it held", "trash"),
        ("back", "let the earlier state of a source answer again", "list"),
        ("forget", "give up the earlier state of a source, and the room that it takes", "list"),
    ):
        one = command(actions, common, action, text)
        one.add_argument("id", metavar="ID", help=f"as “sources {shown}” shows it, or the title")
    command(actions, common, "trash", "the sources that can be brought back")
    move = command(actions, common, "move", "read a source's files at another place, as on another machine")
    move.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    move.add_argument("location", metavar="LOCATION", help="the file or folder as it is called here")
    freeze = command(actions, common, "freeze", "take nothing new into a source for a term")
    freeze.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    term = freeze.add_mutually_exclusive_group(required=True)
    term.add_argument("--until", type=day_to_come, metavar="DATE", help="the day on which it may be updated again")
    term.add_argument("--off", action="store_true", help="update it as before")
