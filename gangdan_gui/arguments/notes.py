"""The words of the commands of notes and kept answers."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.values import count, something


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    notes = command(commands, common, "notes", "your own texts, and answers that you keep")
    actions = notes.add_subparsers(dest="action", required=True, parser_class=Parser)
    command(actions, common, "list", "their sources, paths and titles")
    add = command(actions, common, "add", "keep a text of your own")
    add.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text or Markdown; without it, or as -, stdin"
    )
    add.add_argument("--title", default="", metavar="T", help="what it is called, else its first line")
    tagged = "what it is about, to be found by; may be given more than once"
    add.add_argument("--tag", type=something, dest="tags", action="append", default=[], metavar="T", help=tagged)
    keep = command(actions, common, "keep", "keep an answer of a model, marked as such")
    keep.add_argument("conversation", metavar="CONVERSATION", help="its id, as “conversations list” shows it")
    keep.add_argument("--answer", type=count, metavar="N", help="the answer of this number, from 1, else the last one")
    for one in (add, keep):
        one.add_argument("--build", action="store_true", help="make it searchable at once")
    remove = command(actions, common, "remove", "delete a note or a kept answer")
    remove.add_argument("id", metavar="SOURCE", help="as “notes list” shows it, or the title")
    remove.add_argument("path", metavar="PATH", help="as “notes list” shows it")
