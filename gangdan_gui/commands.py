"""The commands of a library: each asks the services and returns an exit code, the JSON, and the text for people."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from pathlib import Path

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.catalog.finding import matching
from gangdan_gui.check_wording import check_sentences
from gangdan_gui.domain.documents import Source, SourceState
from gangdan_gui.domain.errors import ConversationUnreadable, NotAvailable
from gangdan_gui.domain.events import AnswerFinished, BuildFinished, BuildReport
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Support
from gangdan_gui.embedding.embedders import full_label
from gangdan_gui.exporting.exporters import exporter
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.file_commands import DONE, PROBLEMS, Result, chunking
from gangdan_gui.saying import Draft, Progress, say
from gangdan_gui.services.requests import PROBLEM, BuildOptions, SearchOptions
from gangdan_gui.wording import reason_sentence, tell

# What the manifest alone can answer, while another process holds the library too.
READS_ONLY = {("sources", "list"), ("sources", "show"), ("sources", "catalog"), ("conversations", "list"),
              ("conversations", "export"), ("export", None)}  # fmt: skip
NO_SOURCES = ("No sources yet. Add one with: gangdan-gui sources add LOCATION (a folder, a file, an address, or an id "
              "that gangdan-gui sources catalog shows)")  # fmt: skip
NOTHING_FOUND = "Nothing in your sources matches this question. Try other words, or other sources."
EXPORT_LABELS = ExportLabels(reason=reason_sentence)


async def sources_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """The library's own sources."""
    found = await application.services.library.sources()
    lines = [f"{item.source.id:24} {item.state:9} {item.documents:5} documents {item.chunks:6} chunks  "
             f"{item.source.title}" for item in found]  # fmt: skip
    text = "\n".join(lines) or NO_SOURCES
    return DONE, {"sources": [payloads.source(item) for item in found]}, text


async def sources_catalog(application: Application, arguments: argparse.Namespace) -> Result:
    """The sources on offer, or those that some words are about; Chinese words get them described in Chinese."""
    words = " ".join(arguments.words)
    found = matching(await application.services.library.offered(), words)
    in_chinese = detect_language(words) == "zh"
    lines = [_offer(source, in_chinese=in_chinese) for source in found]
    none = f"Nothing on offer is about “{words}”. See all with: gangdan-gui sources catalog"
    return DONE, {"sources": [payloads.offer(source) for source in found]}, "\n".join(lines) or none


def _offer(source: Source, *, in_chinese: bool) -> str:
    licence = f" ({source.licence})" if source.licence else ""
    description = (in_chinese and source.description_zh) or source.description
    return (f"{source.id:20} {source.language:3} {_megabytes(source.size):>8}  {source.title}{licence}\n"
            f"{'':34}{description}")  # fmt: skip


def _megabytes(size: int) -> str:
    return f"{max(size / 1_000_000, 0.1):.1f} MB" if size else ""


async def sources_add(application: Application, arguments: argparse.Namespace) -> Result:
    """Add a source of the catalogue, a file, a folder or an address."""
    added = await application.services.library.add(
        arguments.location, title=arguments.title, include=arguments.include, exclude=arguments.exclude
    )
    text = f"Added “{added.source.title}”. Build it with: gangdan-gui build {added.source.id}"
    return DONE, {"source": payloads.source(added)}, text


async def sources_show(application: Application, arguments: argparse.Namespace) -> Result:
    """A source and its files."""
    found = await application.services.library.report(arguments.id)
    summary = found.summary
    counts = f"{summary.state}, {summary.documents} documents, {summary.chunks} chunks"
    lines = [f"{summary.source.title} ({summary.source.id}): {counts}"]
    for line in found.files:
        reason = f"  {reason_sentence(line.reason)}" if line.reason else ""
        lines.append(f"{line.state:8} {line.chunks:5}  {line.encoding:10} {line.path}{reason}")
    return DONE, payloads.report(found), "\n".join(lines)


async def sources_remove(application: Application, arguments: argparse.Namespace) -> Result:
    """Put a source into the trash."""
    await application.services.library.remove(arguments.id)
    return DONE, {"removed": arguments.id}, f"Removed “{arguments.id}”; it is kept in the trash."


async def build(application: Application, arguments: argparse.Namespace) -> Result:
    """Make sources searchable; troubled builds exit with 1."""
    library = application.services.library
    ids = [] if arguments.all else list(arguments.ids)
    ids = ids or [item.source.id for item in await library.sources()]
    options = BuildOptions(arguments.force, _embedder(application, arguments), chunking(arguments))
    progress = Progress()
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
    text = "\n".join(lines) or NO_SOURCES
    return (PROBLEMS if troubled else DONE), {"sources": [payloads.build(report) for report in reports]}, text


def _embedder(application: Application, arguments: argparse.Namespace) -> str | None:
    if not arguments.embedder:
        return None
    return full_label(arguments.embedder, application.settings.load().settings.embedding_model)


