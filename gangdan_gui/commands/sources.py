"""The commands of a library's sources: list, add, look at, remove, bring back."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.catalog.finding import alike, matching
from gangdan_gui.commands.generations import generation_lines
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.domain.documents import Source, SourceState
from gangdan_gui.domain.errors import LocationMissing, NotInTrash, NotOffered, UnknownSource
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reports import SourceChanges, SourceSummary
from gangdan_gui.payloads.counted import counted
from gangdan_gui.saying import Progress
from gangdan_gui.services.requests import DAYS_IN_TRASH, BuildOptions, WholeSite
from gangdan_gui.services.sources.source_names import source_named
from gangdan_gui.wording import reason_sentence

NO_SOURCES = ("No sources yet. Add one with: gangdan-gui sources add LOCATION (a folder, a file, an address, or an id "
              "that gangdan-gui sources catalog shows)")  # fmt: skip


async def sources_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """The library's own sources, and which of them are other now on disk."""
    changes = {one.source: one for one in await application.services.library.look()}
    found = [_as_seen(item, changes) for item in await application.services.library.sources()]
    lines = [f"{item.source.id:24} {item.state:9} {item.documents:5} documents {item.chunks:6} chunks  "
             f"{item.source.title}{_part(item)}{_states(item)}" for item in found]  # fmt: skip
    text = "\n".join(lines) or NO_SOURCES
    return DONE, {"sources": [payloads.source(item) for item in found]}, text


def _documents(held: SourceSummary | BuildReport) -> str:
    if held.is_partial:
        return f"{held.documents:,} of {counted(held.expected, 'document')}"
    return counted(held.documents, "document")


def _part(summary: SourceSummary) -> str:
    return f" (partial: {summary.documents:,} of {summary.expected:,})" if summary.is_partial else ""


def _states(summary: SourceSummary) -> str:
    frozen = [f"frozen until {summary.frozen_until}"] if summary.frozen_until else []
    part = f"{summary.building.documents:,} of {summary.expected:,}" if summary.building else ""
    rebuilt = [f"being rebuilt: {part}, the earlier state answers"] if part else []
    kept = ["an earlier state is kept"] if summary.previous else []
    said = "; ".join((*rebuilt, *kept, *frozen))
    return f" ({said})" if said else ""


def _as_seen(summary: SourceSummary, changes: Mapping[str, SourceChanges]) -> SourceSummary:
    """A summary with what was seen on disk, which a library that can't be written does not note."""
    stale = summary.source.id in changes and summary.state is SourceState.READY
    return replace(summary, state=SourceState.STALE) if stale else summary


async def built(application: Application, ids: Sequence[str], options: BuildOptions) -> Result:
    """Build sources, telling how far each is; troubled builds exit with 1."""
    progress = Progress()
    reports: list[BuildReport] = []
    async with aclosing(application.services.library.build(ids, options)) as events:
        async for event in events:
            progress.show(event)
            if isinstance(event, BuildFinished):
                reports.append(event.report)
    troubled = any(report.problems or report.state is not SourceState.READY for report in reports)
    lines = [f"{report.source}: {report.state}, {_documents(report)}, {counted(report.chunks_total, 'chunk')} "
             f"(+{report.chunks_added} −{report.chunks_removed}), {report.seconds.get('total', 0.0):.1f} s"
             for report in reports]  # fmt: skip
    text = "\n".join(lines) or NO_SOURCES
    return (PROBLEMS if troubled else DONE), {"sources": [payloads.build(report) for report in reports]}, text


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
    library = application.services.library
    try:
        added = await library.add(
            arguments.location,
            title=arguments.title,
            include=arguments.include,
            exclude=arguments.exclude,
            site=_whole_site(arguments),
        )
    except LocationMissing as error:
        close = alike(await library.offered(), arguments.location)
        if not close:
            raise
        raise NotOffered(**error.facts, alike=", ".join(close)) from error
    text = f"Added “{added.source.title}”. Build it with: gangdan-gui build {added.source.id}"
    return DONE, {"source": payloads.source(added)}, text


def _whole_site(arguments: argparse.Namespace) -> WholeSite | None:
    """How much of a site is meant; its limits alone mean one too."""
    pages, depth = arguments.pages or 0, arguments.depth or 0
    return WholeSite(pages, depth) if arguments.site or pages or depth else None


async def sources_show(application: Application, arguments: argparse.Namespace) -> Result:
    """A source and its files."""
    library = application.services.library
    changes = {one.source: one for one in await library.look()}
    found = await library.report(source_named(arguments.id, await library.sources()))
    summary = _as_seen(found.summary, changes)
    other = changes.get(summary.source.id, SourceChanges(summary.source.id))
    counts = f"{summary.state}, {_documents(summary)}, {counted(summary.chunks, 'chunk')}"
    lines = [f"{summary.source.title} ({summary.source.id}): {counts}", *generation_lines(summary)]
    lines += [f"Note: {reason_sentence(notice)}." for notice in summary.notices]
    for line in found.files:
        same = [f"the same text as {line.same_as}"] if line.same_as else []
        notes = "; ".join([*(reason_sentence(note) for note in line.notes), *same])
        lines.append(f"{line.state:8} {line.chunks:5}  {line.encoding:10} {line.path}{f'  {notes}' if notes else ''}")
    for what, paths in (("new", other.new), ("changed", other.changed), ("gone", other.gone)):
        lines += [f"{what:8} on disk: {path}" for path in paths]
    return DONE, payloads.report(replace(found, summary=summary), other), "\n".join(lines)


async def sources_remove(application: Application, arguments: argparse.Namespace) -> Result:
    """Put a source into the trash."""
    library = application.services.library
    source = source_named(arguments.id, await library.sources())
    await library.remove(source)
    text = (f"Removed “{source}”; for {DAYS_IN_TRASH} days it is kept in the trash and can be brought back with: "
            f"gangdan-gui sources restore {source}")  # fmt: skip
    return DONE, {"removed": source}, text


async def sources_move(application: Application, arguments: argparse.Namespace) -> Result:
    """Let a source read its files at another place."""
    library = application.services.library
    moved = await library.move(source_named(arguments.id, await library.sources()), arguments.location)
    text = (f"“{moved.source.title}” reads {moved.source.locations[0]} now. Compare with: gangdan-gui build "
            f"{moved.source.id}")  # fmt: skip
    return DONE, {"source": payloads.source(moved)}, text


async def sources_trash(application: Application, _arguments: argparse.Namespace) -> Result:
    """The sources that can be brought back."""
    found = await application.services.library.trashed()
    lines = [f"{item.source.id:24} {item.documents:5} documents  {item.source.title}" for item in found]
    return DONE, {"sources": [payloads.source(item) for item in found]}, "\n".join(lines) or "The trash is empty."


async def sources_restore(application: Application, arguments: argparse.Namespace) -> Result:
    """Take a source out of the trash."""
    library = application.services.library
    try:
        source = source_named(arguments.id, await library.trashed())
    except UnknownSource as error:
        raise NotInTrash(source=arguments.id) from error
    restored = await library.restore(source)
    return DONE, {"source": payloads.source(restored)}, f"“{restored.source.title}” is back, with all it held."
