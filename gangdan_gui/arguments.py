"""The grammar of the command line: sub-commands, options, and usage errors as data."""

from __future__ import annotations

import argparse
import datetime
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from gangdan_gui import __version__
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.freezing import today

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


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


def _something(text: str) -> str:
    """A script's variable that was never set arrives as an empty word, and must not mean anything."""
    if not text.strip():
        raise argparse.ArgumentTypeError("nothing stands there: write something, or leave it out")
    return text


def _common() -> _Parser:
    # SUPPRESS: the same option may stand before and after the sub-command, and the absent one must not reset the other.
    parser = _Parser(add_help=False)
    parser.add_argument(
        "--home", type=_something, metavar="DIR", default=argparse.SUPPRESS, help="the library's folder"
    )
    packs = "a folder of knowledge packs that answer from where they lie"
    parser.add_argument("--packs", metavar="DIR", default=argparse.SUPPRESS, help=packs)
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON object on stdout")
    return parser


def _command(owner: Any, common: _Parser, name: str, says: str) -> argparse.ArgumentParser:
    """A sub-command of `owner`; the phrase of the list of commands also begins its own help."""
    sentence = f"{says[0].upper()}{says[1:]}."
    added: argparse.ArgumentParser = owner.add_parser(name, parents=[common], help=says, description=sentence)
    return added


def _chunking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--splitter", type=_something, metavar="NAME", help="how documents are cut; this version: window"
    )
    parser.add_argument("--size", type=int, metavar="N", help="characters in a chunk (800)")
    parser.add_argument("--overlap", type=int, metavar="N", help="characters shared with the chunk before (150)")
    parser.add_argument("--min", type=int, metavar="N", dest="minimum", help="shorter pieces are dropped (50)")


def _asking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION", help="in quotation marks, in any language")
    only = "only this source, by its id or title; may be given more than once"
    parser.add_argument("-c", type=_something, dest="collections", action="append", default=[], metavar="ID", help=only)
    since = "only documents of this day, month or year or later: 2024-05-17, 2024-05 or 2024"
    parser.add_argument("--since", default="", metavar="DATE", help=since)
    tagged = "only documents with this tag; may be given more than once, for all of them together"
    parser.add_argument("--tag", type=_something, dest="tags", action="append", default=[], metavar="T", help=tagged)