async def search(application: Application, arguments: argparse.Namespace) -> Result:
    """Find passages."""
    if arguments.mode == "hybrid":
        raise NotAvailable(what=f"--mode {arguments.mode}")
    result = await application.services.assistant.search(arguments.question, _options(application, arguments))
    _say_notices(result.notices)
    if not result.passages:
        say(NOTHING_FOUND)
    lines = [f"[{item.number}] {item.score:.2f} {item.source} › {item.path} › {payloads.heading_line(item.heading)}\n"
             f"{item.text}" for item in result.passages]  # fmt: skip
    return DONE, payloads.search(result), "\n\n".join(lines)


async def ask(application: Application, arguments: argparse.Namespace) -> Result:
    """Ask, keep the exchange, and export the conversation if wished."""
    if arguments.export:  # before anything is done that would have to be done again
        exporter(Path(arguments.export))
    assistant = application.services.assistant
    finished: AnswerFinished | None = None
    draft = Draft(wanted=not getattr(arguments, "json", False))
    events = assistant.ask(arguments.question, _options(application, arguments), arguments.conversation)
    async with aclosing(events) as stream:
        async for event in stream:
            draft.show(event)
            if isinstance(event, AnswerFinished):
                finished = event
    assert finished is not None
    if arguments.export:
        await assistant.export(finished.conversation, Path(arguments.export), EXPORT_LABELS)
    _say_how_well_it_fits(finished.answer)
    code = _say_what_is_missing(finished.answer)
    payload = payloads.answer(finished.conversation, arguments.question, finished.answer)
    return code, payload, _with_sources(finished.answer, shown=draft.shown)


def _say_how_well_it_fits(answer: Answer) -> None:
    if not answer.passages:
        say(NOTHING_FOUND)
    elif answer.supported is Support.NO:
        shown = "; these are the nearest passages" if answer.text and not answer.model else ""
        say(f"Your sources do not seem to hold an answer{shown}.")


def _say_what_is_missing(answer: Answer) -> int:
    """Tell it; the exit code."""
    _say_notices(answer.notices)
    if answer.complete:
        return DONE
    say(f"The answer is not complete: {reason_sentence(answer.incomplete)}." if answer.incomplete else "Incomplete.")
    return PROBLEMS


def _say_notices(notices: Iterable[Reason]) -> None:
    for notice in notices:
        say(f"Note: {reason_sentence(notice)}.")


def _with_sources(answer: Answer, *, shown: bool) -> str:
    """A model's answer, unless it is `shown` already, and the passages that it names.

    Passages as the answer name themselves.
    """
    if not answer.model:
        return answer.text
    lines = [f"[{item.number}] {payloads.heading_line((item.title, *item.heading, item.path))}"
             for item in answer.citations]  # fmt: skip
    return "\n".join(("" if shown else answer.text, "", *lines)).rstrip()


def _options(application: Application, arguments: argparse.Namespace) -> SearchOptions:
    count = getattr(arguments, "count", None)
    return SearchOptions(
        collections=tuple(arguments.collections),
        count=application.settings.load().settings.passages if count is None else count,
        path=getattr(arguments, "path", ""),
        language=getattr(arguments, "language", ""),
        mode=getattr(arguments, "mode", "dense"),
        strict=getattr(arguments, "strict", False),
        model=getattr(arguments, "model", None),
    )


async def conversations_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """Past conversations."""
    found = await application.services.assistant.conversations()
    unreadable = await application.services.assistant.unreadable_conversations()
    for file in unreadable:
        told = tell(ConversationUnreadable(conversation=file.stem, file=str(file)))
        say(f"{told.message} {told.advice}")
    lines = [f"{item.id}  {item.updated}  {item.title}" for item in found]
    return PROBLEMS if unreadable else DONE, payloads.conversations(found, unreadable), "\n".join(lines)


async def export(application: Application, arguments: argparse.Namespace) -> Result:
    """Write a conversation, or one answer of it, to a file."""
    file = Path(arguments.out)
    assistant = application.services.assistant
    size = await assistant.export(arguments.conversation, file, EXPORT_LABELS, arguments.answer)
    return DONE, {"file": str(file), "bytes": size}, f"Wrote {file} ({size} bytes)."


async def doctor(application: Application, arguments: argparse.Namespace) -> Result:
    """What works and what does not."""
    doctor = application.services.doctor
    checks = await (doctor.repair() if arguments.repair else doctor.examine())
    told = [(check, *check_sentences(check)) for check in checks]
    payload = {"checks": [{"id": check.id, "state": check.state, "found": found, "advice": advice}
                          for check, found, advice in told]}  # fmt: skip
    lines = [f"{check.state:11} {check.id:17} {found} {advice}".rstrip() for check, found, advice in told]
    # What was not checked depends on a problem, or is not needed here.
    code = PROBLEMS if any(check.state == PROBLEM for check in checks) else DONE
    return code, payload, "\n".join(lines)


COMMANDS: dict[tuple[str, str | None], Callable[[Application, argparse.Namespace], Awaitable[Result]]] = {
    ("sources", "list"): sources_list,
    ("sources", "catalog"): sources_catalog,
    ("sources", "add"): sources_add,
    ("sources", "show"): sources_show,
    ("sources", "remove"): sources_remove,
    ("build", None): build,
    ("search", None): search,
    ("ask", None): ask,
    ("conversations", "list"): conversations_list,
    ("conversations", "export"): export,
    ("export", None): export,
    ("doctor", None): doctor,
}
