"""How a search came to its passages, and why a passage is not among them, as text for people."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.domain.errors import DocumentMissing
from gangdan_gui.domain.reports import FileReport
from gangdan_gui.domain.trace import Candidate, Fate, Trace
from gangdan_gui.payloads import explaining as explain_payloads
from gangdan_gui.payloads import heading_line
from gangdan_gui.services.requests import PROBLEM, SearchOptions
from gangdan_gui.services.sources.source_names import file_named, source_named
from gangdan_gui.wording.step_wording import step_sentences

_FATES = {
    Fate.SHOWN: "shown as [{passage}]",
    Fate.SHORTENED: "in [{passage}], which was shortened for the model",
    Fate.NO_ROOM: "in [{passage}], but what the model reads had no room for it",
    Fate.COVERED: "its text stands in [{passage}]",
    Fate.COPY: "the same text as [{passage}]",
    Fate.TOO_FAR: "beyond the ceiling",
    Fate.RANKED_TOO_LOW: "ranked too low",
}
_SOMEWHERE = "its text stands in better ones"


def explained(trace: Trace | None) -> str:
    """A trace as lines: what was asked of whom, every candidate, and the time by stage; empty where there is none."""
    return "" if trace is None else "\n".join(_lines(trace))


def _lines(trace: Trace) -> Iterator[str]:
    yield f"Question in: {trace.language or 'no language'}"
    for said in trace.translated:
        how = "asked before" if said.cached else f"{said.seconds:.1f} s"
        yield (
            f"Translated by {said.model} ({how}), which found {said.found} passages, {said.added} of them alone: "
            f"{said.text}"
        )
    for one in trace.asked:
        words = ", ".join(f"{word} ×{weight:.2f}" for word, weight in one.words)
        among = f" among {one.language} documents" if one.language else ""
        yield f"Asked of {one.where}{among}: {words or one.text}"
    if trace.reranker:
        yield f"Reranked by {trace.reranker}"
    for candidate in trace.candidates:
        yield _candidate(candidate)
    if trace.support:
        yield "Support: " + ", ".join(f"{name} {figure:.3f}" for name, figure in trace.support.items())
    yield "Seconds: " + ", ".join(f"{name} {taken:.3f}" for name, taken in trace.seconds.items())


def _candidate(one: Candidate) -> str:
    near = "by meaning –" if one.distance is None else f"by meaning {one.dense_rank} (distance {one.distance:.3f})"
    terms = ", ".join(one.terms)
    words = f"by words {one.keyword_rank or '–'} ({one.keyword_score:.2f}: {terms})" if terms else "by words –"
    fate = _SOMEWHERE if one.fate is Fate.COVERED and not one.passage else _FATES[one.fate].format(passage=one.passage)
    said = f"; by the translation {one.translated_rank}" if one.translated_rank else ""
    place = " › ".join(filter(None, (one.source, one.path, heading_line(one.heading))))
    score = "" if one.reranker_score is None else f"; reranked {one.reranked} ({one.reranker_score:.3f})"
    return f"{one.fused:.3f} {place} {one.start}–{one.end}: {near}; {words}{said}{score}; {fate}"


async def why(application: Application, arguments: argparse.Namespace, options: SearchOptions) -> Result:
    """Why a passage is not found, step by step; 1 where there is a step that it did not pass."""
    library = application.services.library
    source = source_named(arguments.source, await library.sources())
    path = as_known((await library.report(source)).files, arguments.inside)
    found = await application.services.explaining.why(arguments.question, source, path, arguments.start, options)
    lines = []
    for step in found:
        said, advice = step_sentences(step)
        lines.append(f"{step.state:11} {said} {advice}".rstrip())
    code = PROBLEMS if any(step.state == PROBLEM for step in found) else DONE
    return code, explain_payloads.steps(found), "\n".join(lines)


def as_known(files: Sequence[FileReport], typed: str) -> str:
    """A path in the Unicode form of the file that it names; as it was typed where there is none: that is an answer."""
    try:
        return file_named(files, "", typed).path
    except DocumentMissing:
        return typed
