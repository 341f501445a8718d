"""The words of the commands of single documents."""

from __future__ import annotations

import argparse
from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.values import date, doi, number

_EDITS = ("title", "authors", "date", "venue", "doi", "tags", "text", "excluded", "out", "back")


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    documents = command(commands, common, "documents", "single documents of a source, and what you put right in them")
    actions = documents.add_subparsers(dest="action", required=True, parser_class=Parser)
    show = command(actions, common, "show", "a document as it answers now")
    edit = command(actions, common, "edit", "put something right in a document; builds keep it")
    for one in (show, edit):
        one.add_argument("source", metavar="SOURCE", help="as “sources list” shows it, or the title")
        one.add_argument("path", metavar="PATH", help="as “sources show” shows it")
    kinds = show.add_mutually_exclusive_group()
    kinds.add_argument("--original", action="store_true", help="what its file holds, before it was converted")
    kinds.add_argument("--markdown", action="store_true", help="its Markdown alone")
    kinds.add_argument("--chunks", action="store_true", help="how it was cut, with what was taken out")
    _editing(edit)


def _editing(edit: argparse.ArgumentParser) -> None:
    anew = "; '' for what the document says"
    edit.add_argument("--title", metavar="T", help=f"what it is called{anew}")
    more = f"may be given more than once{anew}"
    edit.add_argument("--author", action="append", dest="authors", metavar="A", help=f"who wrote it; {more}")
    edit.add_argument("--date", type=date, metavar="D", help=f"2024-05-17, 2024-05 or 2024{anew}")
    edit.add_argument("--venue", metavar="V", help=f"where it appeared{anew}")
    edit.add_argument("--doi", type=doi, metavar="D", help=f"its DOI{anew}")
    edit.add_argument("--tag", action="append", dest="tags", metavar="T", help=f"what it is about; {more}")
    edit.add_argument("--text", metavar="FILE", help="Markdown in the place of the converted one; - for stdin")
    whole = edit.add_mutually_exclusive_group()
    whole.add_argument(
        "--exclude", action="store_true", dest="excluded", default=None, help="take it out of the source"
    )
    whole.add_argument("--include", action="store_false", dest="excluded", default=None, help="put it back")
    for option, into, says in (("exclude", "out", "take a chunk out, by its number in --chunks"),
                               ("include", "back", "put a chunk back")):  # fmt: skip
        edit.add_argument(
            f"--{option}-chunk", action="append", type=number, default=[], metavar="N", dest=into, help=says
        )
    edit.add_argument("--undo", action="store_true", help="take back all that you put right in it")
    edit.add_argument("--build", action="store_true", help="let it answer at once; nothing is downloaded for that")


def check_edit(arguments: argparse.Namespace, grammar: argparse.ArgumentParser) -> None:
    """Refuse what says nothing, and what says two things. Raises UsageError."""
    said = any(getattr(arguments, name) not in (None, []) for name in _EDITS)
    if said and arguments.undo:
        grammar.error("--undo takes back everything and stands alone")
    if not said and not arguments.undo:
        grammar.error("say what to put right, such as --title, --text or --exclude")
