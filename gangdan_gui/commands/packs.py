"""The commands of knowledge packs: write one, check one, take one in."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.embedding.embedders import full_label
from gangdan_gui.payloads.counted import counted
from gangdan_gui.places import home_at
from gangdan_gui.saying import Progress, say
from gangdan_gui.services.packs.pack_contents import verify_pack
from gangdan_gui.services.requests.packs import InstallOptions, PackEvent, PackFinished, PackReport
from gangdan_gui.services.sources.source_names import source_named
from gangdan_gui.wording import reason_sentence


async def pack_create(application: Application, arguments: argparse.Namespace) -> Result:
    """Write a built source into one file."""
    services, model = application.services, application.settings.load().settings.embedding_model
    source = source_named(arguments.id, await services.library.sources())
    file = home_at(arguments.out)
    events = services.packs.create(
        source,
        file,
        also=[full_label(label, model) for label in arguments.also],
        base=home_at(arguments.base) if arguments.base else None,
    )
    report = await _followed(events, source)
    return DONE, payloads.pack(report), f"Wrote {file}: {_counts(report)}. It was read again and is whole."


def pack_verify(arguments: argparse.Namespace) -> Result:
    """Check a pack whole, without a library."""
    report = asyncio.run(verify_pack(home_at(arguments.file)))
    if report.ok:
        return DONE, payloads.pack(report), f"{arguments.file} is whole: {report.source}, {_counts(report)}."
    said = "; ".join(reason_sentence(problem.reason) for problem in report.problems)
    return PROBLEMS, payloads.pack(report), f"{arguments.file} can't be used: {said}."


async def pack_install(application: Application, arguments: argparse.Namespace) -> Result:
    """Take a pack into the library."""
    model = application.settings.load().settings.embedding_model
    wanted = full_label(arguments.embedder, model) if arguments.embedder else None
    options = InstallOptions(replace=arguments.replace, embedder=wanted)
    report = await _followed(application.services.packs.install(home_at(arguments.file), options), arguments.file)
    text = (f"Installed “{report.source}”: {_counts(report)}. "
            f"Search it with: gangdan-gui search -c {report.source} QUESTION")  # fmt: skip
    return (DONE if report.ok else PROBLEMS), payloads.pack(report), text


async def _followed(events: AsyncGenerator[PackEvent, None], name: str) -> PackReport:
    """The report at the end of the work, whose progress is told."""
    progress, report = Progress(), None
    async with aclosing(events) as stream:
        async for event in stream:
            if isinstance(event, PackFinished):
                report = event.report
            else:
                progress.count(name, event.done, event.total)
    assert report is not None
    for problem in report.problems:
        say(": ".join(filter(None, (report.source, problem.path, reason_sentence(problem.reason)))))
    for notice in report.notices:
        say(f"Note: {reason_sentence(notice)}.")
    return report


def _counts(report: PackReport) -> str:
    return f"{counted(report.documents, 'document')}, {counted(report.chunks, 'passage')} ({report.embedder})"
