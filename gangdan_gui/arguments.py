"""The grammar of the command line: sub-commands, options, and usage errors as data."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from gangdan_gui import __version__
from gangdan_gui.domain.errors import GangDanError


class UsageError(GangDanError):
    """The words of a command are off. Facts: what, usage."""

    id = "usage"


class _Parser(argparse.ArgumentParser):
    """Raises instead of printing, so that `--json` gets its error as JSON too; takes options by their full names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UsageError(what=message, usage=self.format_usage().strip())


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _common() -> _Parser:
    # SUPPRESS: the same option may stand before and after the sub-command, and the absent one must not reset the other.
    parser = _Parser(add_help=False)
    parser.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="the library's folder")
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON object on stdout")
    return parser


def _chunking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--splitter", metavar="NAME", help="how documents are cut (window)")
    parser.add_argument("--size", type=int, metavar="N", help="characters in a chunk (800)")
    parser.add_argument("--overlap", type=int, metavar="N", help="characters shared with the chunk before (150)")
    parser.add_argument("--min", type=int, metavar="N", dest="minimum", help="shorter pieces are dropped (50)")


def _asking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question")
    parser.add_argument("-c", dest="collections", action="append", default=[], metavar="ID", help="only this source")


def _exporting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversation", metavar="CONVERSATION")
    parser.add_argument("-o", dest="out", required=True, metavar="FILE", help=".md, .html, .docx or .json")
    parser.add_argument("--answer", type=_count, metavar="N", help="only the answer of this number, from 1")


def parser() -> argparse.ArgumentParser:
    """The whole grammar."""
    common = _common()
    top = _Parser(prog="gangdan-gui", parents=[common], description="Without a sub-command: open the window.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    top.add_argument("--self-test", action="store_true", help="open a window, build, ask, export, close; 0 or 1")
    top.add_argument("--report", metavar="FILE", help="where --self-test writes its report")
    top.add_argument("--ollama", metavar="URL", help="an Ollama server that --self-test uses")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    sources = commands.add_parser("sources", parents=[common], help="the library's sources")
    actions = sources.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_Parser)
    actions.add_parser("list", parents=[common], help="the library's own sources")
    offered = actions.add_parser("catalog", parents=[common], help="the sources on offer")
    offered.add_argument("words", nargs="*", metavar="WORDS", help="only what these words are about, in any language")
    add = actions.add_parser("add", parents=[common], help="add a file or folder")
    add.add_argument("location", metavar="LOCATION")
    add.add_argument("--title", default="")
    add.add_argument("--include", action="append", default=[], metavar="GLOB")
    add.add_argument("--exclude", action="append", default=[], metavar="GLOB")
    for action, text in (("show", "a source and its files"), ("remove", "put a source into the trash")):
        actions.add_parser(action, parents=[common], help=text).add_argument("id", metavar="ID")

    build = commands.add_parser("build", parents=[common], help="make sources searchable")
    build.add_argument("ids", nargs="*", metavar="ID")
    build.add_argument("--all", action="store_true", help="every source (as when no ID is given)")
    build.add_argument("--force", action="store_true", help="convert and cut again what did not change")
    build.add_argument("--embedder", metavar="NAME", help="builtin, or ollama[:MODEL]")
    _chunking(build)

    search = commands.add_parser("search", parents=[common], help="find passages")
    _asking(search)
    search.add_argument("-k", type=_count, dest="count", metavar="N", help="how many passages (10)")
    search.add_argument("--mode", choices=("dense", "keyword", "hybrid"), default="dense")
    search.add_argument("--path", default="", metavar="GLOB")
    search.add_argument("--language", default="", metavar="L")

    ask = commands.add_parser("ask", parents=[common], help="ask the sources")
    _asking(ask)
    ask.add_argument("--model", metavar="NAME", help="a chat model of Ollama that answers from the passages")
    ask.add_argument("--strict", action="store_true", help="no answer when the sources do not hold one")
    ask.add_argument("--conversation", default="", metavar="ID", help="go on with this conversation")
    ask.add_argument("--export", metavar="FILE", help="also write the conversation to this file, as “export” does")

    convert = commands.add_parser("convert", parents=[common], help="a file as Markdown; touches no library")
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("-o", dest="out", metavar="OUT")
    convert.add_argument("--as", dest="as_format", default="", metavar="FORMAT")

    chunks = commands.add_parser("chunks", parents=[common], help="a file's chunks; touches no library")
    chunks.add_argument("file", metavar="FILE")
    _chunking(chunks)

    conversations = commands.add_parser("conversations", parents=[common], help="past conversations")
    kept = conversations.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_Parser)
    kept.add_parser("list", parents=[common], help="their ids and titles")
    for owner in (kept, commands):
        _exporting(owner.add_parser("export", parents=[common], help="write a conversation to a file"))

    doctor = commands.add_parser("doctor", parents=[common], help="what works and what does not")
    doctor.add_argument("--repair", action="store_true", help="mend what can be mended")
    return top
