"""The command line: the same services as the window, JSON for programs, sentences for people.

Nothing heavy is imported here: a spawned child imports this module again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.arguments import read_arguments
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.domain.errors import CannotWrite, LibraryReadOnly, UnreadableFile
from gangdan_gui.numpy_threads import one_numpy_thread
from gangdan_gui.places import default_home, home_at, packs_folder
from gangdan_gui.saying import prepare_streams, put, say
from gangdan_gui.wording import Told, tell

if TYPE_CHECKING:
    from gangdan_gui.commands.outcome import Result

CANNOT = 2
_LONGEST = 600
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 done with problems, 2 cannot run."""
    multiprocessing.freeze_support()
    prepare_streams()
    one_numpy_thread()
    words = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in words
    try:
        return _run(read_arguments(words))
    except KeyboardInterrupt:
        _refuse(Told("stopped", "Stopped.", "What was done until then is kept."), as_json=as_json)
        return _INTERRUPTED
    except Exception as error:  # the edge: whoever reads JSON gets JSON, and 1 means something else
        _refuse(_told(error), as_json=as_json)
        return CANNOT


def _run(arguments: argparse.Namespace) -> int:
    if arguments.self_test:
        from gangdan_gui.showing import self_test

        return self_test(Path(arguments.report) if arguments.report else None, arguments.ollama or "")
    if arguments.command is None:
        from gangdan_gui.showing import run_window

        return run_window(_home(arguments), packs_folder(getattr(arguments, "packs", "")))
    code, payload, text = _result(arguments)
    if getattr(arguments, "json", False):
        put(json.dumps(payload, ensure_ascii=False))
    elif text:
        put(text)
    return code


def _result(arguments: argparse.Namespace) -> Result:
    if arguments.command in ("convert", "chunks"):
        from gangdan_gui.commands import files as file_commands

        return {"convert": file_commands.convert, "chunks": file_commands.chunks}[arguments.command](arguments)
    if arguments.command == "evaluate":
        from gangdan_gui.commands import evaluation as evaluation_commands

        return evaluation_commands.evaluate(arguments)
    if (arguments.command, getattr(arguments, "action", None)) == ("pack", "verify"):
        from gangdan_gui.commands import packs as pack_commands

        return pack_commands.pack_verify(arguments)
    if arguments.command == "backup" and arguments.action != "create":  # these need no library that can be opened
        from gangdan_gui.commands import backups as backup_commands

        return {"verify": backup_commands.backup_verify, "restore": backup_commands.backup_restore}[arguments.action](
            arguments
        )
    import asyncio  # a quarter of the time that `--help` and a mistyped command have, which do without it

    return asyncio.run(_with_library(arguments))


async def _with_library(arguments: argparse.Namespace) -> Result:
    from gangdan_gui.app import open_application
    from gangdan_gui.commands.table import ASKS_ONLY, READS_ONLY, command

    name = (arguments.command, getattr(arguments, "action", None))
    holder = f"gangdan-gui {arguments.command}"
    reads_only = name in READS_ONLY or getattr(arguments, "dry_run", False)
    packs = packs_folder(getattr(arguments, "packs", ""))
    async with open_application(_home(arguments), holder, may_read_only=reads_only, packs=packs) as application:
        for problem in application.problems:
            if isinstance(problem, LibraryReadOnly) and not reads_only and name not in ASKS_ONLY:
                raise problem
            say(_line(tell(problem)))
        return await command(name)(application, arguments)


def _home(arguments: argparse.Namespace) -> Path:
    chosen = getattr(arguments, "home", None)
    return home_at(chosen) if chosen else default_home()


def _told(error: Exception) -> Told:
    if isinstance(error, UnreadableFile) and "file" in error.facts:
        advice = "Name another file, or save it in a format that is read."
        return Told(error.id, f"“{error.facts['file']}”: {tell(error).message}.", advice)
    if not isinstance(error, UsageError):
        return tell(error)
    what, usage = error.facts["what"], " ".join(error.facts["usage"].split())
    end = "" if usage.startswith("usage:") else "."
    return Told(error.id, f"{what[:1].upper()}{what[1:]}.", f"{usage[:1].upper()}{usage[1:]}{end}")


def _refuse(told: Told, *, as_json: bool) -> None:
    told = replace(told, message=_short(told.message))
    say(_line(told))
    if as_json:
        payload = {"error": {"id": told.id, "message": told.message, "advice": told.advice}}
        with suppress(CannotWrite):  # stdout may be what is refused
            put(json.dumps(payload, ensure_ascii=False))


def _short(text: str) -> str:
    """What was typed may be a whole page that was pasted by mistake; its beginning tells which."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


def _line(told: Told) -> str:
    return f"{told.message} {told.advice}".strip()
