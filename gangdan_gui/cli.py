"""The command line: the same services as the window, JSON for programs, sentences for people.

Nothing heavy is imported here: a spawned child imports this module again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.arguments import UsageError, parser
from gangdan_gui.domain.errors import GangDanError, NotAvailable
from gangdan_gui.saying import say
from gangdan_gui.wording import Told, tell

if TYPE_CHECKING:
    from gangdan_gui.file_commands import Result

DONE, CANNOT = 0, 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 done with problems, 2 cannot run."""
    multiprocessing.freeze_support()
    _use_utf8()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        arguments = parser().parse_args(words)
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except GangDanError as error:
        return _cannot(error, as_json="--json" in words)
    except KeyboardInterrupt:
        say("Stopped.")
        return _INTERRUPTED
    except BrokenPipeError:  # the reader (`head`) has what it wants
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE


def _run(arguments: argparse.Namespace) -> int:
    if arguments.self_test:
        if arguments.ollama:
            raise NotAvailable(what="--ollama")
        from gangdan_gui.app import self_test

        return self_test(Path(arguments.report) if arguments.report else None)
    if arguments.command is None:
        from gangdan_gui.app import run_window

        return run_window(_home(arguments))
    code, payload, text = _result(arguments)
    if getattr(arguments, "json", False):
        print(json.dumps(payload, ensure_ascii=False))
    elif text:
        print(text)
    return code


def _result(arguments: argparse.Namespace) -> Result:
    from gangdan_gui import file_commands

    if arguments.command == "convert":
        return file_commands.convert(arguments)
    if arguments.command == "chunks":
        return file_commands.chunks(arguments)
    return asyncio.run(_with_library(arguments))


async def _with_library(arguments: argparse.Namespace) -> Result:
    from gangdan_gui.app import open_application
    from gangdan_gui.commands import COMMANDS, READS_ONLY

    name = (arguments.command, getattr(arguments, "action", None))
    holder = f"gangdan-gui {arguments.command}"
    async with open_application(_home(arguments), holder, may_read_only=name in READS_ONLY) as application:
        for problem in application.problems:
            say(_line(tell(problem)))
        return await COMMANDS[name](application, arguments)


def _home(arguments: argparse.Namespace) -> Path:
    from gangdan_gui.app import default_home

    chosen = getattr(arguments, "home", None)
    return Path(chosen).expanduser().absolute() if chosen else default_home()


def _cannot(error: GangDanError, *, as_json: bool) -> int:
    told = Told(error.id, error.facts["what"], error.facts["usage"]) if isinstance(error, UsageError) else tell(error)
    if as_json:
        payload = {"error": {"id": told.id, "message": told.message, "advice": told.advice}}
        print(json.dumps(payload, ensure_ascii=False))
    else:
        say(_line(told))
    return CANNOT


def _line(told: Told) -> str:
    return f"{told.message} {told.advice}".strip()


def _use_utf8() -> None:
    """UTF-8 whatever the console's code page; names that are not Unicode come out escaped."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


