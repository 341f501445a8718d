"""What the grammar is made of: a parser that raises, sub-commands, and the options that all of them take."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from gangdan_gui.arguments.values import something
from gangdan_gui.domain.errors import GangDanError


class UsageError(GangDanError):
    """The words of a command are off. Facts: what, usage."""

    id = "usage"


class Parser(argparse.ArgumentParser):
    """Raises instead of printing, so that `--json` gets its error as JSON too; takes options by their full names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UsageError(what=message, usage=self.format_usage().strip())


def common_options() -> Parser:
    """The options of every command, before and after it."""
    # SUPPRESS: the same option may stand before and after the sub-command, and the absent one must not reset the other.
    parser = Parser(add_help=False)
    parser.add_argument("--home", type=something, metavar="DIR", default=argparse.SUPPRESS, help="the library's folder")
    packs = "a folder of knowledge packs that answer from where they lie"
    parser.add_argument("--packs", metavar="DIR", default=argparse.SUPPRESS, help=packs)
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON object on stdout")
    return parser


def command(owner: Any, common: Parser, name: str, says: str) -> argparse.ArgumentParser:
    """A sub-command of `owner`; the phrase of the list of commands also begins its own help."""
    sentence = f"{says[0].upper()}{says[1:]}."
    added: argparse.ArgumentParser = owner.add_parser(name, parents=[common], help=says, description=sentence)
    return added
