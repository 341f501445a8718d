"""The grammar of the command line: a module for each group of commands, and usage errors as data."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gangdan_gui import __version__
from gangdan_gui.arguments import (
    backups,
    conversations,
    documents,
    evaluation,
    explaining,
    files,
    golden,
    library,
    notes,
    packs,
    sources,
)
from gangdan_gui.arguments.documents import check_edit
from gangdan_gui.arguments.grammar import Parser, UsageError, command, common_options

# In the order in which help lists them.
GROUPS = (sources, library, explaining, files, evaluation, golden, conversations, notes, documents, packs, backups)


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The words of a command, understood. Raises UsageError; exits for --help and --version."""
    grammar = parser()
    try:
        arguments = grammar.parse_args(words)
    except UsageError as error:
        raise _of_question(error) from error
    for name in ("report", "ollama"):
        if getattr(arguments, name) is not None and not arguments.self_test:
            grammar.error(f"--{name} is for --self-test")
    if arguments.command == "documents" and arguments.action == "edit":
        check_edit(arguments, grammar)
    if arguments.command == "build" and arguments.all and arguments.ids:
        grammar.error("--all means every source, and these name some: give one or the other")
    return arguments


def _of_question(error: UsageError) -> UsageError:
    """The error; where the question is missing, with how one is asked that looks like an option, as `--force` does."""
    said = error.facts
    if "QUESTION" not in said["what"]:
        return error
    return UsageError(what=said["what"], usage=f"{said['usage']}. A question that begins with a dash goes after “--”")


def parser() -> argparse.ArgumentParser:
    """The whole grammar."""
    common = common_options()
    top = Parser(prog="gangdan-gui", parents=[common], description="Without a sub-command: open the window.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    top.add_argument("--self-test", action="store_true", help="open a window, build, ask, export, close; 0 or 1")
    top.add_argument("--report", metavar="FILE", help="where --self-test writes its report")
    top.add_argument("--ollama", metavar="URL", help="an Ollama server that --self-test uses")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for group in GROUPS:
        group.add_commands(commands, common)
    doctor = command(commands, common, "doctor", "what works on this machine and what does not")
    doctor.add_argument("--repair", action="store_true", help="mend what can be mended from what is kept")
    return top
