"""The commands of the states of a source: return to the one before, give it up, hold what there is."""

from __future__ import annotations

import argparse

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import DONE, Result
from gangdan_gui.domain.reports import GenerationSummary, SourceSummary
from gangdan_gui.payloads.counted import counted
from gangdan_gui.services.sources.source_names import source_named

_MEGABYTE = 10**6


async def sources_back(application: Application, arguments: argparse.Namespace) -> Result:
    """Let the earlier state of a source answer again."""
    found = await application.services.generations.go_back(await _source(application, arguments))
    counts = f"{counted(found.documents, 'document')}, {counted(found.chunks, 'chunk')}"
    return _result(found, f"The earlier state of “{found.source.title}” answers again: {counts}.")


async def sources_forget(application: Application, arguments: argparse.Namespace) -> Result:
    """Give the earlier state of a source up."""
    found = await application.services.generations.forget_previous(await _source(application, arguments))
    return _result(found, f"No earlier state of “{found.source.title}” is kept any more.")


async def sources_freeze(application: Application, arguments: argparse.Namespace) -> Result:
    """Take nothing new into a source before a day, or do it again."""
    source = await _source(application, arguments)
    found = await application.services.generations.freeze(source, "" if arguments.off else arguments.until)
    title = found.source.title
    if arguments.off:
        return _result(found, f"“{title}” is updated again.")
    return _result(found, f"Nothing new is taken into “{title}” before {arguments.until}.")


async def _source(application: Application, arguments: argparse.Namespace) -> str:
    return source_named(arguments.id, await application.services.library.sources())


def _result(found: SourceSummary, text: str) -> Result:
    return DONE, {"source": payloads.source(found)}, text


def generation_lines(summary: SourceSummary) -> list[str]:
    """What there is to say of the states of a source, a line each."""
    states = (("answers", summary.live), ("being built", summary.building), ("kept", summary.previous))
    lines = [f"{what:11} {_words(state)}" for what, state in states if state]
    return lines + ([f"frozen until {summary.frozen_until}"] if summary.frozen_until else [])


def _words(state: GenerationSummary) -> str:
    cut = state.chunking
    made = f", begun {state.made[:10]}" if state.made else ""
    return (f"{state.embedder}, {cut.splitter} of {cut.size} characters, {cut.overlap} of them shared, at least "
            f"{cut.minimum}; {counted(state.documents, 'document')}, {counted(state.chunks, 'chunk')}, about "
            f"{state.size / _MEGABYTE:.1f} MB{made}")  # fmt: skip
