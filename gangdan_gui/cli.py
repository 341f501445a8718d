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
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gangdan_gui.arguments import UsageError, parser
from gangdan_gui.domain.errors import CannotWrite, GangDanError, NotAvailable
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.wording import Told, check_sentences, reason_sentence, tell

if TYPE_CHECKING:
    from gangdan_gui.app import Application
    from gangdan_gui.domain.documents import ChunkSettings
    from gangdan_gui.services.requests import SearchOptions

DONE, PROBLEMS, CANNOT = 0, 1, 2
_INTERRUPTED = 130

Payload = dict[str, Any]
Result = tuple[int, Payload, str]


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
        _say("Stopped.")
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
    code, payload, text = _without_library(arguments) or asyncio.run(_with_library(arguments))
    if getattr(arguments, "json", False):
        print(json.dumps(payload, ensure_ascii=False))
    elif text:
        print(text)
    return code


# commands that touch no library


def _without_library(arguments: argparse.Namespace) -> Result | None:
    if arguments.command == "convert":
        return _convert(arguments)
    if arguments.command == "chunks":
        return _chunks(arguments)
    return None


def _convert(arguments: argparse.Namespace) -> Result:
    from gangdan_gui.services.inspection import read_document

    document = read_document(Path(arguments.file), arguments.as_format)
    warnings = [reason_sentence(warning) for warning in document.warnings]
    for warning in warnings:
        _say(f"{arguments.file}: {warning}")
    text = document.text.removesuffix("\n")
    if arguments.out:
        _write(Path(arguments.out), document.text)
        text = ""
    payload = {
        "title": document.title,
        "encoding": document.encoding,
        "language": document.language,
        "text": document.text,
        "warnings": warnings,
    }
    return (PROBLEMS if warnings else DONE), payload, text


