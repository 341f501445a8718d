"""Where an answer that is wrong may have gone wrong: from the sources to the words, each told from what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.domain.documents import SourceState, is_part
from gangdan_gui.domain.search import Answer, Passage, Support
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.storing.records import SourceRecord

# What was searched by words because its vectors could not be used.
_BY_WORDS = frozenset(
    {
        "words-only", "words-only-now", "embedder-changed", "vectors-damaged", "store-away", "store-not-written",
        "store-not-reached",
    }
)  # fmt: skip
_CUT = frozenset({"passages-left-out", "passage-shortened"})
_NAMED = 3


def rests_on(answer: Answer) -> tuple[Passage, ...]:
    """The passages that an answer names, else the first ones."""
    named = {citation.number for citation in answer.citations}
    found = [passage for passage in answer.passages if passage.number in named] if answer.model else []
    return tuple((found or list(answer.passages))[:_NAMED])


def guide_steps(
    records: Sequence[SourceRecord],
    answer: Answer,
    gone: Sequence[str] = (),
    cut: Sequence[Passage] | None = None,
) -> tuple[Check, ...]:
    """The steps of `ExplainService.guide`; `records` are the sources that were searched, as they are now.

    `gone` are the ids of those that are not there any more, `cut` the passages among those that it rests on which a
    border cuts in the middle of a sentence, None where nobody knows.
    """
    titles = {citation.source: citation.title for citation in answer.citations}
    return (
        _gone([titles.get(source, source) for source in gone]) if gone else _sources(records),
        _documents(records),
        _whole(cut),
        _found(answer),
        _ranked(answer),
        _held(answer),
        _read(answer),
        _written(answer),
    )


def _gone(titles: Sequence[str]) -> Check:
    return Check("guide-sources", PROBLEM, {"case": "gone", "sources": ", ".join(titles[:_NAMED])})


def _sources(records: Sequence[SourceRecord]) -> Check:
    built = [record for record in records if record.live and record.chunks]
    wanting = [record for record in records if record not in built or record.state is SourceState.STALE]
    part = [one for one in built if is_part(one.state, one.documents, one.expected, one.problems)]
    facts = {"count": str(len(built)), "all": str(len(records)), "sources": _named([*wanting, *part])}
    if not records:
        return Check("guide-sources", PROBLEM, {**facts, "case": "none"})
    return Check("guide-sources", PROBLEM if wanting or part or not built else OK, facts)


def _documents(records: Sequence[SourceRecord]) -> Check:
    paths = [problem.path for record in records for problem in record.problems if problem.path]
    facts = {
        "documents": str(sum(record.documents for record in records)),
        "count": str(len(set(paths))),
        "paths": ", ".join(dict.fromkeys(paths[:_NAMED])),
    }
    return Check("guide-documents", PROBLEM if paths else OK, facts)


def _whole(cut: Sequence[Passage] | None) -> Check:
    if cut is None:
        return Check("guide-whole", NOT_CHECKED)
    facts = {"numbers": ", ".join(str(passage.number) for passage in cut)}
    return Check("guide-whole", PROBLEM if cut else OK, facts)


def _found(answer: Answer) -> Check:
    facts = {"count": str(len(answer.passages)), "first": answer.passages[0].title if answer.passages else ""}
    if not answer.passages:
        return Check("guide-found", PROBLEM, {**facts, "case": "none"})
    if any(notice.code in _BY_WORDS for notice in answer.notices):
        return Check("guide-found", PROBLEM, {**facts, "case": "words"})
    return Check("guide-found", OK, facts)


def _ranked(answer: Answer) -> Check:
    """Whether what it rests on is what fits the question best."""
    if not answer.passages:
        return Check("guide-ranked", NOT_CHECKED)
    first = answer.passages[0]
    numbers = [citation.number for citation in answer.citations] if answer.model else []
    facts = {"first": first.title or first.path, "numbers": ", ".join(map(str, numbers)), "best": str(_NAMED)}
    if not numbers:
        return Check("guide-ranked", OK, {**facts, "case": "order"})
    return Check("guide-ranked", OK if min(numbers) <= _NAMED else PROBLEM, facts)


def _held(answer: Answer) -> Check:
    state = {Support.YES: OK, Support.WEAK: PROBLEM, Support.NO: PROBLEM}[answer.supported]
    return Check("guide-held", state, {"case": str(answer.supported)})


def _read(answer: Answer) -> Check:
    if not answer.model:
        return Check("guide-read", NOT_CHECKED)
    cut = [notice for notice in answer.notices if notice.code in _CUT]
    facts = {"count": str(len(answer.passages)), "tokens": str(answer.context_tokens)}
    if cut:
        facts |= {"reason": cut[0].code, "detail": cut[0].detail}
    return Check("guide-read", PROBLEM if cut else OK, facts)


def _written(answer: Answer) -> Check:
    facts = {"model": answer.model, "count": str(len(answer.citations))}
    if not answer.model:
        return Check("guide-written", NOT_CHECKED, facts)
    if not answer.complete:
        why = answer.incomplete
        said = {"case": "incomplete", "reason": why.code, "detail": why.detail} if why else {"case": "unfinished"}
        return Check("guide-written", PROBLEM, {**facts, **said})
    return Check("guide-written", OK if answer.citations else PROBLEM, facts)


def _named(records: Sequence[SourceRecord]) -> str:
    titles = dict.fromkeys(record.source.title or record.source.id for record in records)
    return ", ".join(list(titles)[:_NAMED])