def _exporting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversation", metavar="CONVERSATION", help="its id, as “conversations list” shows it")
    parser.add_argument("-o", dest="out", required=True, metavar="FILE", help=".docx, .html, .md or .json")
    parser.add_argument("--answer", type=_count, metavar="N", help="only the answer of this number, from 1")


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The words of a command, understood. Raises UsageError; exits for --help and --version."""
    grammar = parser()
    arguments = grammar.parse_args(words)
    for name in ("report", "ollama"):
        if getattr(arguments, name) is not None and not arguments.self_test:
            grammar.error(f"--{name} is for --self-test")
    if arguments.command == "documents" and arguments.action == "edit":
        _check_edit(arguments, grammar)
    if arguments.command == "build" and arguments.all and arguments.ids:
        grammar.error("--all means every source, and these name some: give one or the other")
    return arguments


def parser() -> argparse.ArgumentParser:
    """The whole grammar."""
    common = _common()
    top = _Parser(prog="gangdan-gui", parents=[common], description="Without a sub-command: open the window.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    top.add_argument("--self-test", action="store_true", help="open a window, build, ask, export, close; 0 or 1")
    top.add_argument("--report", metavar="FILE", help="where --self-test writes its report")
    top.add_argument("--ollama", metavar="URL", help="an Ollama server that --self-test uses")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _source_commands(commands, common)
    _library_commands(commands, common)
    _file_commands(commands, common)
    _conversation_commands(commands, common)
    _note_commands(commands, common)
    _document_commands(commands, common)
    _pack_commands(commands, common)
    _backup_commands(commands, common)
    doctor = _command(commands, common, "doctor", "what works on this machine and what does not")
    doctor.add_argument("--repair", action="store_true", help="mend what can be mended from what is kept")
    return top


def _source_commands(commands: Any, common: _Parser) -> None:
    sources = _command(commands, common, "sources", "the library's sources, and those on offer")
    actions = sources.add_subparsers(dest="action", required=True, parser_class=_Parser)
    _command(actions, common, "list", "the library's own sources")
    offered = _command(actions, common, "catalog", "the sources on offer")
    offered.add_argument("words", nargs="*", metavar="WORDS", help="only what these words are about, in any language")
    add = _command(actions, common, "add", "add a source of the catalogue, a file, a folder or an address")
    place = "an id of “sources catalog”, a file, a folder, or the address of a page, a file or a repository on GitHub"
    add.add_argument("location", metavar="LOCATION", help=place)
    add.add_argument("--title", default="", metavar="T", help="what the source is called")
    globs = "files, such as '**/*.md'; may be given more than once"
    add.add_argument("--include", action="append", default=[], metavar="GLOB", help=f"only these {globs}")
    add.add_argument("--exclude", action="append", default=[], metavar="GLOB", help=f"not these {globs}")
    add.add_argument("--site", action="store_true", help="the address with all pages of the site below it")
    add.add_argument("--pages", type=_count, metavar="N", help="of a site, pages at most (500)")
    add.add_argument("--depth", type=_count, metavar="N", help="of a site, over how many links (5)")
    for action, text, shown in (
        ("show", "a source and each of its files", "list"),
        ("remove", "put a source into the trash", "list"),
        ("restore", "take a source out of the trash, with all it held", "trash"),
        ("back", "let the earlier state of a source answer again", "list"),
        ("forget", "give up the earlier state of a source, and the room that it takes", "list"),
    ):
        one = _command(actions, common, action, text)
        one.add_argument("id", metavar="ID", help=f"as “sources {shown}” shows it, or the title")
    _command(actions, common, "trash", "the sources that can be brought back")
    move = _command(actions, common, "move", "read a source's files at another place, as on another machine")
    move.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    move.add_argument("location", metavar="LOCATION", help="the file or folder as it is called here")
    freeze = _command(actions, common, "freeze", "take nothing new into a source for a term")
    freeze.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    term = freeze.add_mutually_exclusive_group(required=True)
    term.add_argument("--until", type=_day_to_come, metavar="DATE", help="the day on which it may be updated again")
    term.add_argument("--off", action="store_true", help="update it as before")


def _library_commands(commands: Any, common: _Parser) -> None:
    build = _command(commands, common, "build", "make sources searchable, or bring them up to date")
    build.add_argument("ids", nargs="*", metavar="ID", help="as “sources list” shows it, or the title")
    build.add_argument("--all", action="store_true", help="every source (as when no ID is given)")
    build.add_argument("--dry-run", action="store_true", help="say what it would do and take, and do nothing")
    build.add_argument("--force", action="store_true", help="convert and cut again what did not change")
    build.add_argument("--retry", action="store_true", help="try again what failed the last time, changed or not")
    build.add_argument("--keep-previous", action="store_true", help="keep a state that is replaced, to return to")
    build.add_argument("--kept", action="store_true", help="download nothing: what is here, as you have corrected it")
    build.add_argument("--embedder", type=_something, metavar="NAME", help="builtin, or ollama[:MODEL]")
    _chunking(build)

    search = _command(commands, common, "search", "find passages")
    _asking(search)
    search.add_argument("-k", type=_count, dest="count", metavar="N", help="how many passages (10)")
    modes = "dense: by meaning (as usual); keyword: by words"
    search.add_argument("--mode", choices=("dense", "keyword", "hybrid"), default="dense", metavar="MODE", help=modes)
    search.add_argument("--path", default="", metavar="GLOB", help="only files at these paths, such as '**/*.rst'")
    search.add_argument("--language", default="", metavar="L", help="only passages in this language, such as en or zh")

    ask = _command(commands, common, "ask", "find passages, and have a chat model answer from them if there is one")
    _asking(ask)
    ask.add_argument("--model", metavar="NAME", help="a chat model of Ollama; '' for the passages only")
    ask.add_argument("--strict", action="store_true", help="no answer when the sources do not hold one")
    ask.add_argument("--conversation", default="", metavar="ID", help="go on with this conversation")
    ask.add_argument("--export", metavar="FILE", help="also write the conversation to this file, as “export” does")


def _file_commands(commands: Any, common: _Parser) -> None:
    convert = _command(commands, common, "convert", "a file as Markdown; touches no library")
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("-o", dest="out", metavar="OUT", help="where to write it, else to standard output")
    formats = "read it as this format, whatever its name: md, rst, html, ipynb, py, txt or another ending"
    convert.add_argument("--as", dest="as_format", default="", metavar="FORMAT", help=formats)

    chunks = _command(commands, common, "chunks", "how a file is cut into chunks; touches no library")
    chunks.add_argument("file", metavar="FILE")
    _chunking(chunks)


def _conversation_commands(commands: Any, common: _Parser) -> None:
    conversations = _command(commands, common, "conversations", "past conversations")
    kept = conversations.add_subparsers(dest="action", required=True, parser_class=_Parser)
    _command(kept, common, "list", "their ids and titles")
    for owner in (kept, commands):
        _exporting(_command(owner, common, "export", "write a conversation, or one answer of it, to a file"))


def _note_commands(commands: Any, common: _Parser) -> None:
    notes = _command(commands, common, "notes", "your own texts, and answers that you keep")
    actions = notes.add_subparsers(dest="action", required=True, parser_class=_Parser)
    _command(actions, common, "list", "their sources, paths and titles")
    add = _command(actions, common, "add", "keep a text of your own")
    add.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text or Markdown; without it, or as -, stdin"
    )
    add.add_argument("--title", default="", metavar="T", help="what it is called, else its first line")
    tagged = "what it is about, to be found by; may be given more than once"
    add.add_argument("--tag", type=_something, dest="tags", action="append", default=[], metavar="T", help=tagged)
    keep = _command(actions, common, "keep", "keep an answer of a model, marked as such")
    keep.add_argument("conversation", metavar="CONVERSATION", help="its id, as “conversations list” shows it")
    keep.add_argument("--answer", type=_count, metavar="N", help="the answer of this number, from 1, else the last one")
    for one in (add, keep):
        one.add_argument("--build", action="store_true", help="make it searchable at once")
    remove = _command(actions, common, "remove", "delete a note or a kept answer")
    remove.add_argument("id", metavar="SOURCE", help="as “notes list” shows it, or the title")
    remove.add_argument("path", metavar="PATH", help="as “notes list” shows it")


def _pack_commands(commands: Any, common: _Parser) -> None:
    packs = _command(commands, common, "pack", "a built source as one file, for other machines")
    actions = packs.add_subparsers(dest="action", required=True, parser_class=_Parser)
    create = _command(actions, common, "create", "write a source into one file, with its vectors")
    create.add_argument("id", metavar="ID", help="as “sources list” shows it, or the title")
    create.add_argument("-o", dest="out", required=True, metavar="FILE", help="such as numpy.gdpack")
    also = "also vectors of this embedder (builtin, or ollama[:MODEL]); may be given more than once"
    create.add_argument("--also", action="append", default=[], metavar="NAME", help=also)
    create.add_argument("--base", metavar="PACK", help="only what has changed since this earlier pack of the source")
    verify = _command(actions, common, "verify", "check a pack whole; touches no library")
    install = _command(actions, common, "install", "take a pack in as a source; nothing is embedded for that")
    for one in (verify, install):
        one.add_argument("file", metavar="FILE", help="as “pack create” wrote it")
    install.add_argument("--replace", action="store_true", help="put it in the place of another state of the same pack")
    said = "of the embedders that it has vectors of, take this one"
    install.add_argument("--embedder", type=_something, metavar="NAME", help=said)


def _backup_commands(commands: Any, common: _Parser) -> None:
    backup = _command(commands, common, "backup", "the whole library as one file, without passwords")
    actions = backup.add_subparsers(dest="action", required=True, parser_class=_Parser)
    create = _command(actions, common, "create", "write the library into one file, while it may be in use")
    create.add_argument("-o", dest="out", required=True, metavar="FILE", help="such as library.gdbackup")
    create.add_argument("--whole", action="store_true", help="with downloads and indexes, which could be made again")
    verify = _command(actions, common, "verify", "read a backup whole and compare; touches no library")
    restore = _command(actions, common, "restore", "bring a backup back; a library that is there is moved aside")
    for one in (verify, restore):
        one.add_argument("file", metavar="FILE", help="as “backup create” wrote it")


_EDITS = ("title", "authors", "date", "venue", "doi", "tags", "text", "excluded", "out", "back")


def _document_commands(commands: Any, common: _Parser) -> None:
    documents = _command(commands, common, "documents", "single documents of a source, and what you put right in them")
    actions = documents.add_subparsers(dest="action", required=True, parser_class=_Parser)
    show = _command(actions, common, "show", "a document as it answers now")
    edit = _command(actions, common, "edit", "put something right in a document; builds keep it")
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
    edit.add_argument("--date", type=_date, metavar="D", help=f"2024-05-17, 2024-05 or 2024{anew}")
    edit.add_argument("--venue", metavar="V", help=f"where it appeared{anew}")
    edit.add_argument("--doi", type=_doi, metavar="D", help=f"its DOI{anew}")
    edit.add_argument("--tag", action="append", dest="tags", metavar="T", help=f"what it is about; {more}")
    edit.add_argument("--text", metavar="FILE", help="Markdown in the place of the converted one; - for stdin")
    whole = edit.add_mutually_exclusive_group()
    whole.add_argument(
        "--exclude", action="store_true", dest="excluded", default=None, help="take it out of the source"
    )
    whole.add_argument("--include", action="store_false", dest="excluded", default=None, help="put it back")
    for option, into, says in (("exclude", "out", "take a chunk out, by its number in --chunks"),
                               ("include", "back", "put a chunk back")):  # fmt: skip
        edit.add_argument(f"--{option}-chunk", action="append", type=int, default=[], metavar="N", dest=into, help=says)
    edit.add_argument("--undo", action="store_true", help="take back all that you put right in it")
    edit.add_argument("--build", action="store_true", help="let it answer at once; nothing is downloaded for that")


def _check_edit(arguments: argparse.Namespace, grammar: argparse.ArgumentParser) -> None:
    said = any(getattr(arguments, name) not in (None, []) for name in _EDITS)
    if said and arguments.undo:
        grammar.error("--undo takes back everything and stands alone")
    if not said and not arguments.undo:
        grammar.error("say what to put right, such as --title, --text or --exclude")


def _day_to_come(text: str) -> str:
    """A day after today."""
    try:
        day = datetime.date.fromisoformat(text.strip())
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a day such as 2027-01-31") from error
    if day.isoformat() <= today():
        raise argparse.ArgumentTypeError("must be a day to come")
    return day.isoformat()


def _date(text: str) -> str:
    """A day, month or year; empty for none."""
    written = text.strip()
    try:
        if written and not (written.isascii() and _DATE.fullmatch(written)):
            raise ValueError
        datetime.date.fromisoformat(f"{written or '2000'}-01-01"[:10])
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a day, month or year such as 2024-05-17, 2024-05 or 2024") from error
    return written


def _doi(text: str) -> str:
    """A DOI without the address before it."""
    return re.sub(r"(?i)^(https?://(dx\.)?doi\.org/|doi:)\s*", "", text.strip())
