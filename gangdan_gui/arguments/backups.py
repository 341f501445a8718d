"""The words of the commands of backups."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.grammar import Parser, command


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    backup = command(commands, common, "backup", "the whole library as one file, without passwords")
    actions = backup.add_subparsers(dest="action", required=True, parser_class=Parser)
    create = command(actions, common, "create", "write the library into one file, while it may be in use")
    create.add_argument("-o", dest="out", required=True, metavar="FILE", help="such as library.gdbackup")
    create.add_argument("--whole", action="store_true", help="with downloads and indexes, which could be made again")
    verify = command(actions, common, "verify", "read a backup whole and compare; touches no library")
    restore = command(actions, common, "restore", "bring a backup back; a library that is there is moved aside")
    for one in (verify, restore):
        one.add_argument("file", metavar="FILE", help="as “backup create” wrote it")