def _chunks(arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads
    from gangdan_gui.domain.documents import ChunkSettings
    from gangdan_gui.services.inspection import inspect

    found = inspect(Path(arguments.file), _chunking(arguments) or ChunkSettings())
    payload = payloads.chunks(found.split.pieces)
    lines = [f"[{piece.ordinal}] {piece.start}–{piece.end} {payloads.heading_line(piece.heading)}\n{piece.text}"
             for piece in found.split.pieces]  # fmt: skip
    if found.split.dropped:
        note = Reason("short-pieces", str(found.split.dropped_characters))
        _say(f"{arguments.file}: {reason_sentence(note)}")
    return DONE, payload, "\n\n".join(lines)


def _chunking(arguments: argparse.Namespace) -> ChunkSettings | None:
    from dataclasses import replace

    from gangdan_gui.domain.documents import ChunkSettings

    given = {name: getattr(arguments, name) for name in ("splitter", "size", "overlap", "minimum")}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        return None
    chunking = replace(ChunkSettings(), **given)
    _check_chunking(chunking)
    return chunking


def _check_chunking(chunking: ChunkSettings) -> None:
    """Say at once what would fail for every file."""
    from gangdan_gui.chunking.splitters import splitter

    splitter(chunking.splitter)("", chunking)


# commands of a library

_READS_ONLY = {("sources", "list"), ("sources", "show"), ("sources", "catalog"), ("conversations", "list")}


async def _with_library(arguments: argparse.Namespace) -> Result:
    from gangdan_gui.app import open_application

    action = (arguments.command, getattr(arguments, "action", None))
    reads_only = action in _READS_ONLY or arguments.command == "export"
    holder = f"gangdan-gui {arguments.command}"
    async with open_application(_home(arguments), holder, may_read_only=reads_only) as application:
        for problem in application.problems:
            _say(_line(tell(problem)))
        return await _COMMANDS[action if action in _COMMANDS else (arguments.command, None)](application, arguments)


async def _sources_list(application: Application, _arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads

    found = await application.services.library.sources()
    lines = [f"{item.source.id:24} {item.state:9} {item.documents:5} documents {item.chunks:6} chunks  "
             f"{item.source.title}" for item in found]  # fmt: skip
    text = "\n".join(lines) or "No sources yet. Add one with: gangdan-gui sources add FOLDER"
    return DONE, {"sources": [payloads.source(item) for item in found]}, text


async def _sources_catalog(_application: Application, _arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads
    from gangdan_gui.bundled import SOURCES_YAML
    from gangdan_gui.catalog.source_list import read_source_list
    from gangdan_gui.domain.documents import SourceState, SourceSummary

    found = read_source_list(SOURCES_YAML)
    offered = [payloads.source(SourceSummary(source, SourceState.NEW)) for source in found.sources]
    lines = [f"{source.id:24} {source.title}" for source in found.sources]
    return DONE, {"sources": offered}, "\n".join(lines) or "The catalogue is empty in this version."


async def _sources_add(application: Application, arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads

    added = await application.services.library.add(
        arguments.location, title=arguments.title, include=arguments.include, exclude=arguments.exclude
    )
    text = f"Added “{added.source.title}”. Build it with: gangdan-gui build {added.source.id}"
    return DONE, {"source": payloads.source(added)}, text


async def _sources_show(application: Application, arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads

    found = await application.services.library.report(arguments.id)
    summary = found.summary
    counts = f"{summary.state}, {summary.documents} documents, {summary.chunks} chunks"
    lines = [f"{summary.source.title} ({summary.source.id}): {counts}"]
    for line in found.files:
        reason = f"  {reason_sentence(line.reason)}" if line.reason else ""
        lines.append(f"{line.state:8} {line.chunks:5}  {line.encoding:10} {line.path}{reason}")
    return DONE, payloads.report(found), "\n".join(lines)


async def _sources_remove(application: Application, arguments: argparse.Namespace) -> Result:
    await application.services.library.remove(arguments.id)
    return DONE, {"removed": arguments.id}, f"Removed “{arguments.id}”; it is kept in the trash."


async def _build(application: Application, arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads
    from gangdan_gui.domain.documents import SourceState
    from gangdan_gui.domain.events import BuildFinished, BuildReport
    from gangdan_gui.services.requests import BuildOptions

    library = application.services.library
    ids = [] if arguments.all else list(arguments.ids)
    ids = ids or [item.source.id for item in await library.sources()]
    options = BuildOptions(arguments.force, _embedder(arguments), _chunking(arguments))
    progress = _Progress()
    reports: list[BuildReport] = []
    async with aclosing(library.build(ids, options)) as events:
        async for event in events:
            progress.show(event)
            if isinstance(event, BuildFinished):
                reports.append(event.report)
    troubled = any(report.problems or report.state is not SourceState.READY for report in reports)
    lines = [f"{report.source}: {report.state}, {report.documents} documents, {report.chunks_total} chunks "
             f"(+{report.chunks_added} −{report.chunks_removed}), {report.seconds.get('total', 0.0):.1f} s"
             for report in reports]  # fmt: skip
    text = "\n".join(lines) or "No sources yet. Add one with: gangdan-gui sources add FOLDER"
    return (PROBLEMS if troubled else DONE), {"sources": [payloads.build(report) for report in reports]}, text


def _embedder(arguments: argparse.Namespace) -> str | None:
    from gangdan_gui.embedding.embedders import embedder

    if arguments.embedder:
        embedder(arguments.embedder)
    label: str | None = arguments.embedder
    return label


async def _search(application: Application, arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads

    if arguments.mode != "dense":
        raise NotAvailable(what=f"--mode {arguments.mode}")
    result = await application.services.assistant.search(arguments.question, _options(application, arguments))
    lines = [f"[{item.number}] {item.score:.2f} {item.source} › {item.path} › {payloads.heading_line(item.heading)}\n"
             f"{item.text}" for item in result.passages]  # fmt: skip
    return DONE, payloads.search(result), "\n\n".join(lines)


async def _ask(application: Application, arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads
    from gangdan_gui.domain.events import AnswerFinished
    from gangdan_gui.domain.search import Support

    if arguments.model:
        raise NotAvailable(what=f"--model {arguments.model}")
    assistant = application.services.assistant
    finished: AnswerFinished | None = None
    events = assistant.ask(arguments.question, _options(application, arguments), arguments.conversation)
    async with aclosing(events) as stream:
        async for event in stream:
            if isinstance(event, AnswerFinished):
                finished = event
    assert finished is not None
    if arguments.export:
        await assistant.export(finished.conversation, Path(arguments.export))
    if finished.answer.supported is Support.NO:
        _say("Your sources do not seem to hold an answer; these are the nearest passages.")
    text = finished.answer.text
    return DONE, payloads.answer(finished.conversation, arguments.question, finished.answer), text


def _options(application: Application, arguments: argparse.Namespace) -> SearchOptions:
    from gangdan_gui.services.requests import SearchOptions

    count = getattr(arguments, "count", None)
    return SearchOptions(
        collections=tuple(arguments.collections),
        count=application.settings.load().settings.passages if count is None else count,
        path=getattr(arguments, "path", ""),
        language=getattr(arguments, "language", ""),
        strict=getattr(arguments, "strict", False),
    )


async def _conversations_list(application: Application, _arguments: argparse.Namespace) -> Result:
    from gangdan_gui import payloads

    found = await application.services.assistant.conversations()
    lines = [f"{item.id}  {item.updated}  {item.title}" for item in found]
    return DONE, payloads.conversations(found), "\n".join(lines)


async def _export(application: Application, arguments: argparse.Namespace) -> Result:
    file = Path(arguments.out)
    size = await application.services.assistant.export(arguments.conversation, file)
    return DONE, {"file": str(file), "bytes": size}, f"Wrote {file} ({size} bytes)."


async def _doctor(application: Application, arguments: argparse.Namespace) -> Result:
    doctor = application.services.doctor
    checks = await (doctor.repair() if arguments.repair else doctor.examine())
    told = [(check, *check_sentences(check.id, check.state, check.facts)) for check in checks]
    payload = {"checks": [{"id": check.id, "state": check.state, "found": found, "advice": advice}
                          for check, found, advice in told]}  # fmt: skip
    lines = [f"{check.state:11} {check.id:10} {found} {advice}".rstrip() for check, found, advice in told]
    code = PROBLEMS if any(check.state != "ok" for check in checks) else DONE
    return code, payload, "\n".join(lines)


_COMMANDS: dict[tuple[str, str | None], Callable[[Application, argparse.Namespace], Awaitable[Result]]] = {
    ("sources", "list"): _sources_list,
    ("sources", "catalog"): _sources_catalog,
    ("sources", "add"): _sources_add,
    ("sources", "show"): _sources_show,
    ("sources", "remove"): _sources_remove,
    ("build", None): _build,
    ("search", None): _search,
    ("ask", None): _ask,
    ("conversations", "list"): _conversations_list,
    ("export", None): _export,
    ("doctor", None): _doctor,
}


# what is said and where


class _Progress:
    """Tells a build's progress on stderr: one line that changes on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def show(self, event: object) -> None:
        """Say one event, if it is news."""
        from gangdan_gui.domain.events import BuildFinished, DocumentSkipped, StageProgress

        if isinstance(event, StageProgress):
            line = f"{event.source}: {event.stage} {event.done}/{event.total}"
            if self._terminal:
                print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
            elif event.done == event.total and line != self._last:
                _say(line)
            self._last = line
        elif isinstance(event, DocumentSkipped):
            self._line(f"{event.source}: {event.path}: {reason_sentence(event.reason)}")
        elif isinstance(event, BuildFinished):
            for problem in event.report.problems:
                self._line(f"{event.report.source}: {problem.path or event.report.source}: "
                           f"{reason_sentence(problem.reason)}")  # fmt: skip

    def _line(self, line: str) -> None:
        _say(f"\r\x1b[K{line}" if self._terminal else line)


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
        _say(_line(told))
    return CANNOT


def _line(told: Told) -> str:
    return f"{told.message} {told.advice}".strip()


def _say(line: str) -> None:
    if sys.stderr is not None:  # a windowed program on Windows has none
        print(line, file=sys.stderr, flush=True)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error


def _use_utf8() -> None:
    """UTF-8 whatever the console's code page; names that are not Unicode come out escaped."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


