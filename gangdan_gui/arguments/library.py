"""The words of the commands that work on the whole library: build, search and ask."""

from __future__ import annotations

import argparse
from typing import Any

from gangdan_gui.arguments.chunking import add_chunking
from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.searching import add_collections, add_count, add_mode, add_reranker
from gangdan_gui.arguments.values import something


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    build = command(commands, common, "build", "make sources searchable, or bring them up to date")
    build.add_argument("ids", nargs="*", metavar="ID", help="as “sources list” shows it, or the title")
    build.add_argument("--all", action="store_true", help="every source (as when no ID is given)")
    build.add_argument("--dry-run", action="store_true", help="say what it would do and take, and do nothing")
    build.add_argument("--force", action="store_true", help="convert and cut again what did not change")
    build.add_argument("--retry", action="store_true", help="try again what failed the last time, changed or not")
    build.add_argument("--keep-previous", action="store_true", help="keep a state that is replaced, to return to")
    build.add_argument("--kept", action="store_true", help="download nothing: what is here, as you have corrected it")
    build.add_argument("--embedder", type=something, metavar="NAME", help="builtin, or ollama[:MODEL]")
    add_chunking(build)

    search = command(commands, common, "search", "find passages")
    add_asking(search)
    _explain(search)
    add_count(search)
    add_mode(search)

    ask = command(commands, common, "ask", "find passages, and have a chat model answer from them if there is one")
    add_asking(ask)
    _explain(ask)
    ask.add_argument("--model", metavar="NAME", help="a chat model of Ollama; '' for the passages only")
    strict = "no answer when the sources do not hold one, or one all the same (as in the settings)"
    ask.add_argument("--strict", action=argparse.BooleanOptionalAction, help=strict)
    ask.add_argument("--conversation", default="", metavar="ID", help="go on with this conversation")
    ask.add_argument("--export", metavar="FILE", help="also write the conversation to this file, as “export” does")


def _explain(parser: argparse.ArgumentParser) -> None:
    how = "also say how the passages were found: what was asked of whom, every candidate, and the time"
    parser.add_argument("--explain", action="store_true", help=how)


def add_asking(parser: argparse.ArgumentParser) -> None:
    """The question, and what it may look in."""
    parser.add_argument("question", metavar="QUESTION", help="in quotation marks, in any language")
    add_collections(parser)
    add_reranker(parser)
    one = "only this document, as SOURCE/PATH; may be given more than once"
    parser.add_argument(
        "--document", type=something, dest="documents", action="append", default=[], metavar="SOURCE/PATH", help=one
    )
    parser.add_argument("--path", default="", metavar="GLOB", help="only files at these paths, such as '**/*.rst'")
    kind = "only files of this kind, such as pdf or ipynb; may be given more than once"
    parser.add_argument("--kind", type=something, dest="kinds", action="append", default=[], metavar="K", help=kind)
    parser.add_argument("--language", default="", metavar="L", help="only documents in this language, such as en or zh")
    since = "only documents of this day, month or year or later: 2024-05-17, 2024-05 or 2024"
    parser.add_argument("--since", default="", metavar="DATE", help=since)
    until = "only documents of this day, month or year or earlier"
    parser.add_argument("--until", default="", metavar="DATE", help=until)
    tagged = "only documents with this tag; may be given more than once, for all of them together"
    parser.add_argument("--tag", type=something, dest="tags", action="append", default=[], metavar="T", help=tagged)
    wrong = "not by this word, that documents in another language were searched by; may be given more than once"
    parser.add_argument(
        "--without-word", type=something, dest="struck", action="append", default=[], metavar="WORD", help=wrong
    )
    also = (
        "also ask documents in another language as the chat model translates the question, or not (as in the settings)"
    )
    parser.add_argument("--translate", action=argparse.BooleanOptionalAction, help=also)
