"""The words of the commands of conversations."""

from __future__ import annotations

import argparse
from typing import Any

from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.values import count


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    conversations = command(commands, common, "conversations", "past conversations")
    kept = conversations.add_subparsers(dest="action", required=True, parser_class=Parser)
    command(kept, common, "list", "their ids and titles")
    for owner in (kept, commands):
        _exporting(command(owner, common, "export", "write a conversation, or one answer of it, to a file"))


def _exporting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversation", metavar="CONVERSATION", help="its id, as “conversations list” shows it")
    parser.add_argument("-o", dest="out", required=True, metavar="FILE", help=".docx, .html, .md or .json")
    parser.add_argument("--answer", type=count, metavar="N", help="only the answer of this number, from 1")
