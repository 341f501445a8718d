"""The commands that build and ask: each asks the services and returns exit code, JSON and text for people."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import aclosing
from pathlib import Path

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands import documents as document_commands
from gangdan_gui.commands import explaining as explain_commands
from gangdan_gui.commands import forecasts as forecast_commands
from gangdan_gui.commands import sources as source_commands
from gangdan_gui.commands.export_labels import EXPORT_LABELS
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.commands.said_chunking import chunking
from gangdan_gui.domain.byline import byline
from gangdan_gui.domain.documents import DocumentFacts, SourceKind
from gangdan_gui.domain.errors import EmptyQuestion
from gangdan_gui.domain.events import AnswerFinished, HitsFound
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Bridged, Mode, Passage, SearchResult, Support
from gangdan_gui.domain.trace import Trace, Translated
from gangdan_gui.embedding.embedders import full_label
from gangdan_gui.exporting.exporters import exporter
from gangdan_gui.exporting.source_entries import kind_word
from gangdan_gui.payloads import explaining as explain_payloads
from gangdan_gui.saying import Draft, say
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.searching.bridged_words import shown_words
from gangdan_gui.services.sources.notices import FILTERED_OUT
from gangdan_gui.services.sources.source_names import source_named
from gangdan_gui.wording import reason_sentence

NOTHING_FOUND = "Nothing in your sources matches this question. Try other words, or other sources."
_LANGUAGES = {"en": "English", "zh": "Chinese"}


async def build(application: Application, arguments: argparse.Namespace) -> Result:
    """Make sources searchable; troubled builds exit with 1."""
    library = application.services.library
    held = await library.sources()
    ids = [] if arguments.all else [source_named(name, held) for name in arguments.ids]
    ids = ids or [item.source.id for item in held]
    options = BuildOptions(
        force=arguments.force,
        kept=arguments.kept,
        retry=arguments.retry,
        keep_previous=arguments.keep_previous,
        embedder=_embedder(application, arguments),
        chunking=chunking(arguments),
    )
    if arguments.dry_run:
        return await forecast_commands.forecast(application, ids, options)
    return await source_commands.built(application, ids, options)


def _embedder(application: Application, arguments: argparse.Namespace) -> str | None:
    if not arguments.embedder:
        return None
    return full_label(arguments.embedder, application.settings.load().settings.embedding_model)


async def search(application: Application, arguments: argparse.Namespace) -> Result:
    """Find passages; none where there is something in the question, but no word to look for."""
    options = await _options(application, arguments)
    try:
        result = await application.services.assistant.search(arguments.question, options)
    except EmptyQuestion:
        if not arguments.question.strip():
            raise
        result = SearchResult(arguments.question, "", (), Support.NO)
    _say_notices(result.notices)
    _say_bridged(result.bridged)
    _say_translated(result.translated)
    _say_if_nothing(result)
    return DONE, *_explained(payloads.search(result), _listed(result.passages), result.trace, wanted=arguments.explain)


def _listed(passages: Iterable[Passage]) -> str:
    """Passages with their numbers, scores and places."""
    lines = [f"[{item.number}] {item.score:.2f} {_place(item)}{_mark(item.kind)}{said_of(item.facts)}\n{item.text}"
             for item in passages]  # fmt: skip
    return "\n\n".join(lines)


def _explained(
    payload: payloads.Payload, text: str, trace: Trace | None, *, wanted: bool
) -> tuple[payloads.Payload, str]:
    """With how it was found, where that is wanted."""
    if not wanted:
        return payload, text
    lines = (text, explain_commands.explained(trace))
    return {**payload, "explain": explain_payloads.trace(trace)}, "\n\n".join(filter(None, lines))


async def ask(application: Application, arguments: argparse.Namespace) -> Result:
    """Ask, keep the exchange, and export the conversation if wished."""
    if arguments.export:  # before anything is done that would have to be done again
        exporter(Path(arguments.export))
    assistant = application.services.assistant
    finished: AnswerFinished | None = None
    found: SearchResult | None = None
    draft = Draft(wanted=not getattr(arguments, "json", False))
    events = assistant.ask(arguments.question, await _options(application, arguments), arguments.conversation)
    async with aclosing(events) as stream:
        async for event in stream:
            draft.show(event)
            if isinstance(event, HitsFound):
                found = event.result
            if isinstance(event, AnswerFinished):
                finished = event
    assert finished is not None
    assert found is not None
    if arguments.export:
        size = await assistant.export(finished.conversation, Path(arguments.export), EXPORT_LABELS)
        say(f"Wrote {arguments.export} ({size} bytes).")
    _say_bridged(found.bridged)
    _say_translated(found.translated)
    _say_how_well_it_fits(finished.answer)
    code = _say_what_is_missing(finished.answer)
    payload = payloads.answer(finished.conversation, arguments.question, finished.answer)
    payload["bridged"] = payloads.bridges(found.bridged)
    payload["translated"] = payloads.translations(found.translated)
    text = _with_sources(finished.answer, shown=draft.shown)
    return code, *_explained(payload, text, found.trace, wanted=arguments.explain)


async def why(application: Application, arguments: argparse.Namespace) -> Result:
    """Why a passage is not found."""
    return await explain_commands.why(application, arguments, await _options(application, arguments))


def _say_if_nothing(found: SearchResult | Answer) -> None:
    """That other words may help, unless it was the filters that left nothing, which is said anyway."""
    if not found.passages and all(notice.code != FILTERED_OUT for notice in found.notices):
        say(NOTHING_FOUND)


def _say_how_well_it_fits(answer: Answer) -> None:
    _say_if_nothing(answer)
    if not answer.passages:
        return
    if answer.supported is Support.NO:
        shown = "" if answer.model else "; these are the nearest passages"
        say(f"Your sources do not seem to hold an answer{shown}.")
    elif answer.supported is Support.WEAK:
        say("Your sources may not hold an answer: check the passages before you rely on them.")


def _say_what_is_missing(answer: Answer) -> int:
    """Tell it; the exit code."""
    _say_notices(answer.notices)
    if answer.complete:
        return DONE
    say(f"The answer is not complete: {reason_sentence(answer.incomplete)}." if answer.incomplete else "Incomplete.")
    return PROBLEMS


def _say_bridged(bridged: Iterable[Bridged]) -> None:
    """By which words documents of another language were searched, which may be wrong ones."""
    for language, words in shown_words(bridged).items():
        say(f"Also searched in {_LANGUAGES.get(language, 'another language')} for: {', '.join(words)}.")


def _say_translated(translated: Iterable[Translated]) -> None:
    """As what the question was asked in another language, which may be wrong."""
    for one in translated:
        say(f"Also asked in {_LANGUAGES.get(one.language, 'another language')}: {one.text}")


def _say_notices(notices: Iterable[Reason]) -> None:
    for notice in notices:
        say(f"Note: {reason_sentence(notice)}.")


def _with_sources(answer: Answer, *, shown: bool) -> str:
    """A model's answer, unless it is `shown` already, and the passages that it names.

    Passages as the answer name themselves; what is nearest to a question that is not answered is listed.
    """
    if not answer.model:
        return answer.text or _listed(answer.passages)
    lines = [f"[{item.number}] {payloads.heading_line((item.title, *item.heading, item.path))}{_mark(item.kind)}"
             f"{said_of(item.facts)}" for item in answer.citations]  # fmt: skip
    return "\n".join(("" if shown else answer.text, "", *lines)).rstrip()


def _place(item: Passage) -> str:
    """Where a passage stands, and where else the very same text does."""
    first = payloads.heading_line(tuple(filter(None, (item.source, item.path, *item.heading))))
    return " = ".join((first, *map(payloads.heading_line, item.same_as)))


def _mark(kind: SourceKind) -> str:
    """What stands behind the place of a passage that is no documentation."""
    word = kind_word(kind, EXPORT_LABELS)
    return f" ({word})" if word else ""


def said_of(facts: DocumentFacts) -> str:
    """What is known of a document, in brackets."""
    said = byline(facts)
    return f" {said if said.startswith('(') else f'({said})'}" if said else ""


async def _options(application: Application, arguments: argparse.Namespace) -> SearchOptions:
    count = getattr(arguments, "count", None)
    held = await application.services.library.sources() if arguments.collections else ()
    collections = tuple(source_named(name, held) for name in arguments.collections)
    return SearchOptions(
        collections=collections,
        count=application.settings.load().settings.passages if count is None else count,
        path=arguments.path,
        language=arguments.language,
        since=arguments.since,
        until=arguments.until,
        tags=tuple(arguments.tags),
        documents=await document_commands.documents_named(application, arguments.documents, collections),
        kinds=tuple(arguments.kinds),
        mode=getattr(arguments, "mode", Mode.HYBRID),
        strict=getattr(arguments, "strict", None),
        struck=tuple(arguments.struck),
        translate=arguments.translate,
        reranker=arguments.reranker,
        explain=getattr(arguments, "explain", False),
        model=getattr(arguments, "model", None),
    )
